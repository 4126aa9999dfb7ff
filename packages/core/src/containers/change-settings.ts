import type * as z from "zod";
import { administers, type Context } from "../context.ts";
import { sql } from "../db/sql.ts";
import { command, param } from "../db/statement.ts";
import { internalHostWords, wordsOf } from "../secrets/container-rules.ts";
import type { Container, ContainerSettings } from "./schema.ts";

/** Changes the sent settings. A container that has no documents yet is made, so that its policy can come first. */
export async function changeSettings(
  context: Context,
  containerTag: string,
  settings: z.infer<typeof ContainerSettings>,
): Promise<Container> {
  const { secretRules } = settings;
  const stored =
    secretRules === undefined
      ? settings
      : { ...settings, secretRules: secretRules.map((rule) => ({ ...rule, words: wordsOf(rule) })) };
  const answer = await context.run(
    administers(containerTag),
    command<{ outcome: "done"; container: Container }>(
      sql`stela.change_settings(${param.text(containerTag)}, ${param.json(stored)}, ${param.texts(internalHostWords)})`,
    ),
  );
  return answer.container;
}
