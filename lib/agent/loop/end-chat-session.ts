import { closingSettlement, unsentInputOf } from "@/lib/agent/calls/answer";
import { type EquippedPlace, standard } from "@/lib/agent/message/equipment";
import { isToolPart, type Message, type Part, toolName } from "@/lib/agent/message/message";
import { summarising } from "@/lib/agent/prompt/aside";
import { writeSummary } from "@/lib/agent/prompt/compaction";
import { isContent } from "@/lib/agent/prompt/history";
import { restOf } from "@/lib/agent/prompt/past";
import { NEW_SESSION } from "@/lib/data/memory/sessions";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { MAX_FACT } from "@/lib/shared/memory/memory";
import { readSettings, type Settings } from "@/lib/store/agents/settings";
import { readCurrentRun } from "@/lib/store/loop/asks";
import { continueFrom } from "@/lib/store/loop/continuations";
import {
  endConversation,
  type OpenSession,
  readOpenSession,
  requestSessionEnd,
} from "@/lib/store/loop/session-ends";
import { settle } from "@/lib/store/loop/settlements";
import { endSessionFacts } from "@/lib/store/memory/fact-ends";

/** Time limits for the model to write a summary: in the background, and when a caller waits for it. */
const MODEL_MS = 90_000;
const WAITED_MS = 10_000;
/** Limits the summary to the size of one fact, because it is also stored as a fact. */
const SUMMARY_TOKENS = 450;

type Outcome = "ended" | "busy" | "gone";
type SessionEnd = { outcome: Promise<Outcome>; abort: AbortController };

/**
 * Ends an idle conversation with a summary, and closes shown surfaces that need no answer. If this server is
 * already ending the conversation, returns that result. Returns `busy` if a run is live or an ask needs an
 * answer, and `gone` if the conversation has ended or does not exist. `isUnattended`: no user requested it.
 * `isAwaited`: a caller waits, so the model gets at most `WAITED_MS`.
 */
export async function endChatSession(
  where: EquippedPlace,
  { isUnattended = false, isAwaited = false }: { isUnattended?: boolean; isAwaited?: boolean } = {},
): Promise<Outcome> {
  const { underWay } = sessionEnds();
  const { conversationId } = where;
  let sessionEnd = underWay.get(conversationId);
  if (!sessionEnd) {
    const abort = new AbortController();
    const outcome = end(where, isUnattended, abort.signal).finally(() => underWay.delete(conversationId));
    sessionEnd = { outcome, abort };
    underWay.set(conversationId, sessionEnd);
  }
  const { outcome, abort } = sessionEnd;
  if (!isAwaited) return outcome;
  const timer = setTimeout(() => abort.abort(), WAITED_MS);
  return outcome.finally(() => clearTimeout(timer));
}

/**
 * Requests the end of a conversation and ends it at once if possible. `busy`: it ends when no run is live or
 * waiting.
 */
export async function newSession(where: EquippedPlace): Promise<"ended" | "busy"> {
  await requestSessionEnd(where);
  return (await endChatSession(where)) === "busy" ? "busy" : "ended";
}

/**
 * Returns the conversation that continues an ended one. If it was only asked to end, ends it if it is idle
 * and returns its own id, so that the caller tries again.
 */
export async function continuationOf(where: EquippedPlace, title: string): Promise<string> {
  const next = await continueFrom(where, title);
  if (next) return next;
  await endChatSession(where, { isAwaited: true });
  return where.conversationId;
}

export const endChatSessionLater = (where: EquippedPlace): void =>
  void endChatSession(where).catch((error) => log.warn("A session could not be ended yet", error));

const sessionEnds = () =>
  singleton(
    "divisions",
    () => ({ underWay: new Map<string, SessionEnd>() }),
    async ({ underWay }) => {
      // At shutdown the remaining summaries are written without a model, which takes almost no time.
      for (const { abort } of underWay.values()) abort.abort();
      await Promise.allSettled([...underWay.values()].map(({ outcome }) => outcome));
    },
  );

export const asksForSession = (part: Part): boolean => {
  if (!isToolPart(part) || toolName(part) !== "memory" || part.state !== "output-available") return false;
  const input = part.input as { content?: unknown } | null;
  return input?.content === NEW_SESSION;
};

async function end(where: EquippedPlace, isUnattended: boolean, signal: AbortSignal): Promise<Outcome> {
  if (!(await closeShown(where))) return "busy";
  const found = await readOpenSession(where);
  if (!found) return "gone";
  if (found.run) return "busy";
  const settings = await readSettings(where.agentId);
  const summary = await summaryOf(found, where, settings, isUnattended, signal);
  const hasMemory = settings.toolsets.memory?.mode !== "off";
  // Text of contacts must not become a fact in the owner's memory.
  const fact =
    hasMemory && summary && found.contact === null ? summary.slice(0, MAX_FACT).toWellFormed() : null;
  const outcome = await endConversation(where, { summary, through: found.through, fact });
  if (outcome === "ended") await endSessionFacts(where.agentId, where.conversationId);
  return outcome;
}

/** Closes a waiting run whose open asks need no answer. Returns false if the conversation is not idle. */
async function closeShown({ conversationId }: EquippedPlace): Promise<boolean> {
  const currentRun = await readCurrentRun(conversationId);
  if (!currentRun) return true;
  if (
    currentRun.status === "running" ||
    currentRun.asks.some(({ status, awaits }) => status === "open" && awaits)
  )
    return false;
  const unsent = await unsentInputOf(currentRun);
  return (await settle(closingSettlement(currentRun, "completed", { action: "dismiss" }, unsent))) !== null;
}

async function summaryOf(
  found: OpenSession,
  { agentId, equipment = standard }: EquippedPlace,
  settings: Settings,
  isUnattended: boolean,
  signal: AbortSignal,
): Promise<string> {
  const { summary, messages } = restOf((found.history ?? []) as Message[], "model");
  const before = summary?.summary ?? null;
  if (!before && !messages.some(({ parts }) => parts.some(isContent))) return "";
  const limited = AbortSignal.any([signal, AbortSignal.timeout(MODEL_MS)]);
  const task = { before, messages, tokens: SUMMARY_TOKENS, fits: 0, signal: limited, ask: async () => {} };
  try {
    const model = await equipment.resolveModel(found.model, settings);
    if (model.provider === "demo") throw new Error("There is no language model");
    const unattended = isUnattended || found.origin !== "chat";
    const aside = { agentId, unattended, jobId: found.jobId, budget: settings.budget };
    const written = await writeSummary({ ...task, ...(await summarising(model, aside)) });
    return written.summary;
  } catch (error) {
    // The session ends even if the model fails. Its summary then consists of shortened messages.
    log.info("No model summarised a session; its summary consists of shortened messages", error);
    return (await writeSummary({ ...task, model: null })).summary;
  }
}
