import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { type LanguageModelMiddleware, StreamProviderError } from "ai";

const FULL = "model_context_window_exceeded";

/** Claude stops where its context is full, which the SDK takes for an answer that one may ask to go on. */
export const fullContext: LanguageModelMiddleware = {
  specificationVersion: "v4",
  wrapStream: async ({ doStream }) => {
    const { stream, ...rest } = await doStream();
    return { ...rest, stream: stream.pipeThrough(new TransformStream({ transform: withError })) };
  },
};

function withError(
  part: LanguageModelV4StreamPart,
  controller: TransformStreamDefaultController<LanguageModelV4StreamPart>,
): void {
  const isFull = part.type === "finish" && part.finishReason.raw === FULL;
  if (!isFull) controller.enqueue(part);
  else controller.enqueue({ type: "error", error: new StreamProviderError({ message: FULL }) });
}
