import { and, asc, eq, sql as raw } from "drizzle-orm";
import { state } from "@/drizzle/schema";
import { publish } from "./bus";
import { asJson, db, sql } from "./db";

const here = (agentId: string, key: string) => and(eq(state.agentId, agentId), eq(state.key, key));

/** The stored value, or null when there is none. */
export async function read(agentId: string, key: string): Promise<unknown> {
  const [row] = await sql()<
    { value: unknown }[]
  >`select value from state where agent_id = ${agentId} and key = ${key}`;
  return row?.value ?? null;
}

export async function write(agentId: string, key: string, value: unknown): Promise<void> {
  // As SQL: drizzle would make JSON's null into SQL's.
  const set = { value: raw`${asJson(value)}::json`, updatedAt: raw`now()` };
  await db()
    .insert(state)
    .values({ agentId, key, ...set })
    .onConflictDoUpdate({ target: [state.agentId, state.key], set });
  publish({ type: "state", agent: agentId, key });
}

/** Whether the key was there. */
export async function remove(agentId: string, key: string): Promise<boolean> {
  const gone = await db().delete(state).where(here(agentId, key)).returning({ key: state.key });
  if (gone.length > 0) publish({ type: "state", agent: agentId, key });
  return gone.length > 0;
}

export async function keys(agentId: string, prefix = ""): Promise<string[]> {
  const rows = await db()
    .select({ key: state.key })
    .from(state)
    .where(under(agentId, prefix))
    .orderBy(asc(state.key));
  return rows.map(({ key }) => key);
}

export async function entries(agentId: string, prefix = "") {
  const rows = await db()
    .select({ key: state.key, value: state.value, updatedAt: state.updatedAt })
    .from(state)
    .where(under(agentId, prefix))
    .orderBy(asc(state.key));
  return rows.map((row) => ({ ...row, updatedAt: new Date(row.updatedAt).toISOString() }));
}

// starts_with and not LIKE: a prefix may hold % and _.
const under = (agentId: string, prefix: string) =>
  and(eq(state.agentId, agentId), raw`starts_with(${state.key}, ${prefix})`);
