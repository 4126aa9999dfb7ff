import { type Context, writes } from "../context.ts";
import { sql } from "../db/sql.ts";
import { param, prelude } from "../db/statement.ts";
import { DomainError } from "../errors.ts";
import { type RememberAnswer, rememberBeside, rememberedOf } from "../facts/remember.ts";
import { LIMITS } from "../limits.ts";
import type { ContainerRules } from "../secrets/container-rules.ts";
import { redactSecrets } from "../secrets/redact.ts";
import { builtInScreening, type Screening } from "../secrets/screening.ts";
import { transcriptOf } from "./conversation.ts";
import { extractionRequest } from "./prompt.ts";
import { type ReadReply, readReply } from "./read-reply.ts";
import type { ExtractBody, Extraction } from "./schema.ts";

/** What is kept of an extraction beside what became of its facts. Not the facts: one may be skipped because it holds a secret. */
type About = Omit<Extraction, "results">;

/** What a conversation is scanned by before it is read. */
interface Begin {
  readonly outcome: "begin";
  readonly rules: ContainerRules | null;
  readonly disabledRules: readonly string[] | null;
}

/**
 * Lets Claude read a conversation, and remembers the facts that it finds. The caller is asked for before Claude is, so that nobody else
 * spends its tokens; and a repeated request is answered without it.
 * @throws DomainError `too_large`, and what `claude` throws: then nothing is stored.
 */
export async function extract(context: Context, body: ExtractBody): Promise<Extraction> {
  const { containerTag, messages, occurredAt } = body;
  const first = await context.run(
    writes(containerTag),
    prelude<RememberAnswer<About> | Begin>(sql`json_build_object('outcome', 'begin',
      'rules', stela.container_rules(${param.text(containerTag)}), 'disabledRules', (select to_json(containers.disabled_rules)
        from stela.containers where containers.org_id = stela.current_org() and containers.container_tag = ${param.text(containerTag)}))`),
  );
  if (first.outcome !== "begin") return toExtraction(rememberedOf(first));

  const screening = builtInScreening.withRules(first.rules);
  const transcript = transcriptOf(messages) ?? "";
  const bytes = new TextEncoder().encode(transcript).length;
  if (bytes > LIMITS.extractBytes) {
    throw new DomainError(
      "too_large",
      `The conversation has ${bytes} bytes; at most ${LIMITS.extractBytes} are read at once.`,
    );
  }
  const { facts, ...about }: ReadReply =
    transcript === ""
      ? nothingToRead(context.claude.model(body.model))
      : await read(context, body, withoutSecrets(transcript, first, screening));
  const dated = facts.map((fact) => (occurredAt === undefined ? fact : { ...fact, occurredAt }));
  return toExtraction(await rememberBeside<About>(context, { containerTag, facts: dated }, about, screening));
}

/** In an order of its own: Postgres keeps members in another. */
function toExtraction({ results, beside }: Pick<Extraction, "results"> & { readonly beside: About }): Extraction {
  const { dropped, stopReason, usage } = beside;
  const { model, requests, inputTokens, outputTokens } = usage;
  return {
    results,
    dropped: dropped.map(({ index, reason }) => ({ index, reason })),
    stopReason,
    usage: { model, requests, inputTokens, outputTokens },
  };
}

/** A secret is no fact and need not be read: it stays here. */
function withoutSecrets(transcript: string, { disabledRules }: Begin, screening: Screening): string {
  const findings = screening.scan(transcript).filter(({ rule }) => !disabledRules?.includes(rule));
  return redactSecrets(transcript, findings);
}

async function read(context: Context, body: ExtractBody, transcript: string): Promise<ReadReply> {
  return readReply(await context.claude.ask(extractionRequest(context.claude.model(body.model), transcript)));
}

function nothingToRead(model: string): ReadReply {
  return {
    facts: [],
    dropped: [],
    stopReason: "not_asked",
    usage: { model, requests: 0, inputTokens: 0, outputTokens: 0 },
  };
}
