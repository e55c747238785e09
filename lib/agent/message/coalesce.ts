import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type LanguageModelMiddleware, wrapLanguageModel } from "ai";
import { type Emit, isStaged, type PartStage } from "@/lib/models/providers/chat/stages";
import { toStorable, toStorableJson } from "@/lib/shared/text/storable";

/** Deltas within this time are merged, because a screen shows no more than 100 updates a second. */
const WINDOW_MS = 10;

type Delta = Extract<LanguageModelV4StreamPart, { delta: string }>;

const isDelta = (part: LanguageModelV4StreamPart): part is Delta =>
  part.type === "text-delta" || part.type === "reasoning-delta" || part.type === "tool-input-delta";

/**
 * Merges the deltas of a fast model first, so that parsing, storing, sending and rendering work per 10 ms and
 * not per token. The first delta, also after a pause, passes at once.
 */
const middleware = (begun?: Promise<void>): LanguageModelMiddleware => ({
  specificationVersion: "v4",
  wrapStream: async ({ doStream }) => {
    await begun;
    const { stream, ...rest } = await doStream();
    return { ...rest, stream: stream.pipeThrough(joinedDeltas()) };
  },
});

/** Wraps a model. Its request is sent once `begun` resolves. */
export const coalesced = (model: LanguageModelV4, begun?: Promise<void>): LanguageModelV4 =>
  isStaged(model)
    ? model.through((emit) => joined(emit), begun)
    : wrapLanguageModel({ model, middleware: middleware(begun) });

const FIRST_HALF = /[\ud800-\udbff]$/;

/**
 * Merges deltas and replaces invalid characters in one transform stream, because a second stream would take
 * longer than both changes.
 */
export function joinedDeltas(
  windowMs = WINDOW_MS,
): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  let stage: PartStage | undefined;
  // Node supports `cancel`, but the DOM types do not declare it.
  const transformer: Transformer<LanguageModelV4StreamPart, LanguageModelV4StreamPart> & { cancel(): void } =
    {
      start(controller) {
        stage = joined((part) => controller.enqueue(part), windowMs);
      },
      transform: (part) => stage?.take(part),
      flush: () => stage?.end(),
      cancel: () => stage?.cancel?.(),
    };
  return new TransformStream(transformer);
}

function joined(emit: Emit, windowMs = WINDOW_MS): PartStage {
  const deltas = joinDeltas(emit, windowMs);
  const characters = wholeCharacters(deltas.take);
  return {
    take: characters.take,
    end() {
      characters.end();
      deltas.end();
    },
    cancel: deltas.cancel,
  };
}

/**
 * Replaces U+0000 and lone surrogates in model output by U+FFFD. Half of a pair at the end of a delta waits
 * for the next delta of its part, because some servers split pairs.
 */
function wholeCharacters(emit: Emit): PartStage {
  const halves = new Map<string, Delta>();
  const keyOf = ({ type, id }: { type: string; id: string }) => `${type.replace(/-(delta|end)$/, "")} ${id}`;
  const release = (key: string) => {
    const half = halves.get(key);
    halves.delete(key);
    if (half) emit({ ...half, delta: toStorable(half.delta) });
  };
  return {
    take(part) {
      if (isDelta(part)) {
        const key = keyOf(part);
        const text = (halves.get(key)?.delta ?? "") + part.delta;
        const half = FIRST_HALF.exec(text)?.[0] ?? "";
        halves.delete(key);
        if (half) halves.set(key, { ...part, delta: half });
        emit({ ...part, delta: toStorable(text.slice(0, text.length - half.length)) });
        return;
      }
      if (part.type === "text-end" || part.type === "reasoning-end" || part.type === "tool-input-end")
        release(keyOf(part));
      emit(part.type === "tool-call" ? { ...part, input: toStorableJson(part.input) } : part);
    },
    end() {
      for (const key of halves.keys()) release(key);
    },
  };
}

function joinDeltas(emit: Emit, windowMs: number): PartStage {
  let pending: Delta | null = null;
  let last = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const release = () => {
    clearTimeout(timer);
    timer = undefined;
    if (pending) emit(pending);
    pending = null;
    last = performance.now();
  };
  return {
    take(part) {
      if (!isDelta(part)) {
        release();
        // Let the first delta after this part pass at once.
        last = Number.NEGATIVE_INFINITY;
        emit(part);
        return;
      }
      if (pending && pending.type === part.type && pending.id === part.id) {
        const providerMetadata = part.providerMetadata ?? pending.providerMetadata;
        const delta = pending.delta + part.delta;
        pending = { ...pending, ...(providerMetadata && { providerMetadata }), delta };
        return;
      }
      if (pending) release();
      pending = part;
      const wait = last + windowMs - performance.now();
      if (wait <= 0) release();
      else timer = setTimeout(release, wait);
    },
    end() {
      clearTimeout(timer);
      if (pending) emit(pending);
    },
    cancel() {
      clearTimeout(timer);
    },
  };
}
