import { createHash } from "node:crypto";
import type { ISql, TransactionSql } from "postgres";
import { log } from "@/lib/ground/base/log";
import { AppError } from "@/lib/shared/errors";
import type { Imported, ImportPreview } from "@/lib/shared/import";
import { appendVersions, disableTool, readPresent } from "@/lib/store/agents/arrivals";
import { sql } from "@/lib/store/db";
import { adding, changingAll, type NewRevision } from "@/lib/store/revisions";
import { together } from "@/lib/store/together";
import { type AgentFile, type FileThing, readAgentFile } from "./agent-file";
import { type Arrival, type ArrivalPlan, arrivalPlanOf } from "./arrivals";
import type { Brought } from "./cut-bytes";
import { ownFacts } from "./facts";
import { partOfAgent, publishAll, putThing } from "./kinds";
import { restoreToMoment } from "./moment";
import { overQuota } from "./quota";
import { SECTIONS } from "./sections";
import type { Rights, SectionPlan } from "./sections/define";

const NOTHING: Brought = new Map();

/**
 * Returns the changes that importing a file would make. `blobSizes` has the blobs of the file. Throws if the
 * file is invalid.
 */
export async function previewImport(
  agentId: string,
  given: unknown,
  brought: Brought = NOTHING,
): Promise<ImportPreview> {
  const { exportedAt, things, sections } = readAgentFile(given);
  await assertWorking(things);
  const beside = await planSections(agentId, { sections, things }, brought);
  const { same, arrivals, hash } = await planFor(sql(), agentId, things);
  const changes = [...arrivals, ...beside.planned].map(({ change }) => change);
  return { exportedAt, hash: joined(hash, beside), same: same + beside.same, changes };
}

/**
 * Imports the agent of a file. Existing versions stay in the histories, and the file's versions follow them.
 * With `expect`, throws unless a preview returned this hash. If a section fails, the versions are rolled
 * back. After a crash, importing the file again does the rest, because each part is imported as a whole.
 */
export async function importAgent(
  agentId: string,
  given: unknown,
  expect?: string,
  brought: Brought = NOTHING,
  rights: Rights = "file",
): Promise<Imported> {
  const { things, sections } = readAgentFile(given);
  await assertWorking(things);
  const beside = await planSections(agentId, { sections, things }, brought);
  const done = await changingAll(agentId, async (tx, time) => {
    const plan = await planFor(tx, agentId, things);
    const hash = joined(plan.hash, beside);
    if (expect !== undefined && expect !== hash) throw stale(hash);
    await together(plan.arrivals, (arrival) => take(tx, agentId, arrival, time));
    const tell: (() => void)[] = [];
    for (const one of beside.planned) if ("putWith" in one) tell.push(await one.putWith(tx));
    return { ...plan, time, tell };
  });
  for (const tell of done.tell) tell();
  publishAll(done.arrivals.map(({ thing: { kind, name } }) => ({ agentId, kind, name })));
  try {
    for (const one of beside.planned) if ("put" in one) await one.put(rights);
  } catch (error) {
    await takeBack(agentId, done.time);
    throw error;
  }
  const changes = [...done.arrivals, ...beside.planned].map(({ change }) => change);
  return { at: changes.length > 0 ? done.time : null, same: done.same + beside.same, changes };
}

async function planSections(
  agentId: string,
  { sections, things }: Pick<AgentFile, "sections" | "things">,
  brought: Brought,
): Promise<SectionPlan> {
  const all: SectionPlan = { same: 0, planned: [] };
  for (const [field, value] of sections) {
    const found = await SECTIONS[field]?.plan(agentId, value, brought, things);
    all.same += found?.same ?? 0;
    all.planned.push(...(found?.planned ?? []));
  }
  return all;
}

function joined(hash: string, { planned }: SectionPlan): string {
  if (planned.length === 0) return hash;
  const both = createHash("sha256").update(hash);
  for (const { change, digest } of planned) both.update(JSON.stringify([change, digest]));
  return both.digest("hex");
}

async function takeBack(agentId: string, time: string): Promise<void> {
  await restoreToMoment(agentId, new Date(Date.parse(time) - 1).toISOString()).catch((error) =>
    log.error("A failed import could not be rolled back", error),
  );
}

async function planFor(on: ISql, agentId: string, given: FileThing[]): Promise<ArrivalPlan> {
  const things = await ownFacts(on, agentId, given);
  const plan = arrivalPlanOf(things, await readPresent(on, agentId));
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
  new AppError("conflict", "The agent changed since the preview. Check the new preview and confirm again.", {
    details: { hash },
  });

async function assertWorking(things: FileThing[]): Promise<void> {
  for (const { kind, name, live, place = [] } of things)
    if (live) await partOfAgent(kind).check?.(name, live.content, place);
}
