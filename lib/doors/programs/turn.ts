import { follow } from "@/lib/agent/loop/run";
import { Draft } from "@/lib/agent/message/draft";
import type { Equipment } from "@/lib/agent/message/equipment";
import { type Chunk, isToolPart, type Part, toolName } from "@/lib/agent/message/message";
import type { Usage } from "@/lib/shared/chat/metadata";
import type { Notice } from "@/lib/shared/notice";
import { waitForConversationChange } from "@/lib/store/bus";
import { readProgress } from "@/lib/store/loop/progress";
import { readTurn, type StoredResponse, type StoredTurn } from "@/lib/store/loop/responses";
import { callsOf, type FunctionCall, partsOf } from "./asks";
import { RequestError } from "./errors";
import { hasReceived } from "./received";
import { messageOf, shownTexts, type Text } from "./shown";

/** The output of a response, as it is stored. */
export type Output = {
  status: "in_progress" | "completed" | "failed" | "incomplete";
  texts: Text[];
  calls: FunctionCall[];
  /** Why the response failed or is incomplete. */
  why: { code: string; message: string } | null;
  usage: Required<Omit<Usage, "cost">>;
  endedAt: number | null;
};

export async function readOutput(response: StoredResponse, equipment: Equipment): Promise<Output> {
  const turn = await readTurn(response);
  if (!turn) throw noResponse();
  hasReceived(response.tokenId, turn.readWeb);
  const until = turn.nextPart ?? partsOf(turn).length;
  const own = partsOf(turn).slice(response.firstPart, until);
  const notice = own.flatMap((part) => (part.type === "data-notice" ? [part.data] : [])).at(-1);
  const texts = [...writtenTexts(turn, response), ...(await shownTexts(turn, response, until))];
  return {
    ...stateOf(turn, notice),
    texts: texts.sort((a, b) => a.part - b.part),
    calls: await callsOf(turn, response, equipment),
    usage: usedSince(turn.metadata?.usage, response.request.usedBefore),
    endedAt:
      turn.status === "running" && turn.nextPart === null ? null : (turn.endedAt ?? response.createdAt),
  };
}

/** Returns the texts that the model wrote. */
export const writtenTexts = (turn: StoredTurn, { firstPart }: StoredResponse): Text[] =>
  partsOf(turn).flatMap((part, at): Text[] => {
    const isOwn = at >= firstPart && (turn.nextPart === null || at < turn.nextPart);
    return isOwn && part.type === "text" && part.text ? [{ part: at, text: part.text }] : [];
  });

export const noResponse = () =>
  new RequestError("There is no such response of this token.", {
    ...{ status: 404, code: "response_not_found", param: "response_id" },
  });

function stateOf(
  { status, nextPart }: StoredTurn,
  notice: Notice | undefined,
): Pick<Output, "status" | "why"> {
  if (status === "running" && nextPart === null) return { status: "in_progress", why: null };
  const reason = notice && CUTS[notice.code];
  if (reason) return { status: "incomplete", why: { ...notice, code: reason } };
  if (notice?.kind === "error") return { status: "failed", why: notice };
  if (notice) return { status: "incomplete", why: notice };
  if (status === "failed" && nextPart === null)
    return { status: "failed", why: { code: "server_error", message: "The run failed." } };
  if (status === "stopped" && nextPart === null)
    return { status: "incomplete", why: { code: "stopped", message: "The run was stopped." } };
  return { status: "completed", why: null };
}

/** Reasons of the APIs for an answer that the model could not finish, by our error code. */
const CUTS: Record<string, string> = { answer_too_long: "max_output_tokens", refused: "content_filter" };

/** Usage counts for a whole message of the agent, of which a response can be a part. */
function usedSince(all: Usage | null | undefined, before: Usage | null | undefined): Output["usage"] {
  const since = (field: keyof Usage) => Math.max(0, (all?.[field] ?? 0) - (before?.[field] ?? 0));
  return {
    inputTokens: since("inputTokens"),
    outputTokens: since("outputTokens"),
    cachedTokens: since("cachedTokens"),
    reasoningTokens: since("reasoningTokens"),
  };
}

export type TextDelta = { part: number; delta: string };

/**
 * Yields the text of a response while the agent writes it, and ends when it waits or is done. May miss the end of the
 * text, which `readOutput` then has.
 */
export async function* liveText(response: StoredResponse): AsyncGenerator<TextDelta, void> {
  const { conversationId, messageId, firstPart } = response;
  const sent = new Map<number, number>();
  for (;;) {
    const changed = waitForConversationChange(conversationId);
    const stream = await follow(conversationId);
    if (!stream) return;
    const draft = new Draft();
    const places = new Map<string, number>();
    for await (const chunk of stream) {
      if (chunk.type === "start" && chunk.messageId && chunk.messageId !== messageId) return;
      draft.apply(chunk);
      if (chunk.type === "text-start") places.set(chunk.id, draft.parts.length - 1);
      if (chunk.type === "finish") break;
      const part = placeOf(chunk, draft, places);
      if (part < firstPart) continue;
      const text = textAt(draft.parts[part]);
      const delta = text.slice(sent.get(part) ?? 0);
      sent.set(part, text.length);
      if (delta) yield { part, delta };
    }
    const now = await readProgress(conversationId);
    if (now?.status !== "running" || now.messageId !== messageId) return;
    // The run continues on another server.
    await changed;
  }
}

/** Returns the position of the part whose text the chunk changes, or -1. */
function placeOf(chunk: Chunk, { parts }: Draft, places: ReadonlyMap<string, number>): number {
  if (chunk.type === "text-delta") return places.get(chunk.id) ?? -1;
  if (chunk.type !== "tool-output-available") return -1;
  return parts.findIndex((part) => isToolPart(part) && part.toolCallId === chunk.toolCallId);
}

const textAt = (part: Part | undefined): string => {
  if (part?.type === "text") return part.text;
  return part && isToolPart(part) && toolName(part) === "send_message" ? messageOf(part.input) : "";
};
