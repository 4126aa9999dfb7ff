import * as z from "zod";
import { LIMITS } from "../limits.ts";

const quotas = {
  maxDocuments: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
  maxBytes: z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
};

const LABEL = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
const HOST = `(?:${LABEL}\\.)*${LABEL}|\\[[0-9a-f:]+\\]`;
const HTTPS = `https://(?:${HOST})(?!:443$)`;
const LOCAL = "http://(?:localhost|127\\.0\\.0\\.1|\\[::1\\])(?!:80$)";
const ORIGIN = new RegExp(`^(?:${HTTPS}|${LOCAL})(?::(?<port>[1-9][0-9]{0,4}))?$`);

/** As a browser sends it: no path, no default port, lower case, other scripts in Punycode. */
const Origin = z
  .string()
  .max(261)
  .refine(isOrigin, "must be an origin such as https://app.example.com; http only of the machine itself");

function isOrigin(text: string): boolean {
  const match = ORIGIN.exec(text);
  return match !== null && Number(match.groups?.["port"] ?? 1) <= 65_535;
}

const settings = {
  ...quotas,
  /** Whose pages may call the API from a browser. */
  allowedOrigins: z
    .array(Origin)
    .max(LIMITS.allowedOrigins)
    .refine((origins) => new Set(origins).size === origins.length, "must not name an origin twice"),
};

export const OrganizationSettings = z
  .strictObject(settings)
  .partial()
  .refine((sent) => Object.keys(sent).length > 0, "must change at least one setting");

export const Organization = z
  .object({
    id: z.string(),
    name: z.string(),
    documents: z.int(),
    bytes: z.int(),
    ...quotas,
    allowedOrigins: z.array(z.string()),
    createdAt: z.iso.datetime(),
  })
  .meta({ id: "Organization" });
export type Organization = z.infer<typeof Organization>;
