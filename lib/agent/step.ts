import { setTimeout as delay } from "node:timers/promises";
import type { LanguageModelV4 } from "@ai-sdk/provider";
import {
  type FinishReason,
  type LanguageModelStreamPart,
  type ModelMessage,
  experimental_streamLanguageModelCall as streamLanguageModelCall,
  type ToolSet,
  toUIMessageChunk,
} from "ai";
import { isRetryable, retryAfterMs } from "@/lib/models/errors";
import { abortable, raceAbort } from "@/lib/shared/abort";
import { coalesced } from "./coalesce";
import type { Chunk, Draft } from "./message";

const RETRIES = 2;
/** A provider that asks for a longer wait than this is reported instead. */
const LONGEST_WAIT_MS = 10_000;

export type ModelCall = {
  model: LanguageModelV4;
  system: string;
  messages: ModelMessage[];
  tools: ToolSet;
  signal: AbortSignal;
  draft: Draft;
  emit(chunk: Chunk): void;
};

export type ModelStep = { finishReason: FinishReason; inputTokens: number; outputTokens: number };

/**
 * One call of the model, its chunks given to `emit` as they come. Tries again when the provider says so and nothing has
 * been shown yet. Throws what the provider threw; the message then holds what came before.
 */
export async function modelStep(call: ModelCall): Promise<ModelStep> {
  for (let attempt = 0; ; attempt++) {
    let shown = false;
    try {
      return await stream(call, () => {
        shown = true;
      });
    } catch (error) {
      const wait = retryAfterMs(error) ?? 500 * 2 ** attempt;
      const again = !shown && attempt < RETRIES && wait <= LONGEST_WAIT_MS && isRetryable(error);
      if (!again || call.signal.aborted) throw error;
      await delay(wait, undefined, { signal: call.signal });
    }
  }
}

async function stream(call: ModelCall, onShown: () => void): Promise<ModelStep> {
  const { stream } = await raceAbort(
    streamLanguageModelCall({
      model: coalesced(call.model),
      instructions: call.system || undefined,
      messages: call.messages,
      tools: call.tools,
      abortSignal: call.signal,
    }),
    call.signal,
  );
  const ids = new CallIds(call.draft);
  let end: ModelStep | null = null;
  for await (const part of abortable(stream, call.signal)) {
    if (part.type === "error") throw part.error;
    if (part.type === "model-call-end") {
      const { finishReason, usage } = part;
      end = { finishReason, inputTokens: usage.inputTokens ?? 0, outputTokens: usage.outputTokens ?? 0 };
      continue;
    }
    const chunk = toChunk(part, ids);
    if (!chunk) continue;
    onShown();
    call.emit(chunk);
  }
  if (!end) throw new Error("The model's stream ended before its answer did");
  return end;
}

function toChunk(part: LanguageModelStreamPart, ids: CallIds): Chunk | undefined {
  switch (part.type) {
    case "tool-input-start":
      return { type: "tool-input-start", toolCallId: ids.begin(part.id), toolName: clean(part.toolName) };
    case "tool-input-delta":
      return { type: "tool-input-delta", toolCallId: ids.current(part.id), inputTextDelta: part.delta };
    case "tool-call": {
      const { input, providerMetadata } = part;
      const named = { toolCallId: ids.complete(part.toolCallId), toolName: clean(part.toolName) };
      // Broken JSON stays as text: the check of the tool's input says what is wrong with it.
      return { type: "tool-input-available", ...named, input, ...(providerMetadata && { providerMetadata }) };
    }
    case "text-start":
    case "text-delta":
    case "text-end":
    case "reasoning-start":
    case "reasoning-delta":
    case "reasoning-end":
    case "source":
    case "file":
      return toUIMessageChunk(part, { sendSources: true }) as Chunk | undefined;
  }
}

/** A name goes into text columns and part types, whatever the model wrote. */
const clean = (name: string) => name.replace(/[^\w.:-]/g, "_").slice(0, 128) || "_";

/** Providers repeat call ids from step to step; inside one message each id is made to mean one call. */
class CallIds {
  private readonly draft: Draft;
  private readonly given = new Map<string, string>();
  private readonly done = new Set<string>();

  constructor(draft: Draft) {
    this.draft = draft;
  }

  begin(id: string): string {
    const known = this.given.get(id);
    if (known && !this.done.has(known)) return known;
    const base = clean(id);
    let unique = base;
    for (let n = 2; this.draft.tool(unique); n++) unique = `${base}-${n}`;
    this.given.set(id, unique);
    return unique;
  }

  current(id: string): string {
    return this.given.get(id) ?? this.begin(id);
  }

  complete(id: string): string {
    const unique = this.begin(id);
    this.done.add(unique);
    return unique;
  }
}
