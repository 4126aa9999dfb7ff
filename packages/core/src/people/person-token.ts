import type { SendTransaction } from "../db/run.ts";
import type { Scope } from "../keys.ts";
import { signToken, type TokenGrant } from "../token.ts";

export interface PersonTokenRequest {
  readonly organizationId: string;
  /** Stands in history as `person:<personId>`. */
  readonly personId: string;
  readonly scopes: readonly Scope[];
  readonly expiresInSeconds: number;
}

export interface PersonToken {
  readonly token: string;
  readonly expiresAt: string;
}

/** What making a token takes besides the request. */
export interface TokenMaker {
  readonly secret: string;
  readonly newId: () => string;
  /** The database of a shard, or null where there is none of that name. */
  readonly databaseOf: (shard: string) => SendTransaction | null;
}

/** A token for a person that the dashboard has signed in; null when there is no such organization in that shard or where it has moved to. */
export async function personToken(
  maker: TokenMaker,
  request: PersonTokenRequest,
  shard: string,
): Promise<PersonToken | null> {
  const { organizationId, personId, scopes, expiresInSeconds } = request;
  const send = maker.databaseOf(shard);
  if (send === null) return null;
  const [rows] = await send([
    {
      text: `select stela.person_token($1::uuid, $2::text, $3::text::text[], $4::text, $5::uuid, $6::integer) as "grant"`,
      params: [organizationId, personId, `{${scopes.join(",")}}`, maker.newId(), maker.newId(), expiresInSeconds],
    },
  ]);
  const grant = rows?.[0]?.["grant"] as TokenGrant | { readonly movedTo: string } | null | undefined;
  if (grant == null) return null;
  if ("movedTo" in grant) return personToken(maker, request, grant.movedTo);
  return { token: await signToken(maker.secret, { ...grant, shard }), expiresAt: grant.expiresAt };
}
