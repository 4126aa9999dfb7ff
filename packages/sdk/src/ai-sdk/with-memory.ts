import type { LanguageModelV3, LanguageModelV4 } from "@ai-sdk/provider";
import { StelaError } from "../errors.ts";
import { ConversationMemory, type MemoryOptions } from "../extraction/conversation-memory.ts";
import { type Prompt, type PromptMessage, said, withRecalled } from "./prompt.ts";

/**
 * A language model of the AI SDK with a memory: before each answer it recalls what matters for the last message of the user, and after
 * each turn it has the conversation read when it is time to. Streams stay streams. A failure of the memory, or a slow one, never fails
 * the conversation.
 *
 * @throws StelaError for what is no model.
 * @example
 * const model = withMemory(anthropic("claude-sonnet-5-5"), { client: stela, containerTag: "user:42" });
 * const { text } = await generateText({ model, prompt: "Which editor do I use?" });
 */
export function withMemory<Model extends LanguageModelV3 | LanguageModelV4>(
  model: Model,
  options: MemoryOptions,
): Model {
  if (typeof model !== "object" || typeof model?.doGenerate !== "function") {
    throw new StelaError("Pass a language model of the AI SDK, such as anthropic(name)");
  }
  const memory = new ConversationMemory(options);
  const inner = model as unknown as AnyModel;
  const recalledInto = async (call: Call): Promise<Call> => {
    const question = said(call.prompt);
    const recalled = question === "" ? "" : await memory.recall(question);
    return { ...call, prompt: withRecalled(call.prompt, recalled) };
  };
  const remember = (prompt: Prompt, text: string, reason: FinishReason | undefined) => {
    if (reasonOf(reason) !== "tool-calls")
      memory.remember([...prompt.map(asSaid), { role: "assistant", content: text }]);
  };
  const wrapped: AnyModel = {
    specificationVersion: inner.specificationVersion,
    provider: inner.provider,
    modelId: inner.modelId,
    get supportedUrls() {
      return inner.supportedUrls;
    },
    async doGenerate(call) {
      const result = await inner.doGenerate(await recalledInto(call));
      const texts = result.content.flatMap((part) => (part.type === "text" ? [String(part.text)] : []));
      remember(call.prompt, texts.join("\n"), result.finishReason);
      return result;
    },
    async doStream(call) {
      const { stream, ...rest } = await inner.doStream(await recalledInto(call));
      let text = "";
      const listening = new TransformStream<StreamPart, StreamPart>({
        transform(part, controller) {
          if (part.type === "text-delta") text += part.delta;
          if (part.type === "finish") remember(call.prompt, text, part.finishReason);
          controller.enqueue(part);
        },
      });
      return { ...rest, stream: stream.pipeThrough(listening) };
    },
  };
  return wrapped as unknown as Model;
}

type FinishReason = string | { readonly unified: string };

/** What the versions of a model's interface have in common. */
interface AnyModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: unknown;
  doGenerate(call: Call): PromiseLike<{
    readonly content: readonly { readonly type: string; readonly text?: unknown }[];
    readonly finishReason: FinishReason;
  }>;
  doStream(call: Call): PromiseLike<{ readonly stream: ReadableStream<StreamPart> }>;
}

interface Call {
  readonly prompt: Prompt;
}

interface StreamPart {
  readonly type: string;
  readonly delta?: string;
  readonly finishReason?: FinishReason;
}

function reasonOf(reason: FinishReason | undefined): string | undefined {
  return typeof reason === "object" ? reason.unified : reason;
}

function asSaid({ role, content }: PromptMessage) {
  return { role, content };
}
