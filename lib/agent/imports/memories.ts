import { type FactStatement, statementOf } from "@/lib/data/memory/alike";
import { catchUp } from "@/lib/data/memory/indexing";
import type { ImportedMemory } from "@/lib/shared/imports/contract";
import { importOrigin } from "@/lib/shared/origins";
import { decideMemories, openMemoriesOf, readImport } from "@/lib/store/data/imports";
import { listFacts } from "@/lib/store/memory/fact-list";
import { storeFact } from "@/lib/store/memory/memories";

const MAX_COMPARED = 2_000;
/** Two texts with this share of common words probably say the same. */
const ALIKE = 0.75;

/** Returns the memories of an import that wait for the user's decision, each with the fact that says the same. */
export async function memoriesToReview(agentId: string, importId: string): Promise<ImportedMemory[]> {
  const [open, { facts }] = await Promise.all([
    openMemoriesOf(agentId, importId),
    listFacts(agentId, { limit: MAX_COMPARED }),
  ]);
  const known = await Promise.all(
    facts.map(async ({ id, content }) => ({ id, content, statement: await statementOf(content) })),
  );
  const reviewed: ImportedMemory[] = [];
  for (const memory of open) {
    const statement = await statementOf(memory.content);
    const same = known.find((fact) => isAlike(statement, fact.statement));
    reviewed.push({ ...memory, known: same ? { id: same.id, content: same.content } : null });
  }
  return reviewed;
}

function isAlike({ words }: FactStatement, other: FactStatement): boolean {
  const common = [...words].filter((word) => other.words.has(word)).length;
  return words.size > 0 && common / Math.max(words.size, other.words.size) >= ALIKE;
}

type Decision = { accept: readonly { id: string; content: string }[]; dismiss: readonly string[] };

/** Stores the accepted memories as facts, with the product as their origin. Returns the number of facts. */
export async function reviewMemories(
  agentId: string,
  importId: string,
  { accept, dismiss }: Decision,
): Promise<number> {
  const { product } = await readImport(agentId, importId);
  const origins = product ? [importOrigin(product)] : [];
  const open = new Map((await openMemoriesOf(agentId, importId)).map((one) => [one.id, one]));
  let stored = 0;
  for (const { id, content } of accept) {
    const memory = open.get(id);
    if (!memory) continue;
    const fact = await storeFact(
      agentId,
      { layer: "long", content, category: memory.kind === "memory" ? null : memory.kind },
      { author: "person", cause: null, origins },
    );
    await decideMemories(importId, [id], { status: "accepted", factId: fact.id });
    stored++;
  }
  await decideMemories(importId, dismiss, { status: "dismissed" });
  if (stored > 0) void catchUp(0);
  return stored;
}
