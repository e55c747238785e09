import { createHash } from "node:crypto";
import type { ISql, TransactionSql } from "postgres";
import { log } from "@/lib/ground/base/log";
import { AppError } from "@/lib/shared/errors";
import type { Imported, ImportPreview } from "@/lib/shared/import";
import { appendVersions, disableItem, readItemVersions } from "@/lib/store/agents/imported-versions";
import { sql } from "@/lib/store/db";
import { mapInBatches } from "@/lib/store/map-in-batches";
import { adding, changingAll, type NewRevision } from "@/lib/store/revisions";
import { type AgentFile, type FileItem, readAgentFile } from "./agent-file";
import type { BlobSizes } from "./cut-bytes";
import { adoptFacts } from "./facts";
import { refuseFile } from "./file-problem";
import { type ImportPlan, type ItemImport, planImport } from "./import-plan";
import { partOfAgent, publishAll, putItem } from "./kinds";
import { overQuota } from "./quota";
import { restoreAgentTo } from "./restore-point";
import { SECTIONS } from "./sections";
import type { Rights, SectionPlan } from "./sections/define";

const NO_BLOBS: BlobSizes = new Map();

/**
 * Returns the changes that importing a file would make. `blobSizes` has the blobs of the file. Throws if the
 * file is invalid.
 */
export async function previewImport(
  agentId: string,
  input: unknown,
  blobSizes: BlobSizes = NO_BLOBS,
): Promise<ImportPreview> {
  const { exportedAt, things: items, sections } = readAgentFile(input);
  await assertValid(items, blobSizes);
  const sectionPlan = await planSections(agentId, { sections, things: items }, blobSizes);
  const { same, imports, hash } = await planFor(sql(), agentId, items);
  const changes = [...imports, ...sectionPlan.planned].map(({ change }) => change);
  return { exportedAt, hash: combinedHash(hash, sectionPlan), same: same + sectionPlan.same, changes };
}

/**
 * Imports the agent of a file. Existing versions stay in the histories, and the file's versions follow them.
 * With `expect`, throws unless a preview returned this hash. If a section fails, the versions are rolled
 * back. After a crash, importing the file again does the rest, because each part is imported as a whole.
 */
export async function importAgent(
  agentId: string,
  input: unknown,
  expect?: string,
  blobSizes: BlobSizes = NO_BLOBS,
  rights: Rights = "file",
): Promise<Imported> {
  const { things: items, sections } = readAgentFile(input);
  await assertValid(items, blobSizes);
  const sectionPlan = await planSections(agentId, { sections, things: items }, blobSizes);
  const done = await changingAll(agentId, async (tx, time) => {
    const plan = await planFor(tx, agentId, items);
    const hash = combinedHash(plan.hash, sectionPlan);
    if (expect !== undefined && expect !== hash) throw stale(hash);
    await mapInBatches(plan.imports, (itemImport) => writeImport(tx, agentId, itemImport, time));
    const publishers: (() => void)[] = [];
    for (const one of sectionPlan.planned) if ("putWith" in one) publishers.push(await one.putWith(tx));
    return { ...plan, time, tell: publishers };
  });
  for (const publish of done.tell) publish();
  publishAll(done.imports.map(({ thing: { kind, name } }) => ({ agentId, kind, name })));
  try {
    for (const one of sectionPlan.planned) if ("put" in one) await one.put(rights);
  } catch (error) {
    await rollBack(agentId, done.time);
    throw error;
  }
  const changes = [...done.imports, ...sectionPlan.planned].map(({ change }) => change);
  return { at: changes.length > 0 ? done.time : null, same: done.same + sectionPlan.same, changes };
}

async function planSections(
  agentId: string,
  { sections, things: items }: Pick<AgentFile, "sections" | "things">,
  blobSizes: BlobSizes,
): Promise<SectionPlan> {
  const all: SectionPlan = { same: 0, planned: [] };
  for (const [field, value] of sections) {
    const found = await SECTIONS[field]?.plan(agentId, value, blobSizes, items);
    all.same += found?.same ?? 0;
    all.planned.push(...(found?.planned ?? []));
  }
  return all;
}

function combinedHash(hash: string, { planned }: SectionPlan): string {
  if (planned.length === 0) return hash;
  const both = createHash("sha256").update(hash);
  for (const { change, digest } of planned) both.update(JSON.stringify([change, digest]));
  return both.digest("hex");
}

async function rollBack(agentId: string, time: string): Promise<void> {
  await restoreAgentTo(agentId, new Date(Date.parse(time) - 1).toISOString()).catch((error) =>
    log.error("A failed import could not be rolled back", error),
  );
}

async function planFor(on: ISql, agentId: string, input: FileItem[]): Promise<ImportPlan> {
  const items = await adoptFacts(on, agentId, input);
  const plan = planImport(items, await readItemVersions(on, agentId));
  const newTools = plan.imports.filter(isEnabled).map(({ thing: { name } }) => name);
  const off = await overQuota(on, agentId, newTools);
  if (off.size === 0) return plan;
  const hash = createHash("sha256").update(JSON.stringify([plan.hash, ...off]));
  const imports = plan.imports.map((itemImport) =>
    isEnabled(itemImport) && off.has(itemImport.thing.name)
      ? { ...itemImport, change: { ...itemImport.change, disabled: true as const } }
      : itemImport,
  );
  return { ...plan, imports, hash: hash.digest("hex") };
}

const isEnabled = ({ thing: { kind, enabled }, change: { action } }: ItemImport) =>
  kind === "tool" && action === "create" && enabled !== false;

async function writeImport(
  tx: TransactionSql,
  agentId: string,
  { thing: input, change, first }: ItemImport,
  time: string,
): Promise<void> {
  const { kind, name, versions, live, enabled } = input;
  const item = { agentId, kind, name };
  const at = live ? versions.indexOf(live) : versions.length;
  const revisions = versions.map(revisionOf);
  await appendVersions(tx, item, first, revisions.slice(0, at), time);
  const made = revisions[at];
  if (!made) return;
  await putItem(tx, adding(tx, item, time), item, made);
  await appendVersions(tx, item, first + at + 1, revisions.slice(at + 1), time);
  if (change.action === "create" && (enabled === false || change.disabled)) await disableItem(tx, item);
}

const revisionOf = (one: FileItem["versions"][number]): NewRevision => ({
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

async function assertValid(items: FileItem[], blobSizes: BlobSizes): Promise<void> {
  for (const { kind, name, live, versions, place = [] } of items) {
    const { blobs, check } = partOfAgent(kind);
    for (const one of blobs ? versions.flatMap(({ content }) => blobs(content)) : [])
      if (blobSizes.get(one.hash) !== one.size)
        throw refuseFile([kind, name], `the file lacks the bytes with the hash ${one.hash}`);
    if (live) await check?.(name, live.content, place);
  }
}
