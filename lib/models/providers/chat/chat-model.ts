import type { OpenAICompatibleChatLanguageModel } from "@ai-sdk/openai-compatible";
import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4StreamPart,
  LanguageModelV4StreamResult,
} from "@ai-sdk/provider";
import { wrapLanguageModel } from "ai";
import { plainCallIds, withPlainCallIds } from "../call-ids";
import { askForEvents, type EventReader, eventFetch } from "../model-fetch";
import { separateThoughts, thinkTags, withoutThoughts } from "../think-tags";
import { ChunkReader } from "./chunk-reader";
import type { Emit, PartStage, StagedModel } from "./stages";

export type ChatServer = {
  url: string;
  headers: Record<string, string>;
  /** Makes the AI SDK's model, which sends its requests with `fetch`. */
  model(fetch: typeof globalThis.fetch): OpenAICompatibleChatLanguageModel;
};
type Options = LanguageModelV4CallOptions;

/** The key of `providerMetadata`, which the AI SDK takes from the call's options. */
const KEY = "openai-compatible";
const OTHER_KEY = "openaiCompatible";

/**
 * Makes a model of a server with OpenAI's chat completions. The AI SDK builds the requests and explains errors, but
 * the answers are read here: the SDK passes each event through ten streams, which takes longer than all other work
 * on a short answer. `e2e/wire/chat-readers.test.ts` compares both readers.
 */
export function chatModel(server: ChatServer): StagedModel {
  const sdk = server.model(eventFetch);
  const whole = sdkChatModel(server);
  const habit = { isThinking: false };

  async function stream(options: Options, stage?: (emit: Emit) => PartStage, begun?: Promise<void>) {
    const prompt = withoutThoughts(withPlainCallIds(options.prompt));
    const { body, warnings } = await sdk.prepareRequest({ ...options, prompt });
    await begun;
    const { headers, events } = await ask(server, { ...options, prompt }, body);
    const key = options.providerOptions?.[OTHER_KEY] ? OTHER_KEY : KEY;
    const read = (emit: Emit) => {
      const last = stage?.(emit);
      const chunks = new ChunkReader(separateThoughts(habit, last?.take ?? emit), key);
      return { chunks, last };
    };
    return {
      stream: partsOf(events, read, warnings),
      request: { body },
      response: { headers: Object.fromEntries(headers) },
    };
  }

  return {
    specificationVersion: "v4",
    provider: sdk.provider,
    modelId: sdk.modelId,
    supportedUrls: sdk.supportedUrls,
    doGenerate: (options) => whole.doGenerate(options),
    doStream: (options) => stream(options),
    through(stage, begun) {
      return { ...this, doStream: (options) => stream(options, stage, begun) };
    },
  };
}

/** Makes the same model of the AI SDK alone. */
export const sdkChatModel = (server: ChatServer): LanguageModelV4 =>
  wrapLanguageModel({ model: server.model(eventFetch), middleware: [plainCallIds, thinkTags()] });

/** Sends the request. Throws the AI SDK's error if it fails. */
async function ask({ url, headers, model }: ChatServer, options: Options, body: Record<string, unknown>) {
  const failed = async (fetch: typeof globalThis.fetch): Promise<never> => {
    await model(fetch).doStream(options);
    throw new Error("The AI SDK accepted a failed response");
  };
  const asked = await askForEvents(url, {
    headers: { ...headers, ...defined(options.headers) },
    body: requestText({ ...body, stream: true, stream_options: { include_usage: true } }),
    signal: options.abortSignal,
  }).catch((error: unknown) => failed(() => Promise.reject(error)));
  return asked instanceof Response ? failed(async () => asked) : asked;
}

type RequestedTool = { function: { name: string; description?: string; parameters: object } };
/** JSON of tools by their schemas. It is most of a request, and the same for each run. */
const toolTexts = new WeakMap<object, { name: string; description?: string; text: string }>();

function requestText({ tools, ...rest }: Record<string, unknown>): string {
  const text = JSON.stringify(rest);
  if (!Array.isArray(tools)) return text;
  return `${text.slice(0, -1)},"tools":[${tools.map(toolText).join(",")}]}`;
}

function toolText(tool: RequestedTool): string {
  const { name, description, parameters } = tool.function;
  const known = toolTexts.get(parameters);
  if (known && known.name === name && known.description === description) return known.text;
  const text = JSON.stringify(tool);
  toolTexts.set(parameters, { name, description, text });
  return text;
}

const defined = (headers: Options["headers"] = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );

type Reading = { chunks: ChunkReader; last: PartStage | undefined };

function partsOf(
  events: EventReader,
  read: (emit: Emit) => Reading,
  warnings: Extract<LanguageModelV4StreamPart, { type: "stream-start" }>["warnings"],
): LanguageModelV4StreamResult["stream"] {
  let reading: Reading | undefined;
  let hasEmitted = false;
  let failure: { error: unknown } | undefined;
  return new ReadableStream(
    {
      start(controller) {
        const emit: Emit = (part) => {
          hasEmitted = true;
          controller.enqueue(part);
        };
        reading = read(emit);
        (reading.last?.take ?? emit)({ type: "stream-start", warnings });
      },
      async pull(controller) {
        if (failure) throw failure.error;
        hasEmitted = false;
        try {
          // A stream does not pull again after a pull that added nothing.
          while (!hasEmitted) {
            const next = await events.next();
            for (const event of next ?? []) reading?.chunks.read(event);
            if (next) continue;
            reading?.chunks.end();
            reading?.last?.end();
            controller.close();
            return;
          }
        } catch (error) {
          if (!hasEmitted) throw error;
          // An error discards the unread parts, so throw it after them.
          failure = { error };
        }
      },
      async cancel(reason) {
        reading?.last?.cancel?.();
        await events.cancel(reason);
      },
    },
    // Reads on only when all parts have been read.
    { highWaterMark: 0 },
  );
}
