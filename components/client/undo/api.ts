import { jsonBody, request } from "@/components/client/request";
import { type UndoResult, undoResult } from "@/lib/shared/apps/views";
import { type Change, changeList, type UndoAnswer, undoAnswer } from "@/lib/shared/changes";

/** Restoring the database takes long. */
const UNDO_MS = 60_000;
/** Collects the messages that are rendered together, so that they need one request. */
const COLLECT_MS = 10;

type Wanted = { conversationId: string; messageId: string; copyIds: readonly string[] };
type Batch = { messageIds: Set<string>; copyIds: Set<string>; answer: Promise<Change[]> };

const batches = new Map<string, Batch>();

/** Reads what a message changed, in one request with other messages of the conversation. */
export async function readChanges({ conversationId, messageId, copyIds }: Wanted): Promise<Change[]> {
  const batch = batches.get(conversationId) ?? newBatch(conversationId);
  batch.messageIds.add(messageId);
  for (const id of copyIds) batch.copyIds.add(id);
  return (await batch.answer).filter((one) => one.messageId === messageId || copyIds.includes(one.id));
}

function newBatch(conversationId: string): Batch {
  const [messageIds, copyIds] = [new Set<string>(), new Set<string>()];
  const answer = new Promise<void>((resolve) => setTimeout(resolve, COLLECT_MS)).then(async () => {
    batches.delete(conversationId);
    const query = new URLSearchParams({
      conversation: conversationId,
      messages: [...messageIds].join(","),
      ...(copyIds.size > 0 && { copies: [...copyIds].join(",") }),
    });
    return changeList.parse(await (await request(`/api/history/changes?${query}`)).json()).changes;
  });
  const batch = { messageIds, copyIds, answer };
  batches.set(conversationId, batch);
  return batch;
}

/** Undoes a change, or redoes it. */
export async function undoChange(
  { id, from }: Pick<Change, "id" | "from">,
  isRedone: boolean,
): Promise<UndoAnswer> {
  const body = { ...(from !== id && { from }), ...(isRedone && { redo: true }) };
  const init = { method: "POST", ...jsonBody(body), patienceMs: UNDO_MS };
  return undoAnswer.parse(await (await request(`/api/history/${id}/undo`, init)).json());
}

/** Takes back all that a visitor of an app wrote. */
export async function undoVisitor(app: string, visitor: string): Promise<UndoResult> {
  const init = { method: "POST", ...jsonBody({ visitor }), patienceMs: UNDO_MS };
  return undoResult.parse(await (await request(`/api/apps/${app}/undo`, init)).json());
}
