import { SCOPES, type Scope } from "@stela/core/keys";
import { createAccessControl } from "better-auth/plugins/access";
import { adminAc, defaultStatements, memberAc, ownerAc } from "better-auth/plugins/organization/access";

const ROLES = ["owner", "admin", "reviewer"] as const;
export type Role = (typeof ROLES)[number];

/** What each role may do with memories. The API enforces it: a token holds no more. Who may change people is Better Auth's, below. */
export const SCOPES_OF: Readonly<Record<Role, readonly Scope[]>> = {
  owner: SCOPES,
  admin: SCOPES,
  reviewer: ["documents:read", "documents:write", "history:read"],
};

export const accessControl = createAccessControl(defaultStatements);

export const organizationRoles = {
  owner: accessControl.newRole(ownerAc.statements),
  admin: accessControl.newRole(adminAc.statements),
  reviewer: accessControl.newRole(memberAc.statements),
};

export function isRole(text: string): text is Role {
  return (ROLES as readonly string[]).includes(text);
}
