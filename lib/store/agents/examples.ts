import { and, asc, eq, sql as raw } from "drizzle-orm";
import type { Sql } from "postgres";
import { examples } from "@/drizzle/schema";
import { AppError } from "@/lib/shared/errors";
import { type Example, type Expected, MAX_EXAMPLES, type Proven } from "@/lib/shared/proofs/contract";
import { publish } from "@/lib/store/bus";
import { asJson, db, jsonValue, sql, toIso } from "@/lib/store/db";
import { limitedOrigins } from "@/lib/store/origins";
import { lock } from "@/lib/store/revisions";

export type ProvenItem = { agentId: string; kind: Proven; name: string };
type Call = NonNullable<Example["source"]>;
export type NewExample = {
  input: unknown;
  expected: Expected;
  origins: readonly string[];
  source: Call | null;
};
export type StoredExample = Example & { origins: string[] };

export async function listExamples(item: ProvenItem): Promise<StoredExample[]> {
  const { id, input, expected, origins, conversationId, messageId, toolCallId, createdAt } = examples;
  const rows = await db()
    .select({ id, input, expected, origins, conversationId, messageId, toolCallId, createdAt })
    .from(examples)
    .where(isOf(item))
    .orderBy(asc(createdAt), asc(id));
  return rows.map(({ conversationId, messageId, toolCallId, ...row }) => ({
    ...row,
    source:
      conversationId && messageId
        ? { conversationId, messageId, ...(toolCallId !== null && { toolCallId }) }
        : null,
    createdAt: toIso(row.createdAt),
  }));
}

/** Adds an example. Returns the id of the existing one if the call already is one. Throws at the maximum number. */
export async function addExample(item: ProvenItem, example: NewExample): Promise<string> {
  const id = await sql().begin(async (tx) => {
    await lock(tx, item);
    const kept = await db(tx).select({ id: examples.id, call: callOf() }).from(examples).where(isOf(item));
    const { source, input, expected, origins } = example;
    const call =
      source && [source.conversationId, source.messageId, source.toolCallId ?? []].flat().join(" ");
    const same = kept.find((one) => call !== null && one.call === call);
    if (same) return same.id;
    if (kept.length >= MAX_EXAMPLES)
      throw new AppError(
        "conflict",
        `“${item.name}” has ${MAX_EXAMPLES} examples, the maximum. Delete one before you keep another.`,
      );
    const [row] = await db(tx)
      .insert(examples)
      .values({
        ...{ ...item, ...source, origins: limitedOrigins(origins) },
        ...{ input: jsonValue(input), expected: raw<Expected>`${asJson(expected)}::json` },
      })
      .returning({ id: examples.id });
    if (!row) throw new Error("An example was not stored");
    return row.id;
  });
  publishProofs(item);
  return id;
}

const callOf = () =>
  raw<
    string | null
  >`concat_ws(' ', ${examples.conversationId}, ${examples.messageId}, ${examples.toolCallId})`;

export async function changeExample(
  agentId: string,
  id: string,
  { input, expected }: { input?: unknown; expected?: Expected },
): Promise<boolean> {
  const [row] = await db()
    .update(examples)
    .set({
      ...(input !== undefined && { input: jsonValue(input) }),
      ...(expected && { expected: raw<Expected>`${asJson(expected)}::json` }),
    })
    .where(and(eq(examples.agentId, agentId), eq(examples.id, id)))
    .returning(NAMED);
  if (row) publishProofs({ agentId, ...row });
  return row !== undefined;
}

export async function removeExample(agentId: string, id: string): Promise<boolean> {
  const [row] = await db()
    .delete(examples)
    .where(and(eq(examples.agentId, agentId), eq(examples.id, id)))
    .returning(NAMED);
  if (row) publishProofs({ agentId, ...row });
  return row !== undefined;
}

/** Deletes the examples of an item that was deleted, before another one is created under its name. */
export async function forgetExamples(item: ProvenItem): Promise<void> {
  await db().delete(examples).where(isOf(item));
}

export const publishProofs = ({ agentId: agent, kind, name }: ProvenItem): void =>
  publish({ type: "history", agent, kind, name });

/** Query for the examples in an agent file: those of live items, without the calls that they were made from. */
export const exportedExamples = (agentId: string) => (on: Sql) =>
  on`
  select e.kind, e.name, e.input, e.expected, to_json(e.origins) as origins from examples e
  where e.agent_id = ${agentId} and (
    e.kind = 'tool' and exists (select from agent_tools t where t.agent_id = e.agent_id and t.name = e.name and t.deleted_at is null)
    or e.kind = 'component' and exists (select from components c where c.agent_id = e.agent_id and c.name = e.name and c.deleted_at is null)
    or e.kind = 'skill' and exists (select from skills s where s.agent_id = e.agent_id and s.name = e.name and s.deleted_at is null)
    or e.kind in ('system_prompt', 'learned_notes'))
  order by e.kind, e.name collate "C", e.created_at, e.id`;

const NAMED = { kind: examples.kind, name: examples.name };

const isOf = ({ agentId, kind, name }: ProvenItem) =>
  and(eq(examples.agentId, agentId), eq(examples.kind, kind), eq(examples.name, name));
