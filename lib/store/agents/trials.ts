import { and, asc, desc, eq, exists, gt, inArray, isNull, lt, notInArray, or, sql as raw } from "drizzle-orm";
import type { ISql } from "postgres";
import { agents, proofs, revisions } from "@/drizzle/schema";
import {
  type Proof,
  type ProofCase,
  type ProofState,
  TRIED,
  type Verdict,
} from "@/lib/shared/proofs/contract";
import { asJson, db, sql } from "@/lib/store/db";
import { type ProvenItem, publishProofs } from "./examples";
import { COLUMNS, isCurrent, isOf, toLine } from "./proofs";

/* Trials of changes on turns, which a background job makes. */

/** A server keeps a trial for this long after it has last said that it works on it. */
const CLAIM_SECONDS = 30;
/** Limit of the versions that the prompt describes. */
const MAX_TOLD = 3;

/** `after`: the state after a trial that the user started; null if the policy decides. */
export type Trial = Proof & { memberId: string | null; after: ProofState | null };

const columns = { ...COLUMNS, memberId: proofs.memberId, after: proofs.after };

/** Takes the oldest trial that no server works on, or null. */
export async function claimTrial(): Promise<Trial | null> {
  const free = or(isNull(proofs.claimedUntil), lt(proofs.claimedUntil, raw`now()`));
  const isLive = raw`exists (select from ${agents} where ${agents.id} = ${proofs.agentId} and ${agents.deletedAt} is null)`;
  const next = db()
    .select({ id: proofs.id })
    .from(proofs)
    .where(and(eq(proofs.state, "trying"), free, isLive))
    .orderBy(asc(proofs.createdAt))
    .limit(1)
    .for("update", { skipLocked: true });
  const [row] = await db()
    .update(proofs)
    .set({ claimedUntil: claimEnd() })
    .where(inArray(proofs.id, next))
    .returning(columns);
  return row ? toLine(row) : null;
}

const claimEnd = () => raw`now() + ${CLAIM_SECONDS} * interval '1 second'`;

/** Keeps a claimed trial. Returns false if it was dropped. */
export async function keepClaim(id: string): Promise<boolean> {
  const { count } = await db()
    .update(proofs)
    .set({ claimedUntil: claimEnd() })
    .where(and(eq(proofs.id, id), eq(proofs.state, "trying")));
  return count > 0;
}

type Progress = { cases: readonly ProofCase[]; tokens: number };

/** Stores the cases so far, so that another server continues after them. Returns false if the trial was dropped. */
export async function saveTrial(item: ProvenItem, id: string, { cases, tokens }: Progress): Promise<boolean> {
  const { count } = await db()
    .update(proofs)
    .set({ cases: raw<ProofCase[]>`${asJson(cases)}::json`, tokens, claimedUntil: claimEnd() })
    .where(and(eq(proofs.id, id), eq(proofs.state, "trying")));
  publishProofs(item);
  return count > 0;
}

type End = { verdict: Verdict; state: ProofState; version?: number; reason?: string | null };

/** Ends a trial. Returns false if it was dropped. */
export async function endTrial(item: ProvenItem, id: string, end: End, on: ISql = sql()): Promise<boolean> {
  const isOver = end.state === "kept" || end.state === "dropped";
  const { count } = await db(on)
    .update(proofs)
    .set({ ...end, claimedUntil: null, settledAt: isOver ? raw`now()` : null })
    .where(and(eq(proofs.id, id), eq(proofs.state, "trying")));
  publishProofs(item);
  return count > 0;
}

/** Begins a trial of a version, with or without an earlier proof. Returns false while a trial of it runs. */
export async function beginTrial(
  item: ProvenItem,
  { version, base, after, memberId }: Pick<Trial, "version" | "base" | "after" | "memberId">,
): Promise<boolean> {
  const fresh = {
    base,
    after,
    memberId,
    tokens: 0,
    cases: raw<ProofCase[]>`'[]'::json`,
    verdict: "none" as const,
  };
  const rows = await db()
    .insert(proofs)
    .values({ ...item, version, ...fresh, state: "trying" })
    .onConflictDoUpdate({
      target: [proofs.agentId, proofs.kind, proofs.name, proofs.version],
      set: { ...fresh, state: "trying", settledAt: null, claimedUntil: null, createdAt: raw`now()` },
      setWhere: raw`${proofs.state} <> 'trying'`,
    })
    .returning({ id: proofs.id });
  publishProofs(item);
  return rows.length > 0;
}

/** Returns the version that is being tried or waits for the user, unless it was worse; otherwise null. */
export async function pendingVersion(
  item: ProvenItem,
  on: ISql = sql(),
): Promise<{ version: number; state: ProofState } | null> {
  const [row] = await db(on)
    .select({ version: proofs.version, state: proofs.state })
    .from(proofs)
    .where(and(isOf(item), isPending(), isCurrent(), gt(proofs.version, proofs.base)))
    .orderBy(desc(proofs.version))
    .limit(1);
  return row ?? null;
}

const isPending = () =>
  and(
    ...[inArray(proofs.state, ["trying", "waiting"]), isNull(proofs.settledAt)],
    or(isNull(proofs.after), eq(proofs.after, "waiting")),
    notInArray(proofs.verdict, ["worse", "again"]),
  );

/** Drops what waits or is tried of an item, because a newer change replaces it. */
export async function dropPending(item: ProvenItem, on: ISql = sql()): Promise<void> {
  await db(on)
    .update(proofs)
    .set({ state: "dropped", settledAt: raw`now()`, claimedUntil: null })
    .where(and(isOf(item), isPending()));
}

/** Returns the tokens of an agent's trials in the last 24 hours, except trials that the user started. */
export async function tokensOfTrials(agentId: string): Promise<number> {
  const [row] = await db()
    .select({ sum: raw<number>`coalesce(sum(${proofs.tokens}), 0)`.mapWith(Number) })
    .from(proofs)
    .where(
      and(
        ...[eq(proofs.agentId, agentId), isNull(proofs.after)],
        gt(proofs.createdAt, raw`now() - interval '1 day'`),
      ),
    );
  return row?.sum ?? 0;
}

/** Lists the versions of texts and skills that wait or went back, and that the agent wrote in a conversation. */
export async function listTriedIn(agentId: string, conversationId: string): Promise<Proof[]> {
  const ofItem = (version: ReturnType<typeof raw>) =>
    and(
      ...[eq(revisions.agentId, proofs.agentId), eq(revisions.kind, proofs.kind)],
      ...[eq(revisions.name, proofs.name), raw`${revisions.version} = ${version}`],
    );
  // The live version of a successful trial names the tried version in its cause.
  const tried = db()
    .select({
      version: raw`coalesce((${revisions.cause} -> 'restored' ->> 'version')::int, ${revisions.version})`,
    })
    .from(revisions)
    .where(ofItem(raw`${proofs.version}`));
  const isWrittenThere = exists(
    db()
      .select({ id: revisions.id })
      .from(revisions)
      .where(and(ofItem(raw`(${tried})`), raw`${revisions.cause} ->> 'conversationId' = ${conversationId}`)),
  );
  const rows = await db()
    .select(COLUMNS)
    .from(proofs)
    .where(
      and(
        ...[eq(proofs.agentId, agentId), inArray(proofs.kind, [...TRIED]), isNull(proofs.settledAt)],
        ...[inArray(proofs.state, ["waiting", "returned"]), isCurrent(), isWrittenThere],
      ),
    )
    .orderBy(asc(proofs.createdAt))
    .limit(MAX_TOLD);
  return rows.map(toLine);
}

/** Lists texts and skills whose live version is on probation. */
export async function listTriedOnProbation(agentId: string): Promise<Proof[]> {
  const rows = await db()
    .select(COLUMNS)
    .from(proofs)
    .where(
      and(
        ...[eq(proofs.agentId, agentId), inArray(proofs.kind, [...TRIED])],
        ...[eq(proofs.state, "probation"), isCurrent()],
      ),
    );
  return rows.map(toLine);
}
