import { createHash } from "node:crypto";
import { stop } from "@/lib/agent/loop/stop";
import type { Equipment } from "@/lib/agent/message/equipment";
import { chatAddress } from "@/lib/doors/programs/address";
import { type Position, partOfCall } from "@/lib/doors/programs/answers";
import { callsOf, partsOf } from "@/lib/doors/programs/asks";
import { RequestError } from "@/lib/doors/programs/errors";
import { startResponse } from "@/lib/doors/programs/start";
import type { Item, Wanted } from "@/lib/doors/programs/wanted";
import { singleton } from "@/lib/ground/base/process";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { findResponsesTo, readTurn, type StoredResponse, type StoredTurn } from "@/lib/store/loop/responses";
import { itemsOf, type RunInput, wantedOf } from "./request";

/** An entry of `resume` that the run goes on without. */
export type Warning = {
  interruptId: string;
  code: "already_answered" | "interrupt_not_found";
  message: string;
};

/** `isRepeat`: the input has nothing new, so the run repeats the output of the last one. */
export type Begun = { response: StoredResponse; warnings: Warning[]; isRepeat: boolean };

type Thread = { response: StoredResponse; turn: StoredTurn };
type Answers = { outputs: Output[]; isAbandoned: boolean; warnings: Warning[] };
type Output = Extract<Item, { kind: "output" }>;

/** Begins a run of a thread, or answers the interrupts of its last run. Resolves when it is stored. */
export function beginRun(
  token: McpToken,
  input: RunInput,
  agent: string | null,
  equipment: Equipment,
): Promise<Begun> {
  const inputHash = hashOfThread(input.threadId);
  return inOrder(`${token.id} ${inputHash}`, async () => {
    const wanted = wantedOf(input, agent);
    const thread = await threadOf(token, inputHash);
    if (thread) return continued({ token, input, wanted, inputHash, equipment }, thread);
    if (!wanted.items.some(isOfUser))
      throw new RequestError("messages: Send a message of the user.", {
        ...{ param: "messages", code: "missing_required_parameter" },
      });
    const origin = { previous: null, inputHash, isThread: true };
    const response = await startResponse(token, wanted, origin, equipment);
    return { response, isRepeat: false, warnings: (input.resume ?? []).map(unknown) };
  });
}

/** The program chooses the id of a thread, so it counts for one token only. */
const hashOfThread = (threadId: string): string =>
  createHash("sha256")
    .update(JSON.stringify({ thread: threadId }))
    .digest("hex");

/** Returns the last response of a thread. */
async function threadOf(token: McpToken, inputHash: string): Promise<Thread | null> {
  const [response] = await findResponsesTo(token.id, inputHash);
  const turn = response && (await readTurn(response));
  return turn ? { response, turn } : null;
}

type From = {
  token: McpToken;
  input: RunInput;
  wanted: Wanted;
  inputHash: string;
  equipment: Equipment;
};

async function continued(from: From, thread: Thread): Promise<Begun> {
  const { response, turn } = thread;
  const fresh = freshItems(from.input, response);
  const { outputs, isAbandoned, warnings } = await answersOf(from, thread, fresh);
  const isRepeat = fresh.length === 0 && !from.input.resume?.length;
  const ofWaiting = { firstPart: partsOf(turn).length, usedBefore: turn.metadata?.usage };
  const ofLast = { firstPart: response.firstPart, usedBefore: response.request.usedBefore };
  const begun = await answered(from, thread, {
    ...{ warnings, goesOnAt: isAbandoned ? ofWaiting : ofLast },
    rest: [...fresh, ...outputs],
  });
  if (isAbandoned && !fresh.some(isOfUser)) await stop(begun.response.agentId, begun.response.conversationId);
  return { ...begun, isRepeat };
}

type Step = { rest: Item[]; warnings: Warning[]; goesOnAt: Position };

/** Sends answers and messages. Leaves out the answers to calls that others answered first. */
async function answered(
  { token, wanted, inputHash, equipment }: From,
  { response, turn }: Thread,
  { rest, warnings, goesOnAt }: Step,
): Promise<Omit<Begun, "isRepeat">> {
  const told = [...warnings];
  let left = rest;
  let at = goesOnAt;
  for (;;) {
    const origin = { previous: { response, turn, rest: left }, inputHash, isThread: true, goesOnAt: at };
    try {
      return { response: await startResponse(token, wanted, origin, equipment), warnings: told };
    } catch (error) {
      const late = isLate(error) ? left.find(({ param }) => param === error.param) : undefined;
      if (late?.kind !== "output" || !isLate(error)) throw error;
      const part = (await partOfCall(late.callId, token, { response })) ?? 0;
      at = { firstPart: Math.max(part + 1, told.length > warnings.length ? at.firstPart : 0) };
      told.push({ interruptId: late.callId, code: "already_answered", message: error.message });
      left = left.filter((item) => item !== late);
    }
  }
}

const isOfUser = ({ kind }: Item): boolean => kind === "user";

const isLate = (error: unknown): error is RequestError =>
  error instanceof RequestError && error.code === "already_answered";

/** Returns the messages of the user and results of tools that the thread does not have yet. */
function freshItems({ messages }: RunInput, { request }: StoredResponse): Item[] {
  const last = messages.findIndex(({ id }) => id === request.lastMessageId);
  const written = messages.findLastIndex(({ role }) => role === "assistant");
  const from = (last >= 0 ? last : written) + 1;
  return messages
    .flatMap((message, at) => (at >= from ? itemsOf(message, at) : []))
    .filter(({ kind }) => kind === "user" || kind === "output");
}

/**
 * Reads `resume`. Throws if it leaves out an open interrupt that a message or a stop would close. Other inputs may leave
 * one out, because the program cannot know one that others caused; the run then ends with it.
 */
async function answersOf(
  { token, input: { resume = [] }, equipment }: From,
  { response, turn }: Thread,
  fresh: readonly Item[],
): Promise<Answers> {
  const open = (await callsOf(turn, response, equipment)).filter(({ ask }) => ask !== null);
  const outputs: Output[] = [];
  const warnings: Warning[] = [];
  const parts = new Set<number>();
  let isAbandoned = false;
  for (const [at, entry] of resume.entries()) {
    const { interruptId: callId, status, payload } = entry;
    const param = `resume[${at}]`;
    const part = await partOfCall(callId, token, { response });
    if (part === null || !isAsk(turn, part)) {
      warnings.push(unknown(entry));
      continue;
    }
    parts.add(part);
    const call = open.find((one) => one.part === part);
    const output = (value: unknown): Output => ({
      ...{ kind: "output", callId, param, field: "payload", value },
      output: typeof value === "string" ? value : JSON.stringify(value),
    });
    if (status === "resolved") outputs.push(output(payload ?? null));
    else if (call?.ask?.kind === "approval") outputs.push(output({ decision: "reject" }));
    else if (call) isAbandoned = true;
  }
  const missing = open.filter(({ part }) => !parts.has(part));
  if (missing.length > 0 && (isAbandoned || fresh.some(isOfUser)))
    throw new RequestError(
      `resume: The agent waits for an answer to ${missing.length} interrupt${missing.length > 1 ? "s" : ""} first. Send the last messages again to get them, or answer at ${chatAddress(response.conversationId)}.`,
      { param: "resume", code: "interrupts_open" },
    );
  return { outputs, isAbandoned, warnings };
}

/** Returns true if the part is a call that waits or waited for an answer. */
function isAsk(turn: StoredTurn, at: number): boolean {
  const part = partsOf(turn)[at];
  return (
    part !== undefined &&
    "toolCallId" in part &&
    turn.asks.some(({ toolCallId }) => toolCallId === part.toolCallId)
  );
}

const unknown = ({ interruptId }: { interruptId: string }): Warning => ({
  ...{ interruptId, code: "interrupt_not_found" },
  message: `The thread has no interrupt with the id ${JSON.stringify(interruptId)}.`,
});

/** Runs work with the same key one after another, so that two first runs of a thread share its conversation. */
async function inOrder<T>(key: string, work: () => Promise<T>): Promise<T> {
  const last = singleton("ag-ui threads", () => new Map<string, Promise<unknown>>());
  const before = last.get(key);
  const own = (before ?? Promise.resolve()).then(work, work);
  last.set(key, own);
  try {
    return await own;
  } finally {
    if (last.get(key) === own) last.delete(key);
  }
}
