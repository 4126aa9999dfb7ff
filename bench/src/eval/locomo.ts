import { readFile } from "node:fs/promises";

/** One turn of a conversation, as it is indexed. */
export interface Turn {
  readonly id: string;
  readonly text: string;
}

interface Question {
  readonly text: string;
  readonly category: number;
  /** The turns that hold the answer. */
  readonly evidence: readonly string[];
}

export interface Conversation {
  readonly name: string;
  readonly turns: readonly Turn[];
  readonly questions: readonly Question[];
}

interface Sample {
  readonly sample_id: string;
  readonly conversation: Readonly<Record<string, unknown>>;
  readonly qa: readonly { question: string; category: number; evidence?: readonly string[] }[];
}

interface StoredTurn {
  readonly speaker: string;
  readonly dia_id: string;
  readonly text: string;
  readonly blip_caption?: string;
}

/** Reads LoCoMo's file: its turns as `speaker (date): text [caption]`, and the questions of categories 1 to 4 that have evidence. */
export async function readLocomo(file: string): Promise<Conversation[]> {
  const samples = JSON.parse(await readFile(file, "utf8")) as Sample[];
  return samples.map(({ sample_id, conversation, qa }) => ({
    name: sample_id,
    turns: Object.keys(conversation)
      .filter((key) => /^session_\d+$/.test(key))
      .flatMap((key) =>
        (conversation[key] as StoredTurn[]).map((turn) => toTurn(turn, conversation[`${key}_date_time`])),
      ),
    questions: qa
      .filter(({ category, evidence }) => category <= 4 && evidence !== undefined && evidence.length > 0)
      .map(({ question, category, evidence = [] }) => ({
        text: question,
        category,
        evidence: [...new Set(evidence.flatMap((one) => one.split(/[;\s]+/)).filter((one) => one !== ""))],
      })),
  }));
}

function toTurn({ speaker, dia_id, text, blip_caption }: StoredTurn, date: unknown): Turn {
  return { id: dia_id, text: `${speaker} (${date}): ${text}${blip_caption === undefined ? "" : ` [${blip_caption}]`}` };
}
