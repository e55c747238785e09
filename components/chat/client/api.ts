import { parseJsonEventStream, type UIMessage, type UIMessageChunk, uiMessageChunkSchema } from "ai";
import { readError, type Snapshot, type Summaries, snapshot, summaries } from "@/lib/shared/chat/contract";

/** Easel answered, and said no. Anything else that is thrown here means that it was not reached. */
export class ApiError extends Error {
  readonly status: number;
  readonly details: unknown;

  constructor(status: number, message: string, details: unknown) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.details = details;
  }
}

const PATIENCE_MS = 20_000;

/** Fetches and throws unless it went well. The time limit ends with the headers: a body may stream for an hour. */
async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  const signal = init.signal ? AbortSignal.any([init.signal, late.signal]) : late.signal;
  try {
    const response = await fetch(path, { ...init, signal, cache: "no-store" });
    if (response.ok) return response;
    if (response.status === 401)
      location.assign(`/login?${new URLSearchParams({ next: location.pathname })}`);
    const error = readError(await response.json().catch(() => undefined));
    if (!error) throw new TypeError(`No answer from Easel (${response.status})`);
    throw new ApiError(response.status, error.message, error.details);
  } finally {
    clearTimeout(timer);
  }
}

const post = (path: string, body?: unknown): Promise<Response> =>
  request(path, {
    method: "POST",
    ...(body === undefined
      ? {}
      : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
  });

const at = (id: string): string => encodeURIComponent(id);

export const readConversation = async (id: string): Promise<Snapshot> =>
  snapshot.parse(await (await request(`/api/conversations/${at(id)}`)).json());

export async function listConversations(cursor?: string): Promise<Summaries> {
  const query = cursor ? `?${new URLSearchParams({ cursor })}` : "";
  return summaries.parse(await (await request(`/api/conversations${query}`)).json());
}

export const deleteConversation = async (id: string): Promise<void> => {
  await request(`/api/conversations/${at(id)}`, { method: "DELETE" });
};

export const postMessage = (id: string, message: UIMessage): Promise<Response> =>
  post("/api/chat", { id, message });

/** `messageId` keeps a tab that has fallen behind from answering a later call that has the same id. */
export const postAnswer = (
  id: string,
  answer: { toolCallId: string; messageId: string; output: unknown },
): Promise<Response> => post("/api/chat", { id, answer });

export const signOut = async (): Promise<void> => {
  await post("/api/logout");
};

export const stopRun = async (id: string): Promise<void> => {
  await post(`/api/chat/${at(id)}/stop`);
};

/** The running message from its first chunk; null when nothing runs. */
export async function openStream(id: string, signal: AbortSignal) {
  return chunksOf(await request(`/api/chat/${at(id)}/stream`, { signal }));
}

/** A chunk that this version does not know is left out: the message is read again when its stream ends. */
export function chunksOf(response: Response): ReadableStream<UIMessageChunk> | null {
  if (response.status === 204 || !response.body) return null;
  return parseJsonEventStream({ stream: response.body, schema: uiMessageChunkSchema }).pipeThrough(
    new TransformStream({
      transform(chunk, controller) {
        if (chunk.success) controller.enqueue(chunk.value);
      },
    }),
  );
}
