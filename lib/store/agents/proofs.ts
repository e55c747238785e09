import { and, asc, desc, eq, gte, inArray, isNull, ne, or, sql as raw, type SQL } from "drizzle-orm";
import type { ISql, Sql, TransactionSql } from "postgres";
import { z } from "zod";
import { agents, agentTools, components, executions, proofs, skills, toolCalls } from "@/drizzle/schema";
import { actingRight } from "@/lib/ground/base/acting";
import { includesRight } from "@/lib/shared/members/roles";
import type { Proof, ProofCase, ProofLine, ProofState, Verdict } from "@/lib/shared/proofs/contract";
import { asJson, db, sql, toIso } from "@/lib/store/db";
import { type ProvenItem, publishProofs } from "./examples";

const MAX_LINES = 100;
/** Numbers of recorded calls that a proof runs, and that are examined to find different inputs. */
const CALLS = 10;
const EXAMINED = 50;
const MAX_INPUT_CHARS = 100_000;

export type NewProof = {
  version: number;
  base: number;
  verdict: Verdict;
  state: ProofState;
  why?: string | null;
  reason?: string | null;
  cases: readonly ProofCase[];
  memberId?: string | null;
};

export async function addProof(
  item: ProvenItem,
  { cases, state, ...proof }: NewProof,
  on: ISql = sql(),
): Promise<void> {
  const values = { ...item, ...proof, state, cases: raw<ProofCase[]>`${asJson(cases)}::json` };
  await db(on).insert(proofs).values(values).onConflictDoNothing();
  publishProofs(item);
}

/** Adds a line about a live version that no longer works, within `tx`. It replaces the proof of that version. */
export async function addBreak(
  tx: TransactionSql,
  item: ProvenItem,
  proof: Omit<NewProof, "verdict" | "why">,
): Promise<void> {
  const cases = raw<ProofCase[]>`${asJson(proof.cases)}::json`;
  const { version, base, state, reason } = proof;
  const fields = { base, state, reason, cases, verdict: "broken" as const, why: null };
  await db(tx)
    .insert(proofs)
    .values({ ...item, version, ...fields })
    .onConflictDoUpdate({
      target: [proofs.agentId, proofs.kind, proofs.name, proofs.version],
      set: { ...fields, settledAt: null, createdAt: raw`now()` },
    });
}

/** Returns whether a line about this break of a live version is open, was settled, or does not exist. */
export async function readBreak(
  on: Sql | TransactionSql,
  item: ProvenItem,
  { version, reason }: { version: number; reason: string },
): Promise<"open" | "settled" | null> {
  const [row] = await db(on)
    .select({ isOpen: raw<boolean>`bool_or(${proofs.settledAt} is null)` })
    .from(proofs)
    .where(and(isBreakOf(item, version), eq(proofs.reason, reason)))
    .having(raw`count(*) > 0`);
  return row ? (row.isOpen ? "open" : "settled") : null;
}

/** Deletes the lines about breaks of a live version that works again. */
export async function forgetBreaks(item: ProvenItem, version: number): Promise<void> {
  const offers = inArray(proofs.state, ["waiting", "found", "discarded"]);
  const { count } = await db()
    .delete(proofs)
    .where(and(isBreakOf(item, version), offers));
  if (count > 0) publishProofs(item);
}

const isBreakOf = (item: ProvenItem, version: number) =>
  and(isOf(item), eq(proofs.base, version), eq(proofs.verdict, "broken"));

/** Settles an open proof. Returns false if another caller has settled it. */
export async function settleProof(
  item: ProvenItem,
  id: string,
  { state, ...changed }: { state: ProofState; version?: number; base?: number; reason?: string },
): Promise<boolean> {
  const isOver = state === "kept" || state === "discarded";
  const { count } = await db()
    .update(proofs)
    .set({ state, ...changed, settledAt: isOver ? raw`now()` : null })
    .where(and(isOf(item), eq(proofs.id, id), isNull(proofs.settledAt)));
  publishProofs(item);
  return count > 0;
}

/** Returns an open proof of the agent, or null. */
export async function readProof(agentId: string, id: string): Promise<Proof | null> {
  const [row] = await db()
    .select(COLUMNS)
    .from(proofs)
    .where(and(eq(proofs.agentId, agentId), eq(proofs.id, id), isNull(proofs.settledAt)));
  return row ? toProof(row) : null;
}

/** Returns the proof by which a version is on probation, or null. */
export async function readProbation(item: ProvenItem, version: number): Promise<Proof | null> {
  const [row] = await db()
    .select(COLUMNS)
    .from(proofs)
    .where(and(isOf(item), eq(proofs.version, version), eq(proofs.state, "probation")));
  return row ? toProof(row) : null;
}

/** Returns the newest proof of the item that applies to its live version, and for whom its turns were tried. */
export async function newestProof(
  item: ProvenItem,
  on: ISql = sql(),
): Promise<(Proof & { memberId: string | null }) | null> {
  const [row] = await db(on)
    .select({ ...COLUMNS, memberId: proofs.memberId })
    .from(proofs)
    .where(and(isOf(item), isCurrent()))
    .orderBy(desc(proofs.createdAt))
    .limit(1);
  return row ? toLine(row) : null;
}

/** Returns the versions of an item that went back, or that the user refused. */
export async function refusedVersions(item: ProvenItem): Promise<number[]> {
  const rows = await db()
    .select({ version: proofs.version })
    .from(proofs)
    .where(
      and(isOf(item), ...[inArray(proofs.state, ["returned", "discarded"]), ne(proofs.verdict, "broken")]),
    );
  return rows.map(({ version }) => version);
}

/** Lists the proofs that wait for the acting member, of one agent or of all that they own, newest first. */
export async function listOpenProofs(agentId?: string): Promise<ProofLine[]> {
  const { cases: _, tokens: __, ...columns } = COLUMNS;
  const rows = await db()
    .select(columns)
    .from(proofs)
    .where(
      and(
        agentId === undefined ? undefined : eq(proofs.agentId, agentId),
        ...[inArray(proofs.state, ["waiting", "returned", "found"]), isNull(proofs.settledAt), isCurrent()],
        raw`exists (select from agents a where a.id = ${proofs.agentId} and a.deleted_at is null)`,
      ),
    )
    .orderBy(desc(proofs.createdAt))
    .limit(MAX_LINES);
  const owned = new Map<string, boolean>();
  for (const { agentId: id } of rows)
    if (!owned.has(id)) owned.set(id, includesRight(await actingRight(id), "own"));
  return rows.filter((row) => owned.get(row.agentId)).map(toLine);
}

/**
 * Returns the different inputs of the newest recorded calls of a tool, at most 10. Calls of the last day in the
 * conversation `except` are left out.
 */
export async function recordedCalls(
  { agentId, name }: ProvenItem,
  except: string | null,
): Promise<unknown[]> {
  const rows = await recorded(
    agentId,
    except,
    and(eq(toolCalls.toolName, name), inArray(toolCalls.status, ["ok", "error"])),
  );
  return distinct(rows.map((row) => row.input));
}

/** Like `recordedCalls`, the props with which calls of the agent have shown a component. */
export async function recordedProps(
  { agentId, name }: ProvenItem,
  except: string | null,
): Promise<unknown[]> {
  const mentions = raw`strpos(${toolCalls.input}::text, ${JSON.stringify(name)}) > 0`;
  const rows = await recorded(agentId, except, mentions);
  return distinct(
    rows.flatMap(({ input }) => {
      const found = shownIn(input);
      return found?.name === name ? [found.props] : [];
    }),
  );
}

const recorded = (agentId: string, except: string | null, which: SQL | undefined) =>
  db()
    .select({ input: toolCalls.input })
    .from(toolCalls)
    .where(
      and(
        ...[eq(toolCalls.agentId, agentId), which],
        raw`length(${toolCalls.input}::text) <= ${MAX_INPUT_CHARS}`,
        except === null
          ? undefined
          : raw`not (${toolCalls.conversationId}::text = ${except} and ${toolCalls.createdAt} > now() - interval '1 day')`,
      ),
    )
    .orderBy(desc(toolCalls.createdAt))
    .limit(EXAMINED);

const FEW = 10;

/**
 * Counts recorded calls since a time that ran the code `after`, the failures among the first 10 of them, and those among
 * the last 10 that ran `before`. Failures of the network do not count.
 */
export async function countFailures(
  { agentId, name }: ProvenItem,
  { before, after, since }: { before: string; after: string; since: string },
): Promise<{ calls: number; failed: number; failedBefore: number }> {
  const { createdAt, id, success, errorCategory, code, tool } = executions;
  const ran = (text: string) => and(eq(executions.agentId, agentId), eq(tool, name), eq(code, text));
  const hasFailed = raw<boolean>`not ${success} and ${errorCategory} is distinct from 'network'`;
  const [now, then] = await Promise.all([
    db()
      .select({ hasFailed })
      .from(executions)
      .where(and(ran(after), gte(createdAt, since)))
      .orderBy(asc(createdAt), asc(id)),
    db()
      .select({ hasFailed })
      .from(executions)
      .where(ran(before))
      .orderBy(desc(createdAt), desc(id))
      .limit(FEW),
  ]);
  const failures = (rows: { hasFailed: boolean }[]) => rows.filter((row) => row.hasFailed).length;
  return { calls: now.length, failed: failures(now.slice(0, FEW)), failedBefore: failures(then) };
}

const shown = z.object({ component: z.string(), props: z.record(z.string(), z.unknown()).default({}) });

/** Returns the stored component that a call shows, with its props. */
export function shownIn(input: unknown): { name: string; props: Record<string, unknown> } | undefined {
  const { data } = shown.safeParse(input);
  return data && { name: data.component, props: data.props };
}

const distinct = (inputs: unknown[]): unknown[] =>
  [...new Map(inputs.map((input) => [JSON.stringify(input), input])).values()].slice(0, CALLS);

/** Condition for proofs that no later version has overtaken: of the live version, or based on it. */
export function isCurrent() {
  const named = (table: typeof agentTools | typeof components | typeof skills) =>
    raw`(select ${table.version} from ${table} where ${and(
      ...[eq(table.agentId, proofs.agentId), eq(table.name, proofs.name)],
      isNull(table.deletedAt),
    )})`;
  const text = (version: typeof agents.promptVersion | typeof agents.notesVersion) =>
    raw`(select ${version} from ${agents} where ${eq(agents.id, proofs.agentId)})`;
  const live = raw`coalesce(case ${proofs.kind} when 'tool' then ${named(agentTools)}
    when 'component' then ${named(components)} when 'skill' then ${named(skills)}
    when 'system_prompt' then ${text(agents.promptVersion)} else ${text(agents.notesVersion)} end, -1)`;
  return or(
    and(inArray(proofs.state, ["waiting", "returned", "trying"]), raw`${proofs.base} = ${live}`),
    and(inArray(proofs.state, ["probation", "kept", "found", "trying"]), raw`${proofs.version} = ${live}`),
  );
}

export const isOf = ({ agentId, kind, name }: ProvenItem) =>
  and(eq(proofs.agentId, agentId), eq(proofs.kind, kind), eq(proofs.name, name));

export const COLUMNS = {
  ...{ id: proofs.id, agentId: proofs.agentId, kind: proofs.kind, name: proofs.name },
  ...{ version: proofs.version, base: proofs.base, verdict: proofs.verdict, state: proofs.state },
  ...{ why: proofs.why, reason: proofs.reason, cases: proofs.cases, createdAt: proofs.createdAt },
  tokens: proofs.tokens,
};

export const toLine = <T extends { createdAt: string }>(row: T): T => ({
  ...row,
  createdAt: toIso(row.createdAt),
});
const toProof = (row: Proof): Proof => toLine(row);
