import { createHash } from "node:crypto";
import type { ISql, TransactionSql } from "postgres";
import { AppError } from "@/lib/shared/errors";
import type { Imported, ImportPreview } from "@/lib/shared/import";
import { appendVersions, disableTool, readPresent } from "@/lib/store/arrivals";
import { sql } from "@/lib/store/db";
import { adding, changingAll, type NewRevision } from "@/lib/store/revisions";
import { together } from "@/lib/store/together";
import { type FileThing, readAgentFile } from "./agent-file";
import { type Arrival, type Plan, planOf } from "./arrivals";
import { partOfAgent, publishAll, putThing } from "./kinds";
import { overQuota } from "./quota";

/** What the import of a file would do. Throws what is wrong with the file. */
export async function previewImport(agentId: string, given: unknown): Promise<ImportPreview> {
  const { exportedAt, things } = readAgentFile(given);
  await assertWorking(things);
  const { same, arrivals, hash } = await planFor(sql(), agentId, things);
  return { exportedAt, hash, same, changes: arrivals.map(({ change }) => change) };
}

/**
 * Brings the agent of a file here, all or nothing: what is here stays in the histories, and the file's versions follow
 * it. With `expect`, only if a preview gave this hash.
 */
export async function importAgent(agentId: string, given: unknown, expect?: string): Promise<Imported> {
  const { things } = readAgentFile(given);
  await assertWorking(things);
  const done = await changingAll(agentId, async (tx, time) => {
    const plan = await planFor(tx, agentId, things);
    if (expect !== undefined && expect !== plan.hash) throw stale(plan.hash);
    await together(plan.arrivals, (arrival) => take(tx, agentId, arrival, time));
    return { ...plan, time };
  });
  publishAll(done.arrivals.map(({ thing: { kind, name } }) => ({ agentId, kind, name })));
  const changes = done.arrivals.map(({ change }) => change);
  return { at: changes.length > 0 ? done.time : null, same: done.same, changes };
}

/** What the file would do, with the tools for which there is no room switched off. */
async function planFor(on: ISql, agentId: string, things: FileThing[]): Promise<Plan> {
  const plan = planOf(things, await readPresent(on, agentId));
  const coming = plan.arrivals.filter(isEnabled).map(({ thing: { name } }) => name);
  const off = await overQuota(on, agentId, coming);
  if (off.size === 0) return plan;
  const hash = createHash("sha256").update(JSON.stringify([plan.hash, ...off]));
  const arrivals = plan.arrivals.map((arrival) =>
    isEnabled(arrival) && off.has(arrival.thing.name)
      ? { ...arrival, change: { ...arrival.change, disabled: true as const } }
      : arrival,
  );
  return { ...plan, arrivals, hash: hash.digest("hex") };
}

const isEnabled = ({ thing: { kind, enabled }, change: { action } }: Arrival) =>
  kind === "tool" && action === "create" && enabled !== false;

async function take(
  tx: TransactionSql,
  agentId: string,
  { thing: given, change, first }: Arrival,
  time: string,
): Promise<void> {
  const { kind, name, versions, live, enabled } = given;
  const thing = { agentId, kind, name };
  const at = live ? versions.indexOf(live) : versions.length;
  const revisions = versions.map(revisionOf);
  await appendVersions(tx, thing, first, revisions.slice(0, at), time);
  const made = revisions[at];
  if (!made) return;
  await putThing(tx, adding(tx, thing, time), thing, made);
  await appendVersions(tx, thing, first + at + 1, revisions.slice(at + 1), time);
  if (change.action === "create" && (enabled === false || change.disabled))
    await disableTool(tx, agentId, name);
}

const revisionOf = (one: FileThing["versions"][number]): NewRevision => ({
  content: one.content,
  author: "import",
  cause: { imported: { version: one.version, author: one.author, createdAt: one.createdAt } },
  failure: one.failure,
  live: one.live,
  origins: one.origins,
});

const stale = (hash: string) =>
  new AppError(
    "conflict",
    "Something has changed here since the preview. Look at what the import would do now, and decide again.",
    { details: { hash } },
  );

/** Throws what of a file's live tools and components does not compile. */
async function assertWorking(things: FileThing[]): Promise<void> {
  for (const { kind, name, live, place = [] } of things)
    if (live) await partOfAgent(kind).check?.(name, live.content, place);
}
