import { randomUUID } from "node:crypto";
import {
  answerCall,
  answers,
  type CallAnswer,
  closeAsks,
  closingOfCalls,
  TRIES,
  unsentOf,
} from "@/lib/agent/calls/answer";
import type { EquippedPlace } from "@/lib/agent/message/equipment";
import type { Message } from "@/lib/agent/message/message";
import { hearPoints } from "@/lib/agent/message/points";
import { sendOnce, withShown } from "@/lib/agent/message/sent-sheets";
import { planCompaction } from "@/lib/agent/prompt/compaction";
import { isQuestion } from "@/lib/shared/chat/built-in-tools";
import { sentSheetWords } from "@/lib/shared/chat/surfaces/sheets";
import { AppError } from "@/lib/shared/errors";
import { titleFor } from "@/lib/shared/text/title";
import { publish } from "@/lib/store/bus";
import { databaseLife, isOnDisk } from "@/lib/store/commit";
import { readStanding, type Standing } from "@/lib/store/loop/asks";
import { beginVersion, ofContact, STILL_WRITING, type Version } from "@/lib/store/loop/branches";
import { beginCompaction } from "@/lib/store/loop/compaction";
import { isWritten } from "@/lib/store/loop/conversations";
import { waitingBelow } from "@/lib/store/loop/helper-asks";
import { isAttempt, readProgress } from "@/lib/store/loop/progress";
import type { StoredMessage } from "@/lib/store/loop/run-context";
import { type Begun, begin, type Firing, steer } from "@/lib/store/loop/runs";
import { settleAndBegin } from "@/lib/store/loop/settlements";
import { DatabaseCrashed, PROMPT_MS, patiently } from "@/lib/store/unreachable";
import { goingOn } from "./divide";
import { ChunkStream, chain, followElsewhere, movedTo } from "./follow";
import { followNext } from "./follow-next";
import { goOn } from "./go-on";
import { liveRuns } from "./live";
import { startRun } from "./start";
import { goneOn, takeAnswer } from "./take-answer";
import { passBrowser, type Takeover } from "./takeover";
import { wakeAskers } from "./wake";

export type SentMessage = { id?: string; parts: Message["parts"] };
/**
 * Something to say, perhaps in place of an earlier message and with the model of a conversation that begins with it; the
 * answer to an ask; the wish for another version of a message of the agent; or the agent's browser, taken over or returned.
 */
type Input =
  | { message: SentMessage; replaces?: string; model?: string }
  | { answer: CallAnswer }
  | { retry: string }
  | Takeover;

/** `contact`: who says it, where that is a contact and not the owner. */
type Speaker = EquippedPlace & { contact?: string };

/**
 * The one way into the loop, for the web, a channel and a job. Takes a message or an answer, durably, and gives the
 * stream of what follows from it, by the models and tools of `equipment`. What it started goes on whether or not anybody reads.
 */
export function runAgent(where: Speaker & { input: Input }): Promise<ChunkStream> {
  const { input, ...place } = where;
  // It waits for the database by itself, since who returns a browser twice is refused.
  if ("browser" in input) return passBrowser(place, input).then((batches) => new ChunkStream(batches));
  const take = takerOf(input);
  return patiently(async () => {
    let life = databaseLife();
    const stream = await take(place);
    while (!(await isOnDisk(life))) {
      life = databaseLife();
      await stillThere(where.conversationId);
    }
    return stream;
  }, PROMPT_MS);
}

/** Throws where a run that was begun here may be lost: it must not go on, and is begun again. */
async function stillThere(conversationId: string): Promise<void> {
  const live = liveRuns().get(conversationId);
  if (live && (await isAttempt(live.runId, live.message.attempt))) return;
  live?.abort.abort("lost");
  await live?.settled;
  throw new DatabaseCrashed();
}

/** Each time it is tried, it is the same message: who sends no id has one from the beginning. */
function takerOf(input: Exclude<Input, Takeover>): (place: Speaker) => Promise<ChunkStream> {
  if ("answer" in input) return (place) => takeAnswer(place, input.answer);
  if ("retry" in input) return (place) => takeVersion(place, input);
  const { replaces, model } = input;
  const { id = randomUUID(), parts: sent } = input.message;
  const title = titleFor(textOf(sent) || filesIn(sent));
  return async (place) => {
    await hearPoints(place, sent);
    const told = async () => ({ message: { id, parts: await withShown(place, sent) }, title, model });
    if (replaces !== undefined) return takeVersion(place, { ...(await told()), replaces });
    return sendOnce(place, { id, parts: sent }, async () => takeMessage(place, await told()));
  };
}

/**
 * Begins a run on what a job says, before which nobody sits; gives when it waits or is over here. Null where the
 * conversation is at work or waits, or the message was taken before: unlike the person's, a job's message neither steers a
 * run nor answers an ask.
 */
export function fireTurn(
  where: Speaker & { message: Required<SentMessage>; title: string; firing: Firing },
): Promise<{ settled: Promise<void> } | null> {
  return patiently(async () => {
    let place = where;
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const begun = await begin(place);
      if (begun.outcome === "begun") return { settled: startRun(begun.run, where.equipment).settled };
      if (begun.outcome !== "ended") return null;
      place = { ...place, conversationId: await goingOn(place, where.title) };
    }
    return null;
  }, PROMPT_MS);
}

/** Has earlier messages of a conversation summarised now. Gives the stream of the message that holds the mark. */
export function compactNow(where: EquippedPlace): Promise<ChunkStream> {
  return patiently(async () => {
    const mark = { type: "data-compaction", id: randomUUID(), data: { state: "working" } };
    const isWorth = (history: StoredMessage[]) =>
      planCompaction(history as Message[], Number.MAX_SAFE_INTEGER, true) !== null;
    return new ChunkStream(
      startRun(await beginCompaction(where, mark, isWorth), where.equipment).message.follow(),
    );
  }, PROMPT_MS);
}

/** Replay and follow of the running message; null when nothing runs. */
export async function follow(conversationId: string): Promise<ChunkStream | null> {
  const live = liveRuns().get(conversationId);
  if (live) return new ChunkStream(live.message.follow());
  const progress = await readProgress(conversationId);
  return progress?.status === "running" ? new ChunkStream(followElsewhere(progress)) : null;
}

type First = { message: Required<SentMessage>; title: string; model?: string };

async function takeMessage(where: Speaker, first: First): Promise<ChunkStream> {
  let place = where;
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const begun = await begin({ ...place, ...first });
    if (begun.outcome === "foreign")
      throw new AppError("not_found", "This conversation belongs to another agent.");
    if (begun.outcome === "contact") throw ofContact();
    if (begun.outcome === "ended") {
      place = { ...where, conversationId: await goingOn(place, first.title) };
      continue;
    }
    const taken = await streamOf(begun, place, first);
    if (taken)
      return place.conversationId === where.conversationId ? taken : movedTo(place.conversationId, taken);
  }
  throw new AppError("conflict", "Too much happened in this conversation at once. Send it again.");
}

async function streamOf(begun: Begun, where: Speaker, first: First): Promise<ChunkStream | null> {
  if (begun.outcome === "begun")
    return new ChunkStream(startRun(begun.run, where.equipment).message.follow());
  if (begun.outcome === "duplicate") return again(where, first.message.id);
  return takeInto(await readStanding(where.conversationId), where, first);
}

/** Begins another version of a message; what waits for the person on the branch that it leaves is closed. */
async function takeVersion(where: Speaker, version: Version): Promise<ChunkStream> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const begun = await beginVersion(where, version);
    if (begun.outcome === "begun")
      return new ChunkStream(startRun(begun.run, where.equipment).message.follow());
    if (begun.outcome === "duplicate") return again(where, "message" in version ? version.message.id : "");
    const standing = await readStanding(where.conversationId);
    if (standing?.status === "running") throw new AppError("conflict", STILL_WRITING);
    if (standing?.status === "waiting") await closeAsks(standing, "stopped", { action: "cancelled" });
  }
  throw new AppError("conflict", "Too much happened in this conversation at once. Try again.");
}

/** A message was taken before: the stream of what runs, or nothing. */
async function again({ conversationId }: EquippedPlace, messageId: string): Promise<ChunkStream> {
  if (await isWritten(conversationId, messageId))
    throw new AppError("conflict", "Another message has this id. Send yours with an id of its own.");
  return (await follow(conversationId)) ?? new ChunkStream(chain([]));
}

/** Puts a message into the run that is there, or in its place where it waits. Null: the run has changed meanwhile. */
async function takeInto(standing: Standing | null, where: Speaker, first: First) {
  const { message } = first;
  if (standing?.status === "running") {
    const here = liveRuns().get(where.conversationId)?.nextMessage();
    if (!(await steer({ ...where, message }))) return null;
    publish({ type: "conversation", agent: where.agentId, id: where.conversationId });
    return new ChunkStream(followNext(where.conversationId, standing.messageId, here));
  }
  if (standing?.status !== "waiting") return null;
  const text = textOf(message.parts);
  // What an answer cannot hold, such as a picture, is a message of its own.
  const isText = message.parts.every(({ type }) => type === "text");
  const question = isText
    ? standing.asks.find((ask) => ask.status === "open" && isQuestion(ask) && answers(ask, { answer: text }))
    : undefined;
  if (!question && isText) {
    const taken = await takeAsHelpers(where, standing, { text, messageId: message.id });
    if (taken) return taken;
  }
  if (!question) {
    const unsent = await unsentOf(standing);
    const closed = closingOfCalls(standing, "completed", { action: "message", text }, unsent);
    const begun = await settleAndBegin(closed, { ...where, ...first });
    return begun && new ChunkStream(startRun(begun, where.equipment).message.follow());
  }
  const taken = await answerCall(standing, question, { answer: text }, message.id, where.equipment);
  return taken && goOn(taken, standing, question.toolCallId, where.equipment);
}

/** Text is the answer to a question that a helper asks, where the conversation waits for that alone. */
async function takeAsHelpers(
  where: EquippedPlace,
  { asks }: Standing,
  { text, messageId }: { text: string; messageId: string },
): Promise<ChunkStream | null> {
  if (asks.some(({ status, because }) => status === "open" && because?.kind !== "helper")) return null;
  for (const place of await waitingBelow(where.conversationId)) {
    const standing = await readStanding(place.conversationId);
    const question = standing?.asks.find(
      (ask) => ask.status === "open" && isQuestion(ask) && answers(ask, { answer: text }),
    );
    if (standing?.status !== "waiting" || !question) continue;
    const taken = await answerCall(standing, question, { answer: text }, messageId, where.equipment);
    if (!taken) return null;
    goOn(taken, standing, question.toolCallId, where.equipment);
    return (await wakeAskers(place.conversationId, where)) ?? goneOn(where, place.conversationId);
  }
  return null;
}

const filesIn = (parts: Message["parts"]) =>
  parts.flatMap((part) => (part.type === "file" && part.filename ? [part.filename] : [])).join(", ");

const textOf = (parts: Message["parts"]) =>
  parts
    .flatMap((part) => {
      if (part.type === "text") return [part.text];
      return part.type === "data-answer" ? [sentSheetWords(part.data)] : [];
    })
    .join("\n")
    .trim();
