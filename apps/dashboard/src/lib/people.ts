import { queryOptions } from "@tanstack/react-query";

/** What the dashboard's Worker refuses, in a sentence a person can act on. */
export class PeopleError extends Error {
  override readonly name = "PeopleError";
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

export type Role = "owner" | "admin" | "reviewer";

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

export interface Session {
  readonly user: Person;
  readonly session: { readonly id: string; readonly activeOrganizationId: string | null; readonly expiresAt: string };
}

export interface OrganizationSummary {
  readonly id: string;
  readonly name: string;
}

export interface Member {
  readonly id: string;
  readonly userId: string;
  readonly role: Role;
  readonly createdAt: string;
  readonly user: Person;
}

export interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role;
  readonly status: "pending" | "accepted" | "rejected" | "canceled";
  readonly expiresAt: string;
}

export interface ActiveOrganization extends OrganizationSummary {
  readonly members: readonly Member[];
  readonly invitations: readonly Invitation[];
}

/** What the link of an invitation shows. */
export interface OpenInvitation {
  readonly id: string;
  readonly email: string;
  readonly role: Role | null;
  readonly organization: string;
  readonly isOpen: boolean;
  readonly hasAccount: boolean;
}

/** Asks the dashboard's Worker about people. @throws PeopleError */
export async function askPeople<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(path, {
    ...(body !== undefined && {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
    signal: AbortSignal.timeout(30_000),
  }).catch(() => {
    throw new PeopleError(0, "OFFLINE", "The dashboard cannot be reached. Check your connection, then try again.");
  });
  const answer = (await response.json().catch(() => null)) as
    | (Answer & { code?: string; message?: string; detail?: string })
    | null;
  if (response.ok) return answer as Answer;
  const message = answer?.detail ?? answer?.message ?? "The dashboard could not do that. Try again.";
  throw new PeopleError(response.status, answer?.code ?? "unknown", message);
}

/** Who is signed in; null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: ["session"],
  queryFn: () => askPeople<Session | null>("/auth/get-session"),
  staleTime: 60_000,
});

export const organizationsQuery = queryOptions({
  queryKey: ["organizations"],
  queryFn: () => askPeople<OrganizationSummary[]>("/auth/organization/list"),
  staleTime: 60_000,
});

/** The organization that is looked at, with its people: also what names the actors of a history. */
export const activeOrganizationQuery = queryOptions({
  queryKey: ["active-organization"],
  queryFn: () => askPeople<ActiveOrganization | null>("/auth/organization/get-full-organization"),
  staleTime: 60_000,
});
