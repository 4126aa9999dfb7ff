import type { Role } from "../../../lib/people.ts";

export const ROLES: Readonly<Record<Role, string>> = {
  owner: "Everything, and who else is an owner",
  admin: "Everything but owners: memories, keys, settings, people",
  reviewer: "Reads, corrects and decides proposals; no keys, settings or erasures",
};

/** The roles that somebody of a role may give: only owners make owners. */
export function rolesToGive(own: Role | undefined): readonly Role[] {
  return own === "owner" ? ["owner", "admin", "reviewer"] : ["admin", "reviewer"];
}
