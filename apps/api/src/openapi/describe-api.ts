import { LIMITS } from "@stela/core/limits";
import * as z from "zod";
import { createDocument, type ZodOpenApiOperationObject, type ZodOpenApiPathsObject } from "zod-openapi";
import type { Route } from "../route.ts";
import { routes } from "../routes/table.ts";

const Problem = z
  .looseObject({
    type: z.string(),
    title: z.string(),
    status: z.int(),
    code: z.string().meta({ description: "Stable: what a program decides by." }),
    detail: z.string(),
    requestId: z.string(),
  })
  .meta({
    id: "Problem",
    description: "RFC 9457. Some codes have members of their own: currentVersion, errors, reason.",
  });

const Health = z.object({ status: z.literal("ok") }).meta({ id: "Health" });

const WRITE_HEADERS = {
  "Idempotency-Key": z
    .string()
    .min(1)
    .max(LIMITS.idempotencyKeyCharacters)
    .optional()
    .meta({ description: "A repeat within 24 hours gets the first answer and applies nothing." }),
  "Stela-Session": z
    .string()
    .max(LIMITS.sessionCharacters)
    .optional()
    .meta({ description: "The agent run this belongs to." }),
  "Stela-Model": z
    .string()
    .max(LIMITS.sessionCharacters)
    .optional()
    .meta({ description: "The model that made the change." }),
};
const IF_MATCH = z.string().optional().meta({ description: 'Write only if the document is at this version: "7".' });
const IF_NONE_MATCH = z.string().optional().meta({ description: "*: write only if there is no such document yet." });

/** Writes the OpenAPI 3.1 description from the schemas that validate requests. */
export function describeApi(): object {
  const paths: Record<string, Record<string, ZodOpenApiOperationObject>> = {
    "/healthz": {
      get: {
        operationId: "getHealth",
        summary: "Whether the API and its database serve",
        security: [],
        responses: {
          200: answer(Health),
          503: problem,
        },
      },
    },
  };
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  return createDocument(
    {
      openapi: "3.1.0",
      info: {
        title: "Stela",
        version: "1",
        description: "Durable memory for Claude agents.",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
      },
      security: [{ apiKey: [] }],
      paths: paths as ZodOpenApiPathsObject,
      components: {
        securitySchemes: {
          apiKey: {
            type: "http",
            scheme: "bearer",
            description: "An API key (stl_…) or a token made from one (stt_…)",
          },
        },
      },
    },
    { allowEmptySchema: { custom: true } },
  );
}

function operation(route: Route): ZodOpenApiOperationObject {
  const responses = Object.fromEntries(
    Object.entries(route.answers).map(([status, schema]) => [
      status,
      schema === null ? { description: "No body" } : answer(schema, status === "200" ? route.streams : undefined),
    ]),
  );
  return {
    operationId: route.operationId,
    summary: route.summary,
    requestParams: {
      ...(route.params === undefined ? {} : { path: route.params as z.ZodObject }),
      ...(route.query === undefined ? {} : { query: route.query as z.ZodObject }),
      ...(route.method === "GET" ? {} : { header: z.object(headersOf(route)) }),
    },
    ...(route.body === undefined
      ? {}
      : { requestBody: { required: true, content: { "application/json": { schema: route.body } } } }),
    responses: { ...responses, default: problem },
  };
}

function headersOf({ conditional, headers }: Route): z.ZodRawShape {
  return {
    ...WRITE_HEADERS,
    ...headers,
    ...(conditional === undefined || conditional === "none" ? {} : { "If-Match": IF_MATCH }),
    ...(conditional === "if-match-or-none-match" ? { "If-None-Match": IF_NONE_MATCH } : {}),
  };
}

function answer(schema: z.ZodType, streams: readonly string[] = []) {
  const texts = Object.fromEntries(streams.map((type) => [type, { schema: z.string() }]));
  return { description: "Success", content: { "application/json": { schema }, ...texts } };
}

const problem = { description: "A problem document", content: { "application/problem+json": { schema: Problem } } };
