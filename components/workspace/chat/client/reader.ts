import {
  AbstractChat,
  type ChatState,
  type ChatStatus,
  parseJsonEventStream,
  type UIMessage,
  type UIMessageChunk,
  uiMessageChunkSchema,
} from "ai";
import { sizeOf } from "@/lib/shared/chat/parts";
import { share } from "@/lib/shared/chat/share";
import { typeAtEnd } from "@/lib/shared/chat/type-at-end";
import { nextOf } from "./pace";

const PACE_MS = 50;
const CATCH_UP_MS = 1_000;

/**
 * Reads one running message from its stream, first chunk to last, and shows it as it grows. `shown` is what stands on the
 * screen of that message already: a replay replaces it only when it has caught up, so that nothing shrinks and jumps.
 * Resolves to whether the stream came to its own end.
 */
export async function readMessage(
  stream: ReadableStream<Uint8Array>,
  options: { shown: UIMessage | undefined; signal: AbortSignal; onMessage: (message: UIMessage) => void },
): Promise<boolean> {
  const { signal, onMessage } = options;
  const began = Date.now();
  let shown = options.shown;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let earliest = 0;
  let step: string | undefined;

  // What comes after a pause is shown with the burst that it came in, and a call as soon as it is written, and made.
  const state = new LiveState((message) => {
    const before = step;
    step = stepOfCall(message) ?? before;
    const isStep = step !== before;
    if (isStep) clearTimeout(timer);
    else if (timer !== undefined) return;
    const rest = isStep ? 0 : Math.max(earliest - performance.now(), 0);
    timer = setTimeout(show, rest);
  });

  function show(force = false) {
    clearTimeout(timer);
    timer = undefined;
    const message = state.messages.at(-1);
    if (!message || signal.aborted) return;
    const behind = shown?.id === message.id && sizeOf(message) < sizeOf(shown);
    if (behind && !force && Date.now() - began < CATCH_UP_MS) {
      timer = setTimeout(show, PACE_MS);
      return;
    }
    earliest = performance.now() + PACE_MS;
    const next = nextOf(message, shown);
    shown = share(shown, state.snapshot(next));
    onMessage(shown);
    if (next !== message) timer = setTimeout(show, PACE_MS);
  }

  let ended = false;
  const reader = new LiveMessage({
    state,
    transport: {
      resumeStreamIsReplay: true,
      reconnectToStream: async () => chunksOf(stream),
      sendMessages: () => Promise.reject(new Error("A reader does not send")),
    },
    onFinish: ({ isAbort, isError }) => {
      ended = !isAbort && !isError;
    },
  });
  const stop = () => void reader.stop();
  signal.addEventListener("abort", stop, { once: true });
  await reader.resumeStream();
  signal.removeEventListener("abort", stop);
  show(ended);
  while (ended && timer !== undefined && !signal.aborted)
    await new Promise((resolve) => setTimeout(resolve, PACE_MS));
  return ended;
}

/** A chunk that this version does not know is left out: the message is read again when its stream ends. */
const chunksOf = (stream: ReadableStream<Uint8Array>): ReadableStream<UIMessageChunk> =>
  parseJsonEventStream({ stream, schema: uiMessageChunkSchema }).pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        if (chunk.success) controller.enqueue(chunk.value);
      },
    }),
  );

/** The AI SDK's assembly of chunks into a message, without the list of messages that it would keep. */
class LiveMessage extends AbstractChat<UIMessage> {}

/** Hears of every chunk; copies the message only when it is shown. */
class LiveState implements ChatState<UIMessage> {
  status: ChatStatus = "ready";
  error: Error | undefined;
  messages: UIMessage[] = [];
  readonly #changed: (message: UIMessage) => void;

  constructor(changed: (message: UIMessage) => void) {
    this.#changed = changed;
  }

  pushMessage = (message: UIMessage) => {
    this.messages = [message];
    this.#changed(message);
  };
  popMessage = () => {
    this.messages = [];
  };
  replaceMessage = (_: number, message: UIMessage) => this.pushMessage(message);

  snapshot = <T>(thing: T): T => (isMessage(thing) ? { ...thing, parts: thing.parts.map(asItEnded) } : thing);
}

/** Applies the type in the metadata at the end of a text or reasoning part. */
function asItEnded(part: UIMessage["parts"][number]): UIMessage["parts"][number] {
  if (part.type !== "text" && part.type !== "reasoning") return { ...part };
  return { ...part, type: typeAtEnd(part.providerMetadata) ?? part.type };
}

/** How far the last call has come, once it is written. */
function stepOfCall({ parts }: UIMessage): string | undefined {
  const last = parts.at(-1);
  const isWritten = last !== undefined && "toolCallId" in last && last.state !== "input-streaming";
  return isWritten ? `${last.toolCallId} ${last.state}` : undefined;
}

const isMessage = (thing: unknown): thing is UIMessage =>
  typeof thing === "object" && thing !== null && "parts" in thing && Array.isArray(thing.parts);
