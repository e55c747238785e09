import {
  InvalidResponseDataError,
  JSONParseError,
  type LanguageModelV4StreamPart,
  TypeValidationError,
} from "@ai-sdk/provider";
import { generateId, StreamingToolCallTracker } from "@ai-sdk/provider-utils";
import { z } from "zod";
import { END, type Fields, isFields, type ModelEvent } from "../tolerant-events";

const TEXT = "txt-0";
const REASONING = "reasoning-0";

type Emit = (part: LanguageModelV4StreamPart) => void;
type Finish = Extract<LanguageModelV4StreamPart, { type: "finish" }>;
type CallDelta = {
  index?: number | null;
  id?: string | null;
  function: { name?: string | null; arguments?: string | null };
  extra_content?: { google?: { thought_signature?: string | null } | null } | null;
};
type Delta = {
  content?: unknown;
  refusal?: unknown;
  reasoning_content?: string | null;
  reasoning?: string | null;
  tool_calls?: CallDelta[] | null;
};
type Choice = { delta?: Delta | null; finish_reason?: string | null };

const counts = z.looseObject({
  prompt_tokens: z.number().nullish(),
  completion_tokens: z.number().nullish(),
  prompt_tokens_details: z.looseObject({ cached_tokens: z.number().nullish() }).nullish().catch(null),
  completion_tokens_details: z
    .looseObject({
      reasoning_tokens: z.number().nullish(),
      accepted_prediction_tokens: z.number().nullish(),
      rejected_prediction_tokens: z.number().nullish(),
    })
    .nullish()
    .catch(null),
});
type Counts = z.infer<typeof counts>;

const failure = z.object({
  error: z.object({
    message: z.string(),
    type: z.string().nullish(),
    param: z.unknown().optional(),
    code: z.union([z.string(), z.number()]).nullish(),
  }),
});

/**
 * Converts the events of a chat completion to the same parts as the AI SDK's `openai-compatible` provider, but
 * without streams. `TolerantEvents` has checked the events, so that their fields have the types of OpenAI's API.
 * `metadataKey` names the provider in `providerMetadata`.
 */
export class ChunkReader {
  private readonly emit: Emit;
  private readonly metadataKey: string;
  private readonly calls: StreamingToolCallTracker<CallDelta>;
  /** Calls without a name so far, by their index. */
  private readonly unnamed = new Map<number, CallDelta>();
  private readonly named = new Set<number>();
  /** Lines of an event that arrives in pieces, because it is long. */
  private pieces: string[] = [];
  private open: "text" | "reasoning" | null = null;
  private hasMetadata = false;
  private hasRefusal = false;
  private hasFailed = false;
  private finishReason: string | undefined;
  private usage: Counts | undefined;

  constructor(emit: Emit, metadataKey: string) {
    this.emit = emit;
    this.metadataKey = metadataKey;
    this.calls = new StreamingToolCallTracker<CallDelta>(
      { enqueue: emit },
      {
        generateId,
        extractMetadata: ({ extra_content }) => {
          const thoughtSignature = extra_content?.google?.thought_signature;
          return typeof thoughtSignature === "string" && thoughtSignature
            ? { [metadataKey]: { thoughtSignature } }
            : undefined;
        },
        buildToolCallProviderMetadata: (metadata) => metadata,
      },
    );
  }

  read({ lines, data, value, isRepaired }: ModelEvent): void {
    // A connection that breaks leaves an event without its last line.
    const isWhole = isRepaired || lines.at(-1) === "";
    if (this.pieces.length > 0 || (data === "" && isData(lines))) this.readPiece(lines);
    else if (value && isWhole) this.readValue(value);
    else if (data !== "" && data !== END && isWhole)
      this.fail(new JSONParseError({ text: data, cause: new SyntaxError("The event is no JSON object") }));
  }

  end(): void {
    if (this.open) this.emit({ type: `${this.open}-end`, id: idOf(this.open) });
    for (const delta of this.unnamed.values()) this.calls.processDelta(delta);
    this.calls.flush();
    const finishReason = this.finishReason;
    if (finishReason === undefined && !this.hasFailed)
      this.fail(
        new InvalidResponseDataError({
          data: undefined,
          message: "Response stream ended without a finish reason.",
        }),
      );
    this.emit({
      type: "finish",
      finishReason:
        finishReason === undefined
          ? { unified: "error", raw: undefined }
          : { unified: unified(finishReason, this.hasRefusal), raw: finishReason },
      usage: usageOf(this.usage),
      providerMetadata: { [this.metadataKey]: predictions(this.usage) },
    });
  }

  private readPiece(lines: readonly string[]): void {
    this.pieces.push(...lines);
    if (lines.at(-1) !== "") return;
    const data = this.pieces.flatMap((line) => (line.startsWith("data:") ? [line.slice(5).trim()] : []));
    this.pieces = [];
    try {
      this.readValue(JSON.parse(data.join("\n")));
    } catch (cause) {
      this.fail(new JSONParseError({ text: data.join("\n"), cause }));
    }
  }

  private readValue(value: Fields): void {
    if (value.error != null) {
      const { data, error } = failure.safeParse(value);
      this.fail(data?.error ?? new TypeValidationError({ value, cause: error }));
      return;
    }
    if (!Array.isArray(value.choices)) {
      this.fail(new TypeValidationError({ value, cause: new Error("The event has no choices") }));
      return;
    }
    this.readMetadata(value);
    if (isFields(value.usage)) this.usage = counts.safeParse(value.usage).data ?? this.usage;
    const [choice] = value.choices as Choice[];
    if (choice?.finish_reason != null) this.finishReason = choice.finish_reason;
    if (choice?.delta) this.readDelta(choice.delta);
  }

  private readMetadata({ id, model, created }: Fields): void {
    if (this.hasMetadata || !(id || model || created)) return;
    this.hasMetadata = true;
    this.emit({
      type: "response-metadata",
      id: typeof id === "string" ? id : undefined,
      modelId: typeof model === "string" ? model : undefined,
      timestamp: typeof created === "number" && created ? new Date(created * 1_000) : undefined,
    });
  }

  private readDelta({ content, refusal, reasoning_content, reasoning, tool_calls }: Delta): void {
    const thought = reasoning_content ?? reasoning;
    if (thought) this.write("reasoning", thought);
    if (typeof content === "string") {
      if (content) this.write("text", content);
    } else if (Array.isArray(content)) for (const part of content) this.readContent(part);
    if (typeof refusal === "string" && refusal) {
      this.hasRefusal = true;
      this.write("text", refusal);
    }
    if (!tool_calls?.length) return;
    if (this.open === "reasoning") this.close();
    for (const call of tool_calls) this.readCall(call);
  }

  private readContent(part: unknown): void {
    if (!isFields(part)) return;
    if (part.type === "text" && typeof part.text === "string" && part.text) this.write("text", part.text);
    if (part.type !== "thinking" || !Array.isArray(part.thinking)) return;
    const thought = part.thinking
      .flatMap((one) =>
        isFields(one) && one.type === "text" && typeof one.text === "string" ? [one.text] : [],
      )
      .join("");
    if (thought) this.write("reasoning", thought);
  }

  /** Waits for the name of a call, because its start must have one. */
  private readCall(delta: CallDelta): void {
    const { index } = delta;
    if (index == null || this.named.has(index)) {
      this.calls.processDelta(delta);
      return;
    }
    const before = this.unnamed.get(index);
    const { name, arguments: input } = delta.function;
    const joined: CallDelta = {
      index,
      id: before?.id ?? delta.id,
      function: { name, arguments: (before?.function.arguments ?? "") + (input ?? "") },
      extra_content: before?.extra_content ?? delta.extra_content,
    };
    this.unnamed.set(index, joined);
    if (name == null) return;
    this.unnamed.delete(index);
    this.named.add(index);
    this.calls.processDelta(joined);
  }

  private write(type: "text" | "reasoning", delta: string): void {
    if (this.open !== type) {
      this.close();
      this.open = type;
      this.emit({ type: `${type}-start`, id: idOf(type) });
    }
    this.emit({ type: `${type}-delta`, id: idOf(type), delta });
  }

  private close(): void {
    if (this.open) this.emit({ type: `${this.open}-end`, id: idOf(this.open) });
    this.open = null;
  }

  private fail(error: unknown): void {
    this.hasFailed = true;
    this.finishReason = undefined;
    this.emit({ type: "error", error });
  }
}

const idOf = (type: "text" | "reasoning") => (type === "text" ? TEXT : REASONING);

const isData = (lines: readonly string[]) => lines.some((line) => line.startsWith("data:"));

function unified(reason: string, hasRefusal: boolean): Finish["finishReason"]["unified"] {
  switch (reason) {
    case "stop":
      return hasRefusal ? "content-filter" : "stop";
    case "length":
      return "length";
    case "content_filter":
      return "content-filter";
    case "function_call":
    case "tool_calls":
      return "tool-calls";
    default:
      return "other";
  }
}

function usageOf(usage: Counts | undefined): Finish["usage"] {
  if (!usage) {
    const none = { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined };
    return { inputTokens: none, outputTokens: { total: undefined, text: undefined, reasoning: undefined } };
  }
  const [input, output] = [usage.prompt_tokens ?? 0, usage.completion_tokens ?? 0];
  const cacheRead = usage.prompt_tokens_details?.cached_tokens ?? 0;
  const reasoning = usage.completion_tokens_details?.reasoning_tokens ?? 0;
  return {
    inputTokens: { total: input, noCache: input - cacheRead, cacheRead, cacheWrite: undefined },
    outputTokens: { total: output, text: Math.max(0, output - reasoning), reasoning },
    raw: usage as Finish["usage"]["raw"],
  };
}

function predictions(usage: Counts | undefined): Record<string, number> {
  const details = usage?.completion_tokens_details;
  const accepted = details?.accepted_prediction_tokens;
  const rejected = details?.rejected_prediction_tokens;
  return {
    ...(accepted != null && { acceptedPredictionTokens: accepted }),
    ...(rejected != null && { rejectedPredictionTokens: rejected }),
  };
}
