import type { UIMessage } from "ai";
import { ApiError, jsonBody, request } from "@/components/client/request";
import { earlierPage, type Snapshot, snapshot } from "@/lib/shared/chat/contract";
import type { ConversationWindow, EarlierPage } from "@/lib/shared/chat/window";

export { ApiError };

const post = (path: string, body?: unknown): Promise<Response> =>
  request(path, { method: "POST", ...(body !== undefined && jsonBody(body)) });

const at = (id: string): string => encodeURIComponent(id);

const conversationPath = (id: string, query: Partial<ConversationWindow & EarlierPage>): string =>
  `/api/conversations/${at(id)}?${new URLSearchParams(JSON.parse(JSON.stringify(query)))}`;

/** Reads a window of a conversation. Resolves to `known` if that is still its state. */
export async function readConversation(
  id: string,
  window: ConversationWindow,
  known?: Snapshot,
): Promise<Snapshot> {
  const headers: HeadersInit = known?.etag ? { "if-none-match": known.etag } : {};
  const response = await request(conversationPath(id, window), { headers });
  if (known && response.status === 304) return known;
  return { ...snapshot.parse(await response.json()), etag: response.headers.get("etag") ?? undefined };
}

/** Reads messages before one that is loaded. */
export const readEarlier = async (id: string, page: EarlierPage) =>
  earlierPage.parse(await (await request(conversationPath(id, page))).json());

/**
 * `replaces` is the id of the message of which this one is a new version. `model` and `projectId` are
 * those of a new conversation.
 */
export const postMessage = (
  id: string,
  message: UIMessage,
  more: { replaces?: string; model?: string; projectId?: string } = {},
): Promise<Response> => post("/api/chat", { id, message, ...more });

export const postRetry = (id: string, messageId: string): Promise<Response> =>
  post("/api/chat", { id, retry: { messageId } });

export const postCompact = (id: string): Promise<Response> => post(`/api/chat/${at(id)}/compact`);

export const postEndSession = async (id: string): Promise<void> => {
  await post(`/api/chat/${at(id)}/end-session`);
};

export const allowTools = async (id: string, approvedTools: string[]): Promise<void> => {
  await request(`/api/conversations/${at(id)}`, { method: "PATCH", ...jsonBody({ approvedTools }) });
};

export const takeNewestPrompt = async (id: string): Promise<void> => {
  await request(`/api/conversations/${at(id)}`, { method: "PATCH", ...jsonBody({ newestPrompt: true }) });
};

export const patchSurface = async (id: string, body: Record<string, unknown>): Promise<void> => {
  await request(`/api/sheets/${at(id)}/state`, { method: "PATCH", ...jsonBody(body) });
};

export const showMessage = async (id: string, messageId: string): Promise<void> => {
  await request(`/api/conversations/${at(id)}`, { method: "PATCH", ...jsonBody({ showMessage: messageId }) });
};

/**
 * With `messageId`, an outdated tab cannot answer a later call that has the same id. `agentId` is the agent
 * of the conversation, if it is not the current agent.
 */
export const postAnswer = (
  id: string,
  answer: { toolCallId: string; messageId: string; output: unknown },
  agentId?: string,
): Promise<Response> => post(`/api/chat${ofAnother(agentId)}`, { id, answer });

/** `agentId` is the agent of the conversation, if it is not the current agent. */
export const stopRun = async (id: string, agentId?: string): Promise<void> => {
  await post(`/api/chat/${at(id)}/stop${ofAnother(agentId)}`);
};

const ofAnother = (agentId: string | undefined): string =>
  agentId === undefined ? "" : `?${new URLSearchParams({ agent: agentId })}`;

/** Opens the stream of the running message from its first chunk. Resolves to null when nothing runs. */
export const openStream = async (id: string, signal: AbortSignal): Promise<Body | null> =>
  bodyOf(await request(`/api/chat/${at(id)}/stream`, { signal }));

type Body = ReadableStream<Uint8Array>;

/** Returns the event stream of a response, or null for 204. */
export const bodyOf = ({ status, body }: Response): Body | null => (status === 204 ? null : body);
