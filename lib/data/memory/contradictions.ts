import { randomUUID } from "node:crypto";
import { EMBEDDING_MODEL } from "@/lib/models/embedding/embed";
import { publish } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { noteConsolidation, readMeanings } from "@/lib/store/memory/consolidations";
import { readFacts, type StoredFact } from "@/lib/store/memory/fact-list";
import { contentOf, forgetFact, sourceOf } from "@/lib/store/memory/memories";
import type { By } from "@/lib/store/revisions";
import { relationOf, statementOf } from "./alike";
import { searchEntries } from "./search/entries";
import { termsOf } from "./search/terms";
import type { Fact } from "./store";

const MAX_COMPARED = 40;
const MAX_NAMED = 5;

/**
 * Finds facts that contradict a new one, and records each pair for the user's review. Session facts are not
 * compared, because they end with their conversation.
 */
export async function noteContradictions(
  agentId: string,
  fact: Pick<Fact, "id" | "content" | "layer">,
): Promise<StoredFact[]> {
  if (fact.layer === "session") return [];
  const scope = { blocks: [], facts: ["long", "mid", "short"] as const, conversationId: undefined };
  const asked = { terms: await termsOf(fact.content), meaning: Promise.resolve(null) };
  const { ranked } = await searchEntries(agentId, scope, asked);
  const ids = ranked.slice(0, MAX_COMPARED).map(({ entry }) => entry.id);
  const [facts, meanings, statement] = await Promise.all([
    readFacts(agentId, [fact.id, ...ids]),
    readMeanings([fact.id, ...ids], EMBEDDING_MODEL),
    statementOf(fact.content),
  ]);
  const found: StoredFact[] = [];
  const stored = facts.find(({ id }) => id === fact.id);
  for (const other of facts) {
    if (other.id === fact.id || found.length === MAX_NAMED) continue;
    if (other.projectId !== stored?.projectId) continue;
    const meant = [meanings.get(fact.id), meanings.get(other.id)] as const;
    if (relationOf(statement, await statementOf(other.content), meant) === "contradicts") found.push(other);
  }
  if (stored) await note(agentId, stored, found);
  return found;
}

async function note(agentId: string, stored: StoredFact, others: readonly StoredFact[]): Promise<void> {
  let isNew = false;
  for (const other of others) {
    const both = [stored, other];
    const isNoted = await sql().begin((tx) =>
      noteConsolidation(tx, agentId, {
        ...{ id: randomUUID(), kind: "contradiction" },
        key: both
          .map(({ id }) => id)
          .sort()
          .join(" "),
        before: both.map((one) => ({
          ...{ id: one.id, version: one.version, origins: one.origins },
          content: contentOf({ ...one, source: sourceOf(one) }),
        })),
        versions: Object.fromEntries(both.map(({ id }) => [id, 0])),
      }),
    );
    isNew ||= isNoted;
  }
  // The page of memory has loaded the fact before its contradictions were found.
  if (isNew) publish({ type: "settings", agent: agentId });
}

/**
 * Forgets a fact because `newer` replaces it. The history of the fact names `newer`, and can restore the
 * fact. Returns false if the fact was already forgotten, or is `newer` itself.
 */
export async function supersede(
  agentId: string,
  id: string,
  newer: string,
  { cause, ...by }: By,
): Promise<boolean> {
  if (id === newer) return false;
  const why =
    cause && "conversationId" in cause ? { ...cause, supersededBy: newer } : { supersededBy: newer };
  return forgetFact(agentId, id, { ...by, cause: why });
}
