import type { TransactionSql } from "postgres";
import { stop } from "@/lib/agent/loop/stop";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { copyOf } from "@/lib/code/history/facts";
import { putItem } from "@/lib/code/history/kinds";
import { changeAt, lendDatabase } from "@/lib/data/sqlite/borrowed";
import { removeDatabase } from "@/lib/data/sqlite/remove";
import { AppError } from "@/lib/shared/errors";
import type { NewRehearsal } from "@/lib/shared/rehearsal-requests";
import type { RehearsedCause } from "@/lib/shared/rehearsals";
import { copyConversation, setJobConversation } from "@/lib/store/agents/agent-copies";
import { deleteCopy, purgeRehearsals } from "@/lib/store/agents/agent-making";
import { listLive } from "@/lib/store/agents/agents";
import { type Job, readJob } from "@/lib/store/agents/jobs";
import { beginRehearsal } from "@/lib/store/agents/rehearsal-begin";
import { type Rehearsal, readRehearsal } from "@/lib/store/agents/rehearsals";
import { forkRun, readForkPoint } from "@/lib/store/loop/forked-runs";
import { differencesSince } from "@/lib/store/restore-point";
import { type Add, readRevision } from "@/lib/store/revisions";
import { settleRehearsal } from "./settle";

/** Runs a job once on a copy of the agent. `start` starts the run. */
export async function rehearseJob(
  agentId: string,
  jobId: string,
  start: (job: Pick<Job, "id" | "agentId" | "kind">) => Promise<unknown>,
): Promise<Rehearsal> {
  const job = await readJob(agentId, jobId);
  if (!job) throw new AppError("not_found", `job: There is no job ${jobId}.`);
  const { name, kind } = job;
  const cause = { kind: "job", jobId, name } as const;
  const id = await copyAgent(agentId, { title: name, cause, at: null }, async (tx, copyId) => {
    if (!job.conversationId) return null;
    const conversationId = await copyConversation(
      tx,
      { agentId, conversationId: job.conversationId },
      copyId,
    );
    if (conversationId !== null) await setJobConversation(tx, copyId, jobId, conversationId);
    return conversationId;
  });
  await start({ id: jobId, agentId: id, kind });
  return readRehearsal(agentId, id);
}

type Place = Exclude<NewRehearsal, { job: string }>;

/**
 * Copies a conversation up to an answer of the agent, with the agent as it was then. With `call`, the copy waits again
 * for the answer to this ask.
 */
export async function fork(agentId: string, { conversation, message, call }: Place): Promise<Rehearsal> {
  const from = { conversationId: conversation, messageId: message };
  const found = await readForkPoint({ agentId, ...from }, call);
  if (!found) throw new AppError("not_found", `message: There is no answer ${message} in this conversation.`);
  const { at, kind, title } = found;
  if (call !== undefined && (kind === null || at === null))
    throw new AppError(
      "not_found",
      `call: There is no answered question ${call} in this message. An open one can be answered directly.`,
    );
  const cause = { kind: "fork", ...from, ...(call !== undefined && { toolCallId: call }) } as const;
  const id = await copyAgent(agentId, { title, cause, at }, async (tx, copyId) => {
    const conversationId = await copyConversation(tx, { agentId, ...from }, copyId);
    if (call === undefined || kind === null || conversationId === null) return conversationId;
    const parts = partsUntil(found.parts as Message["parts"], call, kind);
    const callIds = parts.flatMap((part) => (isToolPart(part) ? [part.toolCallId] : []));
    const to = { agentId: copyId, conversationId };
    await forkRun(tx, { from: { ...from, toolCallId: call }, to, parts, callIds });
    return conversationId;
  });
  return readRehearsal(agentId, id);
}

/** Deletes a rehearsal with its copy. Accepted changes stay. */
export async function removeRehearsal(agentId: string, id: string): Promise<void> {
  await settleRehearsal(agentId, id);
  await Promise.all((await listLive(id)).map((conversationId) => stop(id, conversationId)));
  await deleteCopy(id);
  await removeDatabase(id);
}

/** The parts of a message up to the step of a call, which waits for its answer again. */
function partsUntil(
  parts: Message["parts"],
  toolCallId: string,
  kind: "answer" | "approval",
): Message["parts"] {
  const at = parts.findIndex((part) => isToolPart(part) && part.toolCallId === toolCallId);
  const next = parts.findIndex((part, index) => index > at && part.type === "step-start");
  return parts.slice(0, next < 0 ? parts.length : next).map((part) => {
    if (!isToolPart(part) || part.toolCallId !== toolCallId) return part;
    const { type, input } = part;
    const open = { type, toolCallId, input };
    return (
      kind === "answer"
        ? { ...open, state: "input-available" }
        : { ...open, state: "approval-requested", approval: { id: toolCallId } }
    ) as typeof part;
  });
}

type New = { title: string; cause: RehearsedCause; at: string | null };

async function copyAgent(
  agentId: string,
  { title, cause, at }: New,
  fill: (tx: TransactionSql, copyId: string) => Promise<string | null>,
): Promise<string> {
  const databaseChange = await changeAt(agentId, at === null ? null : Date.parse(at));
  const id = await beginRehearsal(
    { sourceId: agentId, title, cause, at, databaseChange },
    async (tx, copyId) => {
      if (at !== null) await rewind(tx, agentId, copyId, at);
      // Before the commit, so that no crash leaves a copy without its tables.
      if (databaseChange !== null) await lendDatabase(copyId, agentId, databaseChange);
      return fill(tx, copyId);
    },
  );
  for (const old of await purgeRehearsals(agentId)) await removeDatabase(old);
  return id;
}

/** Gives a copy the items that differed at an earlier time. Their versions are in its history already. */
async function rewind(tx: TransactionSql, agentId: string, copyId: string, at: string): Promise<void> {
  for (const { kind, name, revisionId, to } of await differencesSince(tx, agentId, at)) {
    if (kind === "collection") continue;
    const then = revisionId === null ? null : await readRevision(agentId, revisionId, tx);
    const item = { agentId: copyId, kind, name: kind === "memory" ? copyOf(copyId, name) : name };
    const add: Add = async (revision) => ({
      ...{ ...item, id: "", version: to ?? 0, author: revision.author, cause: null, failure: null },
      ...{
        deleted: revision.content === null,
        live: true,
        origins: [],
        createdAt: at,
        content: revision.content,
      },
    });
    await putItem(tx, add, item, { content: then?.content ?? null, author: "system", cause: null });
  }
}
