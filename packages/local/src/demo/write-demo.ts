import { LocalStackError } from "../local-stack-error.ts";
import { AGENTS, type Agent, type Run } from "./agents.ts";
import { SCENES, type Step } from "./scenes.ts";

/** Writes the demo through the API, as its agents would: each with a key of its own, which this makes. */
export async function writeDemo(apiUrl: string, apiKey: string): Promise<void> {
  const agents = Object.entries(AGENTS).map(async ([agent, made]) => {
    const { key } = await send<{ key: string }>(apiUrl, apiKey, { method: "POST", path: "/v1/keys", body: made });
    return [agent, key] as const;
  });
  const keys = Object.fromEntries(await Promise.all(agents)) as Record<Agent, string>;
  await Promise.all(
    SCENES.map(async (steps) => {
      for (const step of steps) await send(apiUrl, step.run.by === "owner" ? apiKey : keys[step.run.by], step);
    }),
  );
}

type Request = Omit<Step, "run"> & { readonly run?: Run };

async function send<Answer>(apiUrl: string, key: string, request: Request): Promise<Answer> {
  const { method, path, body, run, isBlocked = false } = request;
  const response = await fetch(apiUrl + path, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
      ...(run?.session !== undefined && { "stela-session": run.session }),
      ...(run?.model !== undefined && { "stela-model": run.model }),
    },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok && !(isBlocked && response.status === 422)) {
    throw new LocalStackError(`The API refused the demo at ${method} ${path}: ${response.status} ${text}`);
  }
  const answer = JSON.parse(text) as Answer & { readonly isError?: boolean };
  if (answer.isError === true) throw new LocalStackError(`The memory tool refused the demo at ${path}: ${text}`);
  return answer;
}
