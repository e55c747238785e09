import { Chat } from "@ai-sdk/react";
import {
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
import { shownMessages } from "./state";
import type { Store } from "./store";

const PACE_MS = 50;
const CATCH_UP_MS = 1_000;

type Stream = ReadableStream<Uint8Array>;
type Reading = {
  /**
   * The message that is shown. While a broken stream is replayed, this message stays until the replay is as
   * long, so that the page does not jump.
   */
  shown: UIMessage | undefined;
  signal: AbortSignal;
  onMessage: (message: UIMessage) => void;
};

/** Returns the chat that provides `useChat` with the thread of this store, creating it on first use. */
export const chatOf = (store: Store): ThreadChat => {
  store.chat ??= new ThreadChat(shownMessages(store.state));
  return store.chat;
};

/**
 * The AI SDK's chat of one conversation. The SDK assembles the running message from its stream. The store
 * determines the messages of the thread, and the outbox sends messages.
 */
export class ThreadChat extends Chat<UIMessage> {
  readonly #thread: ChatState<UIMessage>;
  readonly #source: { stream: Stream | null; hasEnded: boolean };

  constructor(messages: UIMessage[]) {
    const source: { stream: Stream | null; hasEnded: boolean } = { stream: null, hasEnded: false };
    super({
      messages,
      transport: {
        resumeStreamIsReplay: true,
        reconnectToStream: async () => source.stream && chunksOf(source.stream),
        sendMessages: () => Promise.reject(new Error("Messages are sent by the outbox")),
      },
      onFinish: ({ isAbort, isError }) => {
        source.hasEnded = !isAbort && !isError;
      },
    });
    this.#thread = this.state;
    this.#source = source;
  }

  /** Returns the thread. Without this override the SDK would return the message that it assembles. */
  override get messages(): UIMessage[] {
    return this.#thread.messages;
  }

  override set messages(messages: UIMessage[]) {
    const before = this.#thread.messages;
    if (messages.length === before.length && messages.every((message, index) => message === before[index]))
      return;
    this.#thread.messages = messages;
  }

  /** Reads one running message from its first chunk to its last. Resolves to false if the stream broke. */
  async follow(stream: Stream, { shown, signal, onMessage }: Reading): Promise<boolean> {
    const began = Date.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let earliest = 0;
    let step: string | undefined;

    // Show the first chunk after a pause together with its burst, and a call as soon as its input is
    // complete.
    const assembly = new Assembly(this.#thread, (message) => {
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
      const message = assembly.messages.at(-1);
      if (!message || signal.aborted) return;
      const behind = shown?.id === message.id && sizeOf(message) < sizeOf(shown);
      if (behind && !force && Date.now() - began < CATCH_UP_MS) {
        timer = setTimeout(show, PACE_MS);
        return;
      }
      earliest = performance.now() + PACE_MS;
      const next = nextOf(message, shown);
      shown = share(shown, assembly.snapshot(next));
      onMessage(shown);
      if (next !== message) timer = setTimeout(show, PACE_MS);
    }

    this.state = assembly;
    this.#source.stream = stream;
    this.#source.hasEnded = false;
    const stop = () => void this.stop();
    signal.addEventListener("abort", stop, { once: true });
    await this.resumeStream();
    signal.removeEventListener("abort", stop);
    const ended = this.#source.hasEnded && !signal.aborted;
    show(ended);
    while (ended && timer !== undefined && !signal.aborted)
      await new Promise((resolve) => setTimeout(resolve, PACE_MS));
    return ended;
  }
}

/** Skips unknown chunk types. The complete message is read again when the stream ends. */
const chunksOf = (stream: Stream): ReadableStream<UIMessageChunk> =>
  parseJsonEventStream({ stream, schema: uiMessageChunkSchema }).pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        if (chunk.success) controller.enqueue(chunk.value);
      },
    }),
  );

class Assembly implements ChatState<UIMessage> {
  messages: UIMessage[] = [];
  readonly #thread: ChatState<UIMessage>;
  readonly #changed: (message: UIMessage) => void;

  constructor(thread: ChatState<UIMessage>, changed: (message: UIMessage) => void) {
    this.#thread = thread;
    this.#changed = changed;
  }

  get status(): ChatStatus {
    return this.#thread.status;
  }
  set status(status: ChatStatus) {
    this.#thread.status = status;
  }
  get error(): Error | undefined {
    return this.#thread.error;
  }
  set error(error: Error | undefined) {
    this.#thread.error = error;
  }

  pushMessage = (message: UIMessage) => {
    this.messages = [message];
    this.#changed(message);
  };
  popMessage = () => {
    this.messages = [];
  };
  replaceMessage = (_: number, message: UIMessage) => this.pushMessage(message);

  snapshot = <T>(item: T): T => (isMessage(item) ? { ...item, parts: item.parts.map(asItEnded) } : item);
}

/** Applies the part type from the metadata at the end of a text or reasoning part. */
function asItEnded(part: UIMessage["parts"][number]): UIMessage["parts"][number] {
  if (part.type !== "text" && part.type !== "reasoning") return { ...part };
  return { ...part, type: typeAtEnd(part.providerMetadata) ?? part.type };
}

/** Returns an id for the state of the last call, or undefined while its input streams. */
function stepOfCall({ parts }: UIMessage): string | undefined {
  const last = parts.at(-1);
  const isWritten = last !== undefined && "toolCallId" in last && last.state !== "input-streaming";
  return isWritten ? `${last.toolCallId} ${last.state}` : undefined;
}

const isMessage = (item: unknown): item is UIMessage =>
  typeof item === "object" && item !== null && "parts" in item && Array.isArray(item.parts);
