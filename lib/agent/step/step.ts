import { setTimeout as delay, setImmediate } from "node:timers/promises";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import {
  type FinishReason,
  type LanguageModelStreamPart,
  type ModelMessage,
  experimental_streamLanguageModelCall as streamLanguageModelCall,
  type ToolSet,
  toUIMessageChunk,
} from "ai";
import { StepBounds, tooMuchText, unread } from "@/lib/agent/message/bounds";
import { brokenOffMark, brokenOffMessage } from "@/lib/agent/message/broken-input";
import { coalesced } from "@/lib/agent/message/coalesce";
import type { Draft } from "@/lib/agent/message/draft";
import type { Chunk } from "@/lib/agent/message/message";
import { type Operation, traced } from "@/lib/ground/telemetry/spans";
import { isRetryable, retryAfterMs } from "@/lib/models/providers/errors";
import { AnswerCutError } from "@/lib/models/providers/failure";
import { abortable, raceAbort } from "@/lib/shared/abort";
import { unlessSilent } from "./silence";

const RETRIES = 2;
/** If a provider asks for a longer wait, the request fails instead of being retried. */
const MAX_WAIT_MS = 10_000;
const MAX_TOKENS = 100_000_000;

export type StepCall = {
  model: LanguageModelV4;
  system: string;
  messages: ModelMessage[];
  tools: ToolSet;
  maxOutputTokens?: number;
  signal: AbortSignal;
  /** Maximum time without output, including retries. */
  maxSilenceMs: number;
  draft: Draft;
  emit(chunk: Chunk): void;
  /** Awaited before the request is sent. */
  begun?: Promise<void>;
};

export type ModelStep = {
  finishReason: FinishReason;
  inputTokens: number;
  outputTokens: number;
  /** Part of `inputTokens`: read from the provider's cache. */
  cachedTokens: number;
  /** Part of `inputTokens`: written to the provider's cache. */
  cacheWriteTokens: number;
  /** Part of `outputTokens`. */
  reasoningTokens: number;
};

/**
 * Calls the model once and passes its chunks to `emit`. Retries if the error is retryable and no chunk was
 * emitted yet. Throws the provider's error; the draft then has the output so far.
 */
export function modelStep(call: StepCall): Promise<ModelStep> {
  const tell = (quietSince: string | null) =>
    call.emit({ type: "message-metadata", messageMetadata: { quietSince } });
  return traced(operationOf(call), async (note) => {
    const since = performance.now();
    let hasOutput = false;
    const noteFirst = () => {
      if (!hasOutput) note({ "gen_ai.response.time_to_first_chunk": (performance.now() - since) / 1_000 });
      hasOutput = true;
    };
    const step = await unlessSilent(call.signal, { maxMs: call.maxSilenceMs, tell }, (signal, onOutput) =>
      withRetries({ ...call, signal }, () => {
        noteFirst();
        onOutput();
      }),
    );
    note({
      "gen_ai.response.finish_reasons": [step.finishReason],
      "gen_ai.usage.input_tokens": step.inputTokens,
      "gen_ai.usage.output_tokens": step.outputTokens,
      "gen_ai.usage.cache_read.input_tokens": step.cachedTokens,
      "gen_ai.usage.cache_creation.input_tokens": step.cacheWriteTokens,
      "gen_ai.usage.reasoning.output_tokens": step.reasoningTokens,
    });
    return step;
  });
}

/** Names of the conventions for providers that the SDK names otherwise. */
const PROVIDERS: Record<string, string> = {
  azure: "azure.ai.openai",
  "amazon-bedrock": "aws.bedrock",
  google: "gcp.gen_ai",
  mistral: "mistral_ai",
  xai: "x_ai",
};

function operationOf({ model, maxOutputTokens }: StepCall): Operation {
  // For example "openai.responses".
  const [provider = model.provider] = model.provider.split(".");
  return {
    ...{ name: "chat", subject: model.modelId },
    attributes: {
      "gen_ai.provider.name": PROVIDERS[provider] ?? provider,
      "gen_ai.request.model": model.modelId,
      "gen_ai.request.stream": true,
      ...(maxOutputTokens !== undefined && { "gen_ai.request.max_tokens": maxOutputTokens }),
    },
  };
}

async function withRetries(call: StepCall, onOutput: () => void): Promise<ModelStep> {
  for (let attempt = 0; ; attempt++) {
    let shown = false;
    const onShown = () => {
      shown = true;
    };
    try {
      return await stream(call, onShown, onOutput);
    } catch (error) {
      const wait = retryAfterMs(error) ?? 500 * 2 ** attempt;
      const again = !shown && attempt < RETRIES && wait <= MAX_WAIT_MS && isRetryable(error);
      if (!again || call.signal.aborted) throw error;
      await delay(wait, undefined, { signal: call.signal });
    }
  }
}

async function stream(call: StepCall, onShown: () => void, onOutput: () => void): Promise<ModelStep> {
  const { draft, signal } = call;
  const { stream } = await raceAbort(
    () =>
      streamLanguageModelCall({
        model: coalesced(call.model, call.begun),
        instructions: call.system || undefined,
        messages: call.messages,
        tools: call.tools,
        maxOutputTokens: call.maxOutputTokens,
        abortSignal: signal,
      }),
    signal,
  );
  const ids = new CallIds(draft);
  const bounds = new StepBounds();
  let end: ModelStep | null = null;
  let hasSpoken = false;
  for await (const part of abortable(stream, signal)) {
    if (part.type === "error") throw part.error;
    if (part.type === "model-call-end") {
      const { finishReason, usage } = part;
      end = {
        finishReason,
        inputTokens: count(usage.inputTokens),
        outputTokens: count(usage.outputTokens),
        cachedTokens: count(usage.inputTokenDetails?.cacheReadTokens),
        cacheWriteTokens: count(usage.inputTokenDetails?.cacheWriteTokens),
        reasoningTokens: count(usage.outputTokenDetails?.reasoningTokens),
      };
      // The answer is complete. A later error of the stream must not discard it.
      break;
    }
    if (isOutput(part)) onOutput();
    for (const chunk of toChunks(part, { ids, draft, bounds })) {
      onShown();
      call.emit(chunk);
    }
    if (!hasSpoken && isProse(part)) {
      hasSpoken = true;
      // Sockets are written after the microtasks. Yield here, so that the first text is sent before the rest
      // is read.
      await setImmediate();
    }
    if (bounds.isFull) throw tooMuchText();
  }
  if (!end) throw new AnswerCutError("The model's stream ended before its answer did");
  const why = brokenOffMessage(end.finishReason);
  for (const chunk of await draft.closing(why, ({ state }) => state === "input-streaming"))
    call.emit(chunk.type === "tool-output-error" ? { ...chunk, ...brokenOffMark } : chunk);
  return end;
}

/** Returns true if the part has content. Deltas can be empty, and many parts only begin or end another. */
const isOutput = (part: LanguageModelStreamPart): boolean =>
  isProse(part) ||
  (part.type === "tool-input-delta" && part.delta !== "") ||
  ["tool-input-start", "tool-call", "file", "source"].includes(part.type);

const isProse = (part: LanguageModelStreamPart): boolean =>
  (part.type === "text-delta" || part.type === "reasoning-delta") && part.text !== "";

/**
 * Converts a model's part to chunks. Clients reject a delta or end without a start, so a missing start is
 * added or the part is dropped.
 */
function toChunks(
  part: LanguageModelStreamPart,
  { ids, draft, bounds }: { ids: CallIds; draft: Draft; bounds: StepBounds },
): Chunk[] {
  switch (part.type) {
    case "tool-input-start":
      return [{ type: "tool-input-start", toolCallId: ids.begin(part.id), toolName: clean(part.toolName) }];
    case "tool-input-delta": {
      const toolCallId = ids.current(part.id);
      const isShown = toolCallId && bounds.fits(toolCallId, part.delta);
      return isShown ? [{ type: "tool-input-delta", toolCallId, inputTextDelta: part.delta }] : [];
    }
    case "tool-call": {
      const { providerMetadata } = part;
      const why = bounds.refuse(part.input);
      const named = { toolCallId: ids.complete(part.toolCallId), toolName: clean(part.toolName) };
      // Broken JSON stays a string, and `brokenInputMessage` explains the error to the model.
      const inputFields = why === null ? { input: part.input } : unread(why);
      return [
        {
          type: "tool-input-available",
          ...named,
          ...inputFields,
          ...(providerMetadata && { providerMetadata }),
        },
      ];
    }
    case "text-start":
      return [...(draft.open(part) ? [{ type: "text-end", id: part.id } as const] : []), ...uiChunks(part)];
    case "reasoning-start":
      return [
        ...(draft.open(part) ? [{ type: "reasoning-end", id: part.id } as const] : []),
        ...uiChunks(part),
      ];
    case "text-delta":
    case "reasoning-delta": {
      const type = part.type === "text-delta" ? "text-start" : "reasoning-start";
      const startChunks: Chunk[] = draft.open(part) ? [] : [{ type, id: part.id }];
      return [...startChunks, ...uiChunks({ ...part, text: bounds.cut(part.text) })];
    }
    case "text-end":
    case "reasoning-end":
      return draft.open(part) ? uiChunks(part) : [];
    case "file":
      bounds.file(part.file.base64);
      return uiChunks(part);
    case "source":
      return uiChunks(part);
    default:
      return [];
  }
}

const uiChunks = (part: Parameters<typeof toUIMessageChunk>[0]): Chunk[] => {
  const chunk = toUIMessageChunk(part, { sendSources: true });
  return chunk ? [chunk as Chunk] : [];
};

/** Limits a provider's token count to the range of the database column. */
const count = (tokens: number | undefined): number =>
  tokens && tokens > 0 ? Math.min(Math.round(tokens), MAX_TOKENS) : 0;

/** Sanitises an id or name from the model, because it becomes part of text columns and part types. */
const clean = (name: string) => name.replace(/[^\w.:-]/g, "_").slice(0, 128) || "_";

/** Makes call ids unique within a message, because providers repeat ids from step to step. */
class CallIds {
  private readonly draft: Draft;
  /** Ids of the calls whose input is streaming, by the provider's id. */
  private readonly open = new Map<string, string>();

  constructor(draft: Draft) {
    this.draft = draft;
  }

  begin(id: string): string {
    const openId = this.open.get(id);
    if (openId) return openId;
    const base = clean(id);
    let unique = base;
    for (let n = 2; this.draft.tool(unique); n++) unique = `${base}-${n}`;
    this.open.set(id, unique);
    return unique;
  }

  current(id: string): string | undefined {
    return this.open.get(id);
  }

  complete(id: string): string {
    const unique = this.begin(id);
    this.open.delete(id);
    return unique;
  }
}
