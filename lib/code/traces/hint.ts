import { LRUCache } from "lru-cache";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import type { ErrorCategory, HintView } from "@/lib/shared/executions";
import { type Failures, keepHint, readFailures, readHints } from "@/lib/store/agents/execution-hints";
import { subscribe } from "@/lib/store/bus";
import { isUnreachable } from "@/lib/store/unreachable";
import { errorLineOf } from "./category";

const FRESH_MS = 60_000;
const MAX_TEXT = 400;
const MAX_EXAMPLE = 90;
const KINDS = 2;
const THRESHOLD = { executions: 20, failures: 0.1 };

const REMEDIES: Record<ErrorCategory, string> = {
  syntax: "write plain statements, close every bracket and quote",
  import: "import nothing; use what the tool's description names",
  type: "log a value before you call, index or loop over it",
  reference: "declare each name; there is no Node and no browser",
  timeout: "do less per run, and end every loop and wait",
  network: "check response.ok, catch what fetch throws",
  permission: "call what needs approval directly; no files or processes",
  memory: "work through data in parts",
  runtime: "check the input, and handle the case that fails",
  unknown: "log each step, to see where it ends",
};

type FailureHint = { text: string; categories: ErrorCategory[]; isStored?: boolean };
type CachedHint = { made: Promise<FailureHint>; isOn: boolean; isStale: boolean };

/**
 * `isNew` means that the conversation is new, so its hint must include the latest failures instead of a stale
 * cached one.
 */
type HintOptions = { isOn: boolean; isNew: boolean };

/**
 * Returns the prompt's text on failures of the last 7 days. It is empty if there were few or if `isOn` is
 * false. Throws only if the database is unreachable.
 */
export const failureHint = (agentId: string, options: HintOptions): Promise<string> =>
  attempt(async () => (await current(agentId, options)).text);

/**
 * Like `failureHint`, for a message that is being answered. Once `begun` resolves, also records that the model
 * receives the hint.
 */
export const sendFailureHint = (
  agentId: string,
  options: HintOptions,
  begun = Promise.resolve(),
): Promise<string> =>
  attempt(async () => {
    const made = await current(agentId, options);
    const hasBegun = made.isStored || (await hasResolved(begun));
    if (!made.isStored && hasBegun) await keepHint(agentId, made.text === "" ? null : made);
    made.isStored ||= hasBegun;
    return made.text;
  });

const hasResolved = (promise: Promise<void>): Promise<boolean> =>
  promise.then(
    () => true,
    () => false,
  );

/** Returns no hint if `work` fails, because a missing hint must not fail the answer. */
const attempt = (work: () => Promise<string>): Promise<string> =>
  work().catch((error) => {
    if (isUnreachable(error)) throw error;
    log.error("The hint on failed code could not be read", error);
    return "";
  });

const hints = () =>
  singleton(
    "traces.hints",
    () => {
      const cache = new LRUCache<string, CachedHint>({ max: 500, ttl: FRESH_MS });
      const unsubscribe = subscribe((notice) => {
        if (notice.type === "gap") return cache.clear();
        const entry =
          notice.type === "executions" || notice.type === "settings" ? cache.get(notice.agent) : undefined;
        if (entry) entry.isStale = true;
      });
      return { known: cache, unsubscribe };
    },
    ({ unsubscribe }) => unsubscribe(),
  ).known;

/** Cached, because the model waits for it. */
function current(agentId: string, { isOn, isNew }: HintOptions): Promise<FailureHint> {
  const all = hints();
  const cached = all.get(agentId);
  if (cached?.isOn === isOn && !(isNew && cached.isStale)) return cached.made;
  const made = isOn ? make(agentId) : Promise.resolve({ text: "", categories: [] });
  const entry = { made, isOn, isStale: false };
  all.set(agentId, entry);
  made.catch(() => {
    if (all.get(agentId) === entry) all.delete(agentId);
  });
  return made;
}

async function make(agentId: string): Promise<FailureHint> {
  const failures = await readFailures(agentId, KINDS);
  return { text: hintText(failures), categories: failures.kinds.map(({ category }) => category) };
}

/** Returns at most 400 characters: the two most frequent categories, each with an example and a remedy. */
export function hintText({ total, failed, kinds }: Failures): string {
  const isOften = total >= THRESHOLD.executions && failed >= total * THRESHOLD.failures;
  if (!isOften || kinds.length === 0) return "";
  const lines = kinds.map(({ category, errors }) => {
    const example = usual(errors);
    return `- ${category}${example ? ` (“${example}”)` : ""}: ${REMEDIES[category]}.`;
  });
  return ["Code you ran failed often recently, mostly with these:", ...lines].join("\n").slice(0, MAX_TEXT);
}

/**
 * Returns the most frequent error, without its position: a position that differs with each failure would change
 * the prompt.
 */
function usual(errors: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const error of errors) {
    const line = errorLineOf(error)
      .replace(/^The code threw |^error: (Uncaught )?(\(in promise\) )?/, "")
      .replace(/ \(line \d+, column \d+\)/, "")
      .slice(0, MAX_EXAMPLE)
      .toWellFormed()
      .replace(/\.$/, "");
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? "";
}

export const readHintView = async (agentId: string, isOn: boolean): Promise<HintView> => ({
  ...{ isOn, threshold: THRESHOLD, text: await failureHint(agentId, { isOn, isNew: true }) },
  hints: await readHints(agentId),
});
