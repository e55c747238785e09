import { randomUUID } from "node:crypto";
import {
  answerCall,
  type CallAnswer,
  closeAsks,
  closingSettlement,
  isValidAnswer,
  MAX_CONFLICT_RETRIES,
  unsentInputOf,
} from "@/lib/agent/calls/answer";
import type { EquippedPlace } from "@/lib/agent/message/equipment";
import type { Message } from "@/lib/agent/message/message";
import { recordPointOrigins } from "@/lib/agent/message/points";
import { sendOnce, withShown } from "@/lib/agent/message/sent-surfaces";
import { planCompaction } from "@/lib/agent/prompt/compaction";
import { isQuestion } from "@/lib/shared/chat/built-in-tools";
import { describeSentSurface } from "@/lib/shared/chat/surfaces/sheets";
import { AppError } from "@/lib/shared/errors";
import { titleFor } from "@/lib/shared/text/title";
import { publish } from "@/lib/store/bus";
import { databaseLife, isOnDisk } from "@/lib/store/commit";
import { type CurrentRun, readCurrentRun } from "@/lib/store/loop/asks";
import { beginVersion, ofContact, STILL_WRITING, type Version } from "@/lib/store/loop/branches";
import { beginCompaction } from "@/lib/store/loop/compaction";
import { isWritten } from "@/lib/store/loop/conversations";
import { isAttempt, readProgress } from "@/lib/store/loop/progress";
import type { StoredMessage } from "@/lib/store/loop/run-context";
import { begin, type JobRun, type ProgramMessage, steer } from "@/lib/store/loop/runs";
import { settleAndBegin } from "@/lib/store/loop/settlements";
import { waitingBelow } from "@/lib/store/loop/subagent-asks";
import { DatabaseCrashed, INTERACTIVE_TIMEOUT_MS, withRetry } from "@/lib/store/unreachable";
import { beginPrepared, type NotBegun } from "./begin-prepared";
import { continueStream } from "./continue-stream";
import { continuationOf } from "./end-chat-session";
import { ChunkStream, chain, followElsewhere, movedTo } from "./follow";
import { followNext } from "./follow-next";
import { liveRuns } from "./live";
import { startRun } from "./start";
import { resumedStream, takeAnswer } from "./take-answer";
import { passBrowser, type Takeover } from "./takeover";
import { wakeParents } from "./wake";

export type SentMessage = { id?: string; parts: Message["parts"] };
/**
 * A new message, which may replace an earlier one (`replaces`), set the model and project of a new conversation or come from a
 * program; an answer to an ask; a request for another version of an agent's message; or taking over or returning the
 * agent's browser.
 */
type Input =
  | { message: SentMessage; replaces?: string; model?: string; projectId?: string; program?: ProgramMessage }
  | { answer: CallAnswer }
  | { retry: string }
  | Takeover;

/** `contact` is set if a contact sends the input, not the owner. */
type Speaker = EquippedPlace & { contact?: string };

/**
 * Stores a message or an answer and returns the stream of the run's output. The web, channels and jobs all
 * use this entry point. The run uses the models and tools of `equipment` and continues even if no caller
 * reads the stream.
 */
export function runAgent(where: Speaker & { input: Input }): Promise<ChunkStream> {
  const { input, ...place } = where;
  // `passBrowser` retries database errors itself. A retry here would be refused, because the browser was
  // already returned.
  if ("browser" in input) return passBrowser(place, input).then((batches) => new ChunkStream(batches));
  const take = takerOf(input);
  return withRetry(async () => {
    let life = databaseLife();
    const stream = await take(place);
    while (!(await isOnDisk(life))) {
      life = databaseLife();
      await assertRunStored(where.conversationId);
    }
    return stream;
  }, INTERACTIVE_TIMEOUT_MS);
}

/**
 * Throws `DatabaseCrashed` if a crash of the database may have lost the run started here. Aborts that run
 * first, so that the caller can start it again.
 */
async function assertRunStored(conversationId: string): Promise<void> {
  const live = liveRuns().get(conversationId);
  if (live && (await isAttempt(live.runId, live.message.attempt))) return;
  live?.abort.abort("lost");
  await live?.settled;
  throw new DatabaseCrashed();
}

/** Chooses the message id before any attempt, so that all retries send the same message. */
function takerOf(input: Exclude<Input, Takeover>): (place: Speaker) => Promise<ChunkStream> {
  if ("answer" in input) return (place) => takeAnswer(place, input.answer);
  if ("retry" in input) return (place) => takeVersion(place, input);
  const { replaces, model, projectId, program } = input;
  const { id = randomUUID(), parts: sent } = input.message;
  const title = titleFor(textOf(sent) || filesIn(sent));
  return async (place) => {
    await recordPointOrigins(place, sent);
    const buildFirst = async () => ({
      message: { id, parts: await withShown(place, sent) },
      title,
      model,
      projectId,
      program,
    });
    if (replaces !== undefined) return takeVersion(place, { ...(await buildFirst()), replaces });
    return sendOnce(place, { id, parts: sent }, async () => takeMessage(place, await buildFirst()));
  };
}

/**
 * Starts an unattended run on the message of a job. `settled` resolves when the run waits or has ended on
 * this server. Returns null if the conversation is running or waiting, or if the message was stored before:
 * unlike a user's message, a job's message neither steers a run nor answers an ask.
 */
export function fireTurn(
  where: Speaker & { message: Required<SentMessage>; title: string; firing: JobRun },
): Promise<{ settled: Promise<void> } | null> {
  return withRetry(async () => {
    let place = where;
    for (let attempt = 0; attempt < MAX_CONFLICT_RETRIES; attempt++) {
      const started = await begin(place);
      if (started.outcome === "begun") return { settled: startRun(started.run, where.equipment).settled };
      if (started.outcome !== "ended") return null;
      place = { ...place, conversationId: await continuationOf(place, where.title) };
    }
    return null;
  }, INTERACTIVE_TIMEOUT_MS);
}

/**
 * Summarises the older messages of a conversation now. Returns the stream of the message that has the
 * compaction part.
 */
export function compactNow(where: EquippedPlace): Promise<ChunkStream> {
  return withRetry(async () => {
    const mark = { type: "data-compaction", id: randomUUID(), data: { state: "working" } };
    const isWorth = (history: StoredMessage[]) =>
      planCompaction(history as Message[], Number.MAX_SAFE_INTEGER, true) !== null;
    return new ChunkStream(
      startRun(await beginCompaction(where, mark, isWorth), where.equipment).message.follow(),
    );
  }, INTERACTIVE_TIMEOUT_MS);
}

/** Replays and follows the running message. Returns null if no run is running. */
export async function follow(conversationId: string): Promise<ChunkStream | null> {
  const live = liveRuns().get(conversationId);
  if (live) return new ChunkStream(live.message.follow());
  const progress = await readProgress(conversationId);
  return progress?.status === "running" ? new ChunkStream(followElsewhere(progress)) : null;
}

type FirstMessage = {
  message: Required<SentMessage>;
  title: string;
  model?: string;
  program?: ProgramMessage;
};

async function takeMessage(where: Speaker, first: FirstMessage): Promise<ChunkStream> {
  let place = where;
  for (let attempt = 0; attempt < MAX_CONFLICT_RETRIES; attempt++) {
    const started = await beginPrepared({ ...place, ...first });
    if (started.outcome === "foreign")
      throw new AppError("not_found", "This conversation belongs to another agent.");
    if (started.outcome === "contact") throw ofContact();
    if (started.outcome === "ended") {
      place = { ...where, conversationId: await continuationOf(place, first.title) };
      continue;
    }
    const taken =
      started.outcome === "begun"
        ? new ChunkStream(started.live.message.follow())
        : await streamOf(started, place, first);
    if (taken)
      return place.conversationId === where.conversationId ? taken : movedTo(place.conversationId, taken);
  }
  throw new AppError("conflict", "The conversation changed while you were sending. Send the message again.");
}

async function streamOf(started: NotBegun, where: Speaker, first: FirstMessage): Promise<ChunkStream | null> {
  if (started.outcome === "duplicate") return streamOfDuplicate(where, first.message.id);
  return addToRun(await readCurrentRun(where.conversationId), where, first);
}

/** Starts another version of a message and closes the open asks of the branch that it leaves. */
async function takeVersion(where: Speaker, version: Version): Promise<ChunkStream> {
  for (let attempt = 0; attempt < MAX_CONFLICT_RETRIES; attempt++) {
    const started = await beginVersion(where, version);
    if (started.outcome === "begun")
      return new ChunkStream(startRun(started.run, where.equipment).message.follow());
    if (started.outcome === "duplicate")
      return streamOfDuplicate(where, "message" in version ? version.message.id : "");
    const currentRun = await readCurrentRun(where.conversationId);
    if (currentRun?.status === "running") throw new AppError("conflict", STILL_WRITING);
    if (currentRun?.status === "waiting") await closeAsks(currentRun, "stopped", { action: "cancelled" });
  }
  throw new AppError("conflict", "The conversation changed at the same time. Try again.");
}

/** Handles a message that was already stored: returns the stream of the live run, or an empty stream. */
async function streamOfDuplicate({ conversationId }: EquippedPlace, messageId: string): Promise<ChunkStream> {
  if (await isWritten(conversationId, messageId))
    throw new AppError("conflict", "Another message has this id. Send your message with a new id.");
  return (await follow(conversationId)) ?? new ChunkStream(chain([]));
}

/**
 * Adds a message to the live run, or ends a waiting run and starts a new one with it. Returns null if the run
 * has changed since it was read.
 */
async function addToRun(currentRun: CurrentRun | null, where: Speaker, first: FirstMessage) {
  const { message } = first;
  if (currentRun?.status === "running") {
    // Otherwise a program would get the rights of the run's own member and token.
    if (first.program)
      throw new AppError(
        "conflict",
        "The agent is still writing in this conversation. Try again when it is done.",
      );
    const here = liveRuns().get(where.conversationId)?.nextMessage();
    if (!(await steer({ ...where, message }))) return null;
    publish({ type: "conversation", agent: where.agentId, id: where.conversationId });
    return new ChunkStream(followNext(where.conversationId, currentRun.messageId, here));
  }
  if (currentRun?.status !== "waiting") return null;
  const text = textOf(message.parts);
  // Only plain text answers a question. A message with files or other parts becomes a message in the conversation.
  const isText = message.parts.every(({ type }) => type === "text");
  const question = isText
    ? currentRun.asks.find(
        (ask) => ask.status === "open" && isQuestion(ask) && isValidAnswer(ask, { answer: text }),
      )
    : undefined;
  if (!question && isText) {
    const taken = await answerSubagent(where, currentRun, { text, messageId: message.id });
    if (taken) return taken;
  }
  if (!question) {
    const unsent = await unsentInputOf(currentRun);
    const closed = closingSettlement(currentRun, "completed", { action: "message", text }, unsent);
    const started = await settleAndBegin(closed, { ...where, ...first });
    return started && new ChunkStream(startRun(started, where.equipment).message.follow());
  }
  const taken = await answerCall(currentRun, question, { answer: text }, message.id, where.equipment);
  return taken && continueStream(taken, currentRun, question.toolCallId, where.equipment);
}

/** Takes the text as the answer to a subagent's question, if the conversation waits only for subagents. */
async function answerSubagent(
  where: EquippedPlace,
  { asks }: CurrentRun,
  { text, messageId }: { text: string; messageId: string },
): Promise<ChunkStream | null> {
  if (asks.some(({ status, because }) => status === "open" && because?.kind !== "helper")) return null;
  for (const place of await waitingBelow(where.conversationId)) {
    const currentRun = await readCurrentRun(place.conversationId);
    const question = currentRun?.asks.find(
      (ask) => ask.status === "open" && isQuestion(ask) && isValidAnswer(ask, { answer: text }),
    );
    if (currentRun?.status !== "waiting" || !question) continue;
    const taken = await answerCall(currentRun, question, { answer: text }, messageId, where.equipment);
    if (!taken) return null;
    continueStream(taken, currentRun, question.toolCallId, where.equipment);
    return (await wakeParents(place.conversationId, where)) ?? resumedStream(where, place.conversationId);
  }
  return null;
}

const filesIn = (parts: Message["parts"]) =>
  parts.flatMap((part) => (part.type === "file" && part.filename ? [part.filename] : [])).join(", ");

const textOf = (parts: Message["parts"]) =>
  parts
    .flatMap((part) => {
      if (part.type === "text") return [part.text];
      return part.type === "data-answer" ? [describeSentSurface(part.data)] : [];
    })
    .join("\n")
    .trim();
