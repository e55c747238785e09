import { bytesOf, messageTokens, textTokens } from "@/lib/agent/message/estimate";
import type { Message, Part } from "@/lib/agent/message/message";
import { cutMiddle, shortened } from "@/lib/agent/message/transcript";
import { type SummaryTask, summarise } from "@/lib/agent/step/summary";
import { log } from "@/lib/ground/base/log";
import { OverBudget } from "@/lib/models/budget/reserve";
import { needsUser } from "@/lib/models/providers/errors";
import type { Compacted } from "@/lib/shared/chat/compaction";
import { isContent } from "./history";
import { restOf } from "./past";

/** Tokens of the context reserved for the answer, and the share of the rest that triggers a compaction. */
const OUTPUT_TOKENS = 8_192;
const FULL_SHARE = 0.8;
/**
 * Shares of the budget, which is the context without system prompt and tools: for the newest messages, for a
 * single newest unit, and for the summary.
 */
const RETAINED_SHARE = 0.35;
const RETAINED_ALONE_SHARE = 0.5;
const SUMMARY_SHARE = 0.2;
const SUMMARY_TOKENS = 4_000;
/** A smaller budget leaves no room for a useful summary. */
const MIN_BUDGET_TOKENS = 1_000;
/** Share of the budget for the user's last message, if the retained messages do not include it. */
const REQUEST_SHARE = 0.1;

/** Returns the tokens that a request to a model with this context may have before compaction. */
export const limitOf = (contextWindow: number): number =>
  FULL_SHARE * (contextWindow - Math.min(OUTPUT_TOKENS, contextWindow / 4));

/**
 * A user message or a step of the agent. Compaction never splits one, so calls stay with their results and
 * reasoning.
 */
type Unit = { messageId: string; part: number; role: Message["role"]; parts: Part[]; tokens: number };

type Plan = {
  summarised: Unit[];
  retained: Unit[];
  before: string | null;
  /** The user's last message, if `retained` does not include it. */
  request: string;
  budget: number;
};

/**
 * Decides which messages are summarised and which stay verbatim within `budget` estimated tokens. Returns null if
 * nothing can be summarised. `asked`: the user requested it, so the size does not matter.
 */
export function planCompaction(messages: readonly Message[], budget: number, asked: boolean): Plan | null {
  if (budget < MIN_BUDGET_TOKENS && !asked) return null;
  const units = unitsOf(restOf(messages));
  const maxTokens = RETAINED_SHARE * budget;
  let retainedTokens = 0;
  let first = units.length;
  for (const [index, { tokens, role }] of [...units.entries()].reverse()) {
    if (retainedTokens + tokens > (first === units.length ? RETAINED_ALONE_SHARE * budget : maxTokens)) break;
    retainedTokens += tokens;
    first = index;
    if (asked && role === "user") break;
  }
  if (first === 0) return null;
  const newest = units[first];
  // Start after the last summary that a model wrote. Text that was only shortened since then is still stored,
  // so the model can summarise the original.
  const whole = restOf(messages, "model");
  const all = unitsOf(whole);
  // Index the messages once. A search per unit would take seconds in a conversation of 10,000 messages.
  const places = new Map(messages.map(({ id }, index) => [id, index]));
  const place = ({ messageId }: Unit) => places.get(messageId) ?? -1;
  const isBefore = (unit: Unit, other: Unit) =>
    unit.messageId === other.messageId ? unit.part < other.part : place(unit) < place(other);
  const summarised = newest ? all.filter((unit) => isBefore(unit, newest)) : all;
  if (summarised.length === 0) return null;
  const rest = units.slice(first);
  const request = rest.some(({ role }) => role === "user") ? "" : lastUserText(messages);
  return { summarised, retained: rest, before: whole.summary?.summary ?? null, request, budget };
}

function unitsOf({ messages, skipped }: ReturnType<typeof restOf>): Unit[] {
  return messages.flatMap(({ id: messageId, role, parts }, index) => {
    const offset = index === 0 ? skipped : 0;
    const starts = [0, ...parts.flatMap(({ type }, at) => (type === "step-start" && at > 0 ? [at] : []))];
    return starts
      .map((start, nth): Unit => {
        const own = parts.slice(start, starts[nth + 1]);
        return { messageId, part: offset + start, role, parts: own, tokens: messageTokens({ parts: own }) };
      })
      .filter((unit) => unit.parts.some(isContent));
  });
}

export const fitsRequest = ({ request, budget }: Plan): boolean =>
  cutMiddle(request, bytesOf(REQUEST_SHARE * budget)) === request;

type Options = Pick<SummaryTask, "signal" | "ask"> & {
  /** Null if no language model is available to summarise. */
  model: SummaryTask["model"] | null;
  fits: number;
};

/** Executes a plan: a model writes the summary, or long texts are shortened without one. */
export async function compactHistory(
  { summarised, retained, before, request, budget }: Plan,
  options: Options,
): Promise<Compacted> {
  const tokens = Math.min(SUMMARY_TOKENS, Math.max(200, SUMMARY_SHARE * budget));
  const written = await writeSummary({ ...options, before, messages: summarised, tokens });
  const first = retained[0];
  return {
    state: "done",
    ...written,
    ...(request && { request: cutMiddle(request, bytesOf(REQUEST_SHARE * budget)) }),
    from: first ? { messageId: first.messageId, part: first.part } : null,
    messages: new Set(summarised.map(({ messageId }) => messageId)).size,
  };
}

type Written = Pick<Compacted, "by" | "summary">;

/**
 * Writes a summary, or shortens the texts if there is no model or it fails. Throws on an abort, an exceeded
 * budget, or an error that only the user can fix.
 */
export async function writeSummary({
  model,
  ...task
}: Omit<SummaryTask, "model"> & Pick<Options, "model">): Promise<Written> {
  try {
    if (model) return { by: "model", summary: await summarise({ ...task, model }) };
  } catch (error) {
    if (task.signal.aborted || needsUser(error) || error instanceof OverBudget) throw error;
    log.warn("Earlier messages could not be summarised, so they are shortened", error);
  }
  const { before, messages, tokens } = task;
  const rest = shortened(messages, before ? tokens - textTokens(before) : tokens);
  return { by: "cut", summary: [before, rest].filter(Boolean).join("\n\n") };
}

function lastUserText(messages: readonly Message[]): string {
  const parts = messages.findLast(({ role }) => role === "user")?.parts ?? [];
  return parts
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n")
    .trim();
}
