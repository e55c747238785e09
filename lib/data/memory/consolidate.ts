import { randomUUID } from "node:crypto";
import { log } from "@/lib/ground/base/log";
import { EMBEDDING_MODEL } from "@/lib/models/embedding/embed";
import { AppError, isAppError } from "@/lib/shared/errors";
import type { FactBefore } from "@/lib/shared/memory/consolidation";
import { MAX_FACT } from "@/lib/shared/memory/memory";
import {
  type Comparable,
  findExistingKeys,
  noteConsolidation,
  readComparable,
  readMeanings,
  readStale,
} from "@/lib/store/memory/consolidations";
import { KIND, type StoredFact } from "@/lib/store/memory/fact-list";
import { assertFree, contentOf, keepFact, putFact, readLive, sourceOf } from "@/lib/store/memory/memories";
import { changingSeveral } from "@/lib/store/revisions";
import { type FactStatement, relationOf, statementOf } from "./alike";

const MAX_COMPARED = 5_000;
const MAX_CHANGES = 200;
const MAX_ALIKE = 40;
/** A word that occurs in more facts than this is ignored when pairs are formed. */
const MAX_COMMON = 1_000;
/** Facts that expire within STALE_DAYS are summarized in groups of `least` to `most`. */
const STALE_DAYS = 4;
const STALE = { least: 3, most: 30 };

type Options = {
  /** Time of the last consolidation. Only facts that changed since then are compared. */
  since: string | null;
  /** Summarizes statements into one. Resolves to null if there is nothing to say or no model is available. */
  sumUp: ((statements: readonly string[]) => Promise<string | null>) | null;
  signal?: AbortSignal;
};

/**
 * Consolidates an agent's facts. Each change is a separate transaction, so that after a crash the next run
 * continues with the remaining ones.
 */
export async function consolidate(agentId: string, { since, sumUp, signal }: Options): Promise<void> {
  if (sumUp) await sumUpStale(agentId, sumUp);
  const facts = await readComparable(agentId, since, MAX_COMPARED);
  const gone = new Set<string>();
  const statements = new Map<string, FactStatement>();
  const statement = async (fact: Comparable) => {
    const cached = statements.get(fact.id) ?? (await statementOf(fact.content));
    statements.set(fact.id, cached);
    return cached;
  };
  let changes = 0;
  for (const { fact, others } of pairsOf(facts)) {
    if (signal?.aborted || changes >= MAX_CHANGES) return;
    const keys = await findExistingKeys(
      agentId,
      others.map((other) => keyOf(fact, other)),
    );
    const meanings = await readMeanings([fact.id, ...others.map(({ id }) => id)], EMBEDDING_MODEL);
    for (const other of others) {
      if (gone.has(fact.id) || gone.has(other.id) || keys.has(keyOf(fact, other))) continue;
      const both = [await statement(fact), await statement(other)] as const;
      const relation = relationOf(...both, [meanings.get(fact.id), meanings.get(other.id)]);
      if (relation === null) continue;
      const [into, from] = relation === "same" ? inOrder([fact, other], statements) : [fact, other];
      const isDone = await skipIfChanged(() =>
        relation === "same" ? merge(agentId, into, from) : flag(agentId, into, from),
      );
      if (!isDone) continue;
      changes += 1;
      // Do not compare these two facts again in this consolidation. The next one compares the merged fact.
      if (relation === "same") for (const { id } of [into, from]) gone.add(id);
    }
  }
}

const keyOf = (a: Comparable, b: Comparable) => [a.id, b.id].sort().join(" ");

/** Yields each new fact with the facts that share words with it, best match first. Each pair occurs once. */
function* pairsOf(facts: readonly Comparable[]): Generator<{ fact: Comparable; others: Comparable[] }> {
  const byWord = new Map<string, Comparable[]>();
  for (const fact of facts)
    for (const word of beginnings(fact)) {
      const withWord = byWord.get(word);
      if (withWord) withWord.push(fact);
      else byWord.set(word, [fact]);
    }
  const done = new Set<string>();
  for (const fact of facts) {
    if (!fact.isNew) continue;
    done.add(fact.id);
    const shared = new Map<Comparable, number>();
    for (const word of beginnings(fact)) {
      const withWord = byWord.get(word) ?? [];
      if (withWord.length > MAX_COMMON) continue;
      for (const other of withWord)
        if (!done.has(other.id) && other.projectId === fact.projectId)
          shared.set(other, (shared.get(other) ?? 0) + 1 / withWord.length);
    }
    const others = [...shared].sort((a, b) => b[1] - a[1]).slice(0, MAX_ALIKE);
    if (others.length > 0) yield { fact, others: others.map(([other]) => other) };
  }
}

/** Words are compared by their first letters, which inflected forms usually share. */
const beginnings = ({ words }: Comparable) => new Set(words.split(" ").map((word) => word.slice(0, 4)));

const LAYERS = ["short", "mid", "long"];

/**
 * Returns the two facts, the one to keep first: the one with more terms, then of the longer-lived layer, then
 * of higher certainty, then the newer. `facts` are newest first.
 */
function inOrder(facts: readonly [Comparable, Comparable], statements: ReadonlyMap<string, FactStatement>) {
  const worth = ({ id, layer, certainty }: Comparable) => [
    statements.get(id)?.terms.length ?? 0,
    LAYERS.indexOf(layer),
    certainty,
  ];
  const [first, second] = facts;
  const [a, b] = [worth(first), worth(second)];
  const differs = a.findIndex((one, nth) => one !== b[nth]);
  return differs >= 0 && (a[differs] ?? 0) < (b[differs] ?? 0)
    ? ([second, first] as const)
    : ([first, second] as const);
}

/**
 * Merges two facts: `into` keeps its content in the longer-lived layer of both, with the origins of both.
 * `from` is forgotten.
 */
async function merge(agentId: string, { id: into }: Comparable, { id: from }: Comparable): Promise<boolean> {
  const id = randomUUID();
  const by = { author: "system", cause: { consolidation: { id } } } as const;
  const [target, source] = [item(agentId, into), item(agentId, from)];
  return changingSeveral([target, source], async (tx, addFor) => {
    const [survivor, gone] = [await readLive(tx, agentId, into), await readLive(tx, agentId, from)];
    if (isProtected(survivor) || isProtected(gone)) return false;
    const layer = LAYERS.indexOf(gone.layer) > LAYERS.indexOf(survivor.layer) ? gone.layer : survivor.layer;
    const content = {
      ...contentOf({ ...survivor, source: sourceOf(survivor) }),
      ...{
        layer,
        certainty: Math.max(survivor.certainty, gone.certainty),
        category: survivor.category ?? gone.category,
      },
    };
    const origins = [...new Set([...survivor.origins, ...gone.origins])];
    const before = [survivor, gone].map(factBefore);
    const forgotten = await putFact(tx, addFor(source), agentId, from, { content: null, ...by });
    await assertFree(tx, agentId, into, content);
    const written = await putFact(tx, addFor(target), agentId, into, { content, ...by, origins });
    const versions = { [into]: written.version, [from]: forgotten.version };
    return noteOnce(
      await noteConsolidation(tx, agentId, {
        id,
        kind: "merged",
        key: keyOfIds(into, from),
        before,
        versions,
      }),
    );
  });
}

async function flag(agentId: string, { id: a }: Comparable, { id: b }: Comparable): Promise<boolean> {
  return changingSeveral([item(agentId, a), item(agentId, b)], async (tx) => {
    const both = [await readLive(tx, agentId, a), await readLive(tx, agentId, b)];
    if (both.some(isProtected)) return false;
    const before = both.map(factBefore);
    const note = { id: randomUUID(), kind: "contradiction", key: keyOfIds(a, b) } as const;
    return noteConsolidation(tx, agentId, { ...note, before, versions: { [a]: 0, [b]: 0 } });
  });
}

async function sumUpStale(agentId: string, sumUp: NonNullable<Options["sumUp"]>): Promise<void> {
  const ids = await readStale(agentId, STALE_DAYS, STALE.most);
  if (ids.length < STALE.least) return;
  const key = keyOfIds(...ids);
  if ((await findExistingKeys(agentId, [key])).size > 0) return;
  const seen = new Map<string, StoredFact>();
  await changingSeveral(
    ids.map((id) => item(agentId, id)),
    async (tx) => {
      for (const id of ids) seen.set(id, await readLive(tx, agentId, id));
    },
  );
  const summary = await sumUp([...seen.values()].map(({ content }) => content));
  if (!summary?.trim()) return;
  const id = randomUUID();
  const by = { author: "system", cause: { consolidation: { id } } } as const;
  await skipIfChanged(() =>
    changingSeveral(
      ids.map((one) => item(agentId, one)),
      async (tx, addFor) => {
        const facts = await Promise.all(ids.map((one) => readLive(tx, agentId, one, seen.get(one)?.version)));
        if (facts.some(isProtected)) return false;
        const origins = [...new Set(facts.flatMap((fact) => fact.origins))];
        const content = summary.trim().slice(0, MAX_FACT).toWellFormed();
        const made = await keepFact(
          tx,
          agentId,
          { layer: "mid", content, category: "summary" },
          { ...by, origins },
        );
        if (!made.isNew) return false;
        const versions: Record<string, number> = { [made.id]: 1 };
        for (const one of ids)
          versions[one] = (
            await putFact(tx, addFor(item(agentId, one)), agentId, one, { content: null, ...by })
          ).version;
        const before = [{ id: made.id, version: 0, content: null, origins: [] }, ...facts.map(factBefore)];
        return noteOnce(
          await noteConsolidation(tx, agentId, { id, kind: "summarised", key, before, versions }),
        );
      },
    ),
  );
}

/** Throws, so that the transaction is rolled back, if another server has already made this change. */
function noteOnce(isNew: boolean): true {
  if (isNew) return true;
  throw new AppError("conflict", "These facts were already consolidated.");
}

const item = (agentId: string, name: string) => ({ agentId, kind: KIND, name });
const keyOfIds = (...ids: string[]) => ids.toSorted().join(" ");

/**
 * Returns true for facts that a consolidation must not change: those that the user has pinned in the
 * meantime, and those of a session.
 */
const isProtected = ({ pinnedAt, layer }: StoredFact): boolean => pinnedAt !== null || layer === "session";

const factBefore = (fact: StoredFact): FactBefore => ({
  ...{ id: fact.id, version: fact.version, origins: fact.origins },
  content: contentOf({ ...fact, source: sourceOf(fact) }),
});

/**
 * Calls `change`, which changes facts in a transaction. Returns false if one of the facts was changed or
 * forgotten in the meantime. The next consolidation includes the changed fact again.
 */
async function skipIfChanged(change: () => Promise<boolean>): Promise<boolean> {
  try {
    return await change();
  } catch (error) {
    if (!isAppError(error)) throw error;
    log.info("A fact changed while it was consolidated", error);
    return false;
  }
}
