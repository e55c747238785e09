import { prove } from "@/lib/code/proof/prove";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import type { CheckedItem } from "@/lib/shared/proofs/contract";
import { listExamples, type ProvenItem, publishProofs } from "@/lib/store/agents/examples";
import { addBreak, forgetBreaks, readBreak } from "@/lib/store/agents/proofs";
import { sql } from "@/lib/store/db";
import { changing, readLive } from "@/lib/store/revisions";
import { keepInspection, lastInspection, renamedColumns, withAdded, withNewNames } from "./columns";
import { type Content, type Inspected, inspectedItem, inspectedOf } from "./inspected";
import { findProblems, type Present, presentOf, problemOfSql } from "./problems";

type Renamed = ReadonlyMap<string, string>;

/** Maximum milliseconds of a check of one item. */
const CHECK_MS = 50_000;

/**
 * Checks the tools and components of an agent against their examples and against today's tables, tools and keys. Each
 * break becomes a line of the inbox. If the break comes from renamed columns, a mended version waits for the user with it;
 * nothing else is changed. Returns the number of new lines.
 */
export async function inspectAgent(agentId: string, signal: AbortSignal): Promise<number> {
  const [before, present] = await Promise.all([lastInspection(agentId), presentOf(agentId)]);
  const renamed = renamedColumns(before?.columns ?? {}, present.columns);
  let found = 0;
  for await (const one of inspectedOf(agentId)) {
    signal.throwIfAborted();
    try {
      if ((await inspect(one, { present, renamed, signal })).isNew) found++;
    } catch (error) {
      log.warn("A tool or component was not inspected", error, { agent: agentId, name: one.item.name });
    }
  }
  await keepInspection(agentId, present.columns);
  return found;
}

/**
 * Checks one tool or component now, at the user's request. A break that the user dismissed becomes a line again.
 * Concurrent requests of this process share one check.
 */
export function checkItem(item: ProvenItem): Promise<CheckedItem> {
  const running = singleton("checks of items", () => new Map<string, Promise<CheckedItem>>());
  const key = JSON.stringify([item.agentId, item.kind, item.name]);
  const existing = running.get(key);
  if (existing) return existing;
  const check = checkNow(item, AbortSignal.timeout(CHECK_MS)).finally(() => running.delete(key));
  running.set(key, check);
  return check;
}

async function checkNow(item: ProvenItem, signal: AbortSignal): Promise<CheckedItem> {
  const { agentId } = item;
  const [one, before, present] = await Promise.all([
    inspectedItem(item),
    lastInspection(agentId),
    presentOf(agentId),
  ]);
  const renamed = renamedColumns(before?.columns ?? {}, present.columns);
  const { isNew: _, ...checked } = await inspect(one, { present, renamed, signal, isAsked: true });
  // The other items of the agent have not met the renamed columns yet.
  const columns = withAdded(before?.columns ?? {}, present.columns);
  await keepInspection(agentId, columns, before ? new Date(before.at) : new Date());
  return checked;
}

type Inspection = {
  present: Present;
  renamed: Renamed;
  signal: AbortSignal;
  /** The user asked for it, so that a line appears again that they dismissed. */
  isAsked?: boolean;
};

async function inspect(one: Inspected, how: Inspection): Promise<CheckedItem & { isNew: boolean }> {
  const { problem, tried, skipped } = await findProblems(one, how.present, how.signal);
  const checked = { reason: problem, tried, skipped };
  if (problem !== null) return { ...checked, isNew: await report(one, problem, how) };
  // An example that could not run may still fail.
  if (skipped === 0) await forgetBreaks(one.item, one.version);
  return { ...checked, isNew: false };
}

/** Adds a line for a break, once. Returns false if the user has it, or dismissed it. */
async function report(
  one: Inspected,
  reason: string,
  { renamed, signal, isAsked }: Inspection,
): Promise<boolean> {
  const { item, version } = one;
  const isKnown = (line: "open" | "settled" | null) => line === "open" || (line === "settled" && !isAsked);
  if (isKnown(await readBreak(sql(), item, { version, reason }))) return false;
  const mended = await mendOf(one, renamed);
  const cases = mended ? await casesOf(one, mended, signal) : [];
  const isAdded = await changing(item, async (tx, add) => {
    const live = await readLive(tx, item);
    if (live?.version !== version || isKnown(await readBreak(tx, item, { version, reason }))) return false;
    const { origins } = live;
    const by = { author: "system", cause: null, origins } as const;
    const stored = mended && (await add({ ...by, content: mended, failure: reason, live: false }));
    const state = stored ? "waiting" : "found";
    await addBreak(tx, item, { version: stored?.version ?? version, base: version, state, reason, cases });
    return true;
  });
  if (isAdded) publishProofs(item);
  return isAdded;
}

async function casesOf({ item, run, content }: Inspected, mended: Content, signal: AbortSignal) {
  const examples = await listExamples(item);
  const trials = examples.map(({ input, expected }) => ({ of: "example" as const, input, expected }));
  return (await prove(trials, { before: run(content), after: run(mended) }, signal)).cases;
}

/** Returns the content with renamed columns in its queries if all of them are valid then, or null. */
async function mendOf(
  { item: { agentId }, content, queries }: Inspected,
  renamed: Renamed,
): Promise<Content | null> {
  let { code } = content;
  for (const query of new Set(queries)) {
    if ((await problemOfSql(agentId, query)) === null) continue;
    const changed = withNewNames(query, renamed);
    if (!code.includes(query) || (await problemOfSql(agentId, changed)) !== null) return null;
    code = code.replaceAll(query, changed);
  }
  return code === content.code ? null : { ...content, code };
}
