import type { UIMessage } from "ai";
import { ApiError, jsonBody, request } from "@/components/client/request";
import { type Snapshot, snapshot } from "@/lib/shared/chat/contract";

export { ApiError };

const post = (path: string, body?: unknown): Promise<Response> =>
  request(path, { method: "POST", ...(body !== undefined && jsonBody(body)) });

const at = (id: string): string => encodeURIComponent(id);

export const readConversation = async (id: string): Promise<Snapshot> =>
  snapshot.parse(await (await request(`/api/conversations/${at(id)}`)).json());

/** `replaces`: the message of which this is another version. `model`: for a conversation that begins with it. */
export const postMessage = (
  id: string,
  message: UIMessage,
  more: { replaces?: string; model?: string } = {},
): Promise<Response> => post("/api/chat", { id, message, ...more });

/** Asks for another version of an answer. */
export const postRetry = (id: string, messageId: string): Promise<Response> =>
  post("/api/chat", { id, retry: { messageId } });

/** Has earlier messages summarised now. */
export const postCompact = (id: string): Promise<Response> => post(`/api/chat/${at(id)}/compact`);

/** Ends the session: what is said next begins another conversation. */
export const postDivide = async (id: string): Promise<void> => {
  await post(`/api/chat/${at(id)}/divide`);
};

/** The tools that need not ask first in this conversation. */
export const allowTools = async (id: string, approvedTools: string[]): Promise<void> => {
  await request(`/api/conversations/${at(id)}`, { method: "PATCH", ...jsonBody({ approvedTools }) });
};

/** Goes on with the system prompt and the learned notes as they are now. */
export const takeNewestPrompt = async (id: string): Promise<void> => {
  await request(`/api/conversations/${at(id)}`, { method: "PATCH", ...jsonBody({ newestPrompt: true }) });
};

/** Notes what was done with a sheet, or became of it. */
export const patchSheet = async (id: string, body: Record<string, unknown>): Promise<void> => {
  await request(`/api/sheets/${at(id)}/state`, { method: "PATCH", ...jsonBody(body) });
};

/** Shows the branch on which this message lies. */
export const showMessage = async (id: string, messageId: string): Promise<void> => {
  await request(`/api/conversations/${at(id)}`, { method: "PATCH", ...jsonBody({ showMessage: messageId }) });
};

/** `messageId` keeps a tab that has fallen behind from answering a later call that has the same id. `agentId`: of another agent. */
export const postAnswer = (
  id: string,
  answer: { toolCallId: string; messageId: string; output: unknown },
  agentId?: string,
): Promise<Response> => post(`/api/chat${ofAnother(agentId)}`, { id, answer });

/** `agentId`: of another agent. */
export const stopRun = async (id: string, agentId?: string): Promise<void> => {
  await post(`/api/chat/${at(id)}/stop${ofAnother(agentId)}`);
};

const ofAnother = (agentId: string | undefined): string =>
  agentId === undefined ? "" : `?${new URLSearchParams({ agent: agentId })}`;

/** The running message from its first chunk; null when nothing runs. */
export const openStream = async (id: string, signal: AbortSignal): Promise<Body | null> =>
  bodyOf(await request(`/api/chat/${at(id)}/stream`, { signal }));

type Body = ReadableStream<Uint8Array>;

/** The events that a response brings. */
export const bodyOf = ({ status, body }: Response): Body | null => (status === 204 ? null : body);
