import { randomUUID } from "node:crypto";
import { execute } from "@/lib/data/sqlite/index";
import { publicOrigin } from "@/lib/ground/base/env";
import { hookToken } from "@/lib/ground/base/token";
import { AppError } from "@/lib/shared/errors";
import type { TriggerKind, TriggerView } from "@/lib/shared/jobs/contract";
import { TRIGGER_KINDS } from "@/lib/shared/jobs/contract";
import {
  type JobContent,
  MAX_TRIGGERS,
  type NewTrigger,
  SPECS,
  type TriggerChange,
} from "@/lib/shared/jobs/fields";
import { saveConditionState } from "@/lib/store/agents/conditions";
import * as store from "@/lib/store/agents/jobs";
import { readSettings, timeZoneOf } from "@/lib/store/agents/settings";
import type { By } from "@/lib/store/revisions";
import { parseDueTime } from "./at";
import { common } from "./jobs";
import { assertMailFilter, assertMailOwner } from "./mail-triggers";
import { jobPlanOf } from "./plan";

type Content = Extract<JobContent, { kind: TriggerKind }>;
type Trigger = store.Job & Content;

const QUOTA = { kinds: TRIGGER_KINDS, max: MAX_TRIGGERS, what: "triggers" } as const;

type Field = (typeof FIELDS)[number];
const FIELDS = ["at", "sql", "key", "from", "subject", "folder"] as const;
/** The field that each kind of trigger requires. The fields of other kinds are rejected. */
const NEEDS = { once: "at", webhook: null, mail: "from", table: "sql", state: "key" } as const;
const TAKES: Partial<Record<TriggerKind, readonly Field[]>> = { mail: ["subject", "folder"] };
type GivenFields = Pick<NewTrigger, Field>;

export async function listTriggers(agentId: string): Promise<TriggerView[]> {
  return (await store.listJobs(agentId, TRIGGER_KINDS)).filter(isTrigger).map(toView);
}

export const readTrigger = async (agentId: string, id: string): Promise<TriggerView> =>
  toView(await find(agentId, id));

export async function assertNewTrigger(agentId: string, trigger: NewTrigger): Promise<void> {
  assertFields(trigger.kind, trigger);
  await specOf(agentId, trigger.kind, trigger);
}

export async function createTrigger(
  agentId: string,
  { enabled, ...trigger }: NewTrigger,
  by: By,
): Promise<TriggerView> {
  const { kind, name, instruction } = trigger;
  assertFields(kind, trigger);
  const spec = await specOf(agentId, kind, trigger);
  const id = randomUUID();
  await store.saveJob(agentId, id, {
    content: contentOf(kind, { name, instruction, spec }),
    by,
    plan: jobPlanOf,
    enabled,
    quota: QUOTA,
  });
  await look(agentId, id, spec);
  return readTrigger(agentId, id);
}

/** Changes the given fields. A trigger that has already run can run again if its time changes. */
export async function updateTrigger(
  agentId: string,
  id: string,
  { name, instruction, enabled, ...change }: TriggerChange,
  by: By,
): Promise<TriggerView> {
  const before = await find(agentId, id);
  const { kind } = before;
  const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const isNew = Object.keys(changed).length > 0;
  const fields = { ...before.spec, ...changed } as GivenFields;
  if (isNew) assertFields(kind, fields);
  if (kind === "mail") await assertMailOwner(agentId);
  const spec = isNew ? await specOf(agentId, kind, fields) : before.spec;
  const written = { name: name ?? before.name, instruction: instruction ?? before.instruction, spec };
  if (enabled && kind === "mail") await assertMailFilter(agentId, SPECS.mail.parse(spec));
  const content = contentOf(kind, written);
  const isSame = JSON.stringify(content) === JSON.stringify(contentOf(kind, before));
  const isOn = enabled ?? (isNew && kind === "once" ? true : undefined);
  if (!isSame) await store.saveJob(agentId, id, { content, by, plan: jobPlanOf, enabled: isOn });
  else if (isOn !== undefined) await switchTrigger(before, isOn);
  if (isNew) await look(agentId, id, spec);
  return readTrigger(agentId, id);
}

export async function toggleTrigger(agentId: string, id: string): Promise<TriggerView> {
  const trigger = await find(agentId, id);
  await switchTrigger(trigger, !trigger.enabled);
  return readTrigger(agentId, id);
}

export async function deleteTrigger(agentId: string, id: string, by: By): Promise<void> {
  await find(agentId, id);
  await store.removeJob(agentId, id, by);
}

async function switchTrigger(trigger: Trigger, enabled: boolean): Promise<void> {
  const { agentId, id, kind } = trigger;
  const { nextRunAt } = jobPlanOf(contentOf(kind, trigger), trigger);
  if (enabled && kind === "once" && nextRunAt === null)
    throw new AppError("conflict", "The trigger's time has passed. Set a new time (at) to turn it on again.");
  if (enabled && kind === "mail") await assertMailFilter(agentId, SPECS.mail.parse(trigger.spec));
  await store.enableJob(agentId, id, enabled, nextRunAt);
  if (enabled) await look(agentId, id, trigger.spec);
}

/**
 * Records whether the condition is already true, because a trigger runs only when its condition becomes true.
 */
async function look(agentId: string, id: string, spec: Content["spec"]): Promise<void> {
  if ("sql" in spec) await saveConditionState(agentId, id, (await readCondition(agentId, spec.sql)) !== null);
}

/**
 * Returns the first row of a condition by column names, or null if there is none. Throws an AppError if the
 * SQL is invalid or writes.
 */
export async function readCondition(agentId: string, sql: string): Promise<Record<string, unknown> | null> {
  const result = await execute({ agentId, sql, mode: "read", maxRows: 1 });
  if (result.kind !== "read")
    throw new AppError(
      "invalid",
      "sql: this reads nothing. Give a SELECT that returns a row when the condition is true.",
      {
        details: { field: "sql" },
      },
    );
  const { columns, rows } = result;
  const [row] = rows;
  return row ? Object.fromEntries(columns.map((column, nth) => [column, row[nth]])) : null;
}

async function find(agentId: string, id: string): Promise<Trigger> {
  const job = await store.readJob(agentId, id);
  if (job && isTrigger(job)) return job;
  throw new AppError("not_found", `There is no trigger ${id}. List them to see their ids.`);
}

const isTrigger = (job: store.Job): job is Trigger => TRIGGER_KINDS.some((kind) => kind === job.kind);

function assertFields(kind: TriggerKind, fields: GivenFields): void {
  const need = NEEDS[kind];
  for (const field of FIELDS) {
    if (field === need && fields[field] === undefined)
      throw invalid(field, `a ${kind} trigger needs ${field}${EXAMPLES[field]}`);
    if (field !== need && fields[field] !== undefined && !TAKES[kind]?.includes(field))
      throw invalid(field, `a ${kind} trigger takes no ${field}${need ? `; it takes ${need}` : ""}`);
  }
}

const EXAMPLES = {
  at: ', such as "in 2 hours" or 2026-05-01T09:00',
  sql: ", such as SELECT * FROM orders WHERE total > 1000",
  key: ", a key of the state",
  from: ", an address or a domain such as reef.test",
};

const invalid = (field: string, message: string) =>
  new AppError("invalid", `${field}: ${message}.`, { details: { field } });

async function specOf(
  agentId: string,
  kind: TriggerKind,
  { at = "", sql = "", key = "", from = "", subject, folder }: GivenFields,
): Promise<Content["spec"]> {
  if (kind === "once")
    return { at: parseDueTime(at, timeZoneOf(await readSettings(agentId)), new Date()).toISOString() };
  if (kind === "state") return { key };
  if (kind === "webhook") return {};
  if (kind === "mail") {
    const spec = { from, ...(subject && { subject }), ...(folder && { folder }) };
    await assertMailFilter(agentId, spec);
    return spec;
  }
  await readCondition(agentId, sql);
  return { sql };
}

const contentOf = (
  kind: TriggerKind,
  { name, instruction, spec }: { name: string; instruction: string; spec: Content["spec"] },
) => ({ kind, name, instruction, spec }) as Content;

function toView(trigger: Trigger): TriggerView {
  const { kind, spec } = trigger;
  return {
    ...common(trigger),
    kind,
    ...spec,
    ...(kind === "webhook" && { url: `${publicOrigin()}/hooks/${hookToken(trigger)}` }),
  };
}
