import type * as z from "zod";
import { type Context, managesKeys } from "../context.ts";
import { sql } from "../db/sql.ts";
import { command, param } from "../db/statement.ts";
import { DomainError } from "../errors.ts";
import { type GrantRefusal, grantRefusalError } from "../keys/refusal.ts";
import { refuseSecrets } from "../secrets/judged.ts";
import type { TokenGrant } from "../token.ts";
import type { NewTokenBody, Token } from "./schema.ts";

type Answer =
  | { readonly outcome: "done"; readonly claims: TokenGrant }
  | { readonly outcome: "not_a_key" }
  | GrantRefusal;

/** Signs a token for less than its key may do. It is stored nowhere; a repeated request signs the claims of the first one again. */
export async function create(context: Context, body: z.infer<typeof NewTokenBody>): Promise<Token> {
  const { actor, scopes, containers, expiresInSeconds } = body;
  refuseSecrets({ actor });
  const answer = await context.run(
    managesKeys,
    command<Answer>(
      sql`stela.grant_token(${param.text(context.newId())}, ${param.text(actor?.id ?? null)}, ${param.text(actor?.name ?? null)},
        ${param.texts(scopes)}, ${param.texts(containers)}, ${param.integer(expiresInSeconds)})`,
    ),
  );
  if (answer.outcome === "not_a_key") {
    throw new DomainError("forbidden", "A token cannot make tokens: ask with its key.", { reason: "not_a_key" });
  }
  if (answer.outcome !== "done") throw grantRefusalError(answer);
  const { claims } = answer;
  return {
    token: await context.credentials.token(claims),
    id: claims.tokenId,
    keyId: claims.keyId,
    actor: claims.person === null ? `token:${claims.tokenId}` : `person:${claims.person}`,
    scopes: [...claims.scopes],
    containers: [...claims.containers],
    expiresAt: claims.expiresAt,
  };
}
