import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type LanguageModelMiddleware, wrapLanguageModel } from "ai";
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
const middleware: LanguageModelMiddleware = {
  specificationVersion: "v4",
  wrapStream: async ({ doStream }) => {
    const { stream, ...rest } = await doStream();
    return { ...rest, stream: stream.pipeThrough(wholeCharacters()).pipeThrough(joinDeltas()) };
  },
};

export const coalesced = (model: LanguageModelV4): LanguageModelV4 =>
  wrapLanguageModel({ model, middleware });

const FIRST_HALF = /[\ud800-\udbff]$/;

/**
 * Replaces U+0000 and lone surrogates in model output by U+FFFD. Half of a pair at the end of a delta waits
 * for the next delta of its part, because some servers split pairs.
 */
export function wholeCharacters(): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  type Controller = TransformStreamDefaultController<LanguageModelV4StreamPart>;
  const halves = new Map<string, Delta>();
  const keyOf = ({ type, id }: { type: string; id: string }) => `${type.replace(/-(delta|end)$/, "")} ${id}`;
  const release = (key: string, controller: Controller) => {
    const half = halves.get(key);
    halves.delete(key);
    if (half) controller.enqueue({ ...half, delta: toStorable(half.delta) });
  };
  return new TransformStream({
    transform(part, controller) {
      if (isDelta(part)) {
        const key = keyOf(part);
        const text = (halves.get(key)?.delta ?? "") + part.delta;
        const half = FIRST_HALF.exec(text)?.[0] ?? "";
        halves.delete(key);
        if (half) halves.set(key, { ...part, delta: half });
        controller.enqueue({ ...part, delta: toStorable(text.slice(0, text.length - half.length)) });
        return;
      }
      if (part.type === "text-end" || part.type === "reasoning-end" || part.type === "tool-input-end")
        release(keyOf(part), controller);
      controller.enqueue(part.type === "tool-call" ? { ...part, input: toStorableJson(part.input) } : part);
    },
    flush(controller) {
      for (const key of halves.keys()) release(key, controller);
    },
  });
}

export function joinDeltas(
  windowMs = WINDOW_MS,
): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  let pending: Delta | null = null;
  let last = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  // Node supports `cancel`, but the DOM types do not declare it.
  const transformer: Transformer<LanguageModelV4StreamPart, LanguageModelV4StreamPart> & { cancel(): void } =
    {
      transform(part, controller) {
        const release = () => {
          clearTimeout(timer);
          timer = undefined;
          if (pending) controller.enqueue(pending);
          pending = null;
          last = performance.now();
        };
        if (!isDelta(part)) {
          release();
          // Let the first delta after this part pass at once.
          last = Number.NEGATIVE_INFINITY;
          controller.enqueue(part);
          return;
        }
        if (pending && pending.type === part.type && pending.id === part.id) {
          const providerMetadata = part.providerMetadata ?? pending.providerMetadata;
          pending = {
            ...pending,
            ...(providerMetadata && { providerMetadata }),
            delta: pending.delta + part.delta,
          };
          return;
        }
        if (pending) release();
        pending = part;
        const wait = last + windowMs - performance.now();
        if (wait <= 0) release();
        else timer = setTimeout(release, wait);
      },
      flush(controller) {
        clearTimeout(timer);
        if (pending) controller.enqueue(pending);
      },
      cancel() {
        clearTimeout(timer);
      },
    };
  return new TransformStream(transformer);
}
