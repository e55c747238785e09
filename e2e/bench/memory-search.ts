import type { Sql } from "postgres";
import { seed } from "../../lib/store/testing/seed.ts";
import { launch } from "./processes.ts";
import type { Row } from "./report.ts";

const SIZE = {
  ...{ conversations: 100_000, messages: 10, revisions: 100, components: 10, tools: 10, calls: 10 },
  entries: 100_000,
  facts: 40_000,
};
const AIMS: Record<string, number> = {
  "100,000 entries, p95 ms": 50,
  "1,000,000 messages, p95 ms": 150,
  "recall before a turn over 10,000 facts, p95 ms": 10,
};

/**
 * Measures search, saving and recall among 100,000 entries and 1,000,000 messages with vectors, and the
 * tokens that memory adds to a prompt.
 */
export async function memorySearchRows(url: string, sql: Sql, env: Record<string, string>): Promise<Row[]> {
  const added = await tokens(url);
  const [agent] = await sql<{ id: string }[]>`select id from agents order by created_at limit 1`;
  if (!agent) throw new Error("There is no agent to seed");
  await seed(sql, agent.id, SIZE);
  await withVectors(sql);
  const figures = await measured("memory-search-calls.ts", env);
  return Object.entries({ ...figures, ...added }).map(([name, easel]) => ({
    name: `memory, ${name}`,
    easel,
    ...(AIMS[name] !== undefined && { aim: AIMS[name] }),
  }));
}

/** Measures how often the right answer is among the first ten results, by words, by vectors and by both. */
export async function retrievalRows(env: Record<string, string>): Promise<Row[]> {
  const figures = await measured("retrieval-calls.ts", env);
  return Object.entries(figures).map(([name, easel]) => ({ name: `retrieval, ${name}`, easel }));
}

/** Embedding 10,000 files takes most of two hours on two cores. */
const FILES_MS = 4 * 3_600_000;
const FILE_AIMS: Record<string, number> = {
  "search among 10,000 files by words and meaning, p95 ms": 100,
  "search among 10,000 files by words alone, p95 ms": 100,
};

/** Measures reading, embedding and searching files. The environment variable FILES sets their number. */
export async function fileRows(url: string, env: Record<string, string>): Promise<Row[]> {
  const figures = await measured("files-calls.ts", { ...env, EASEL_URL: url }, FILES_MS);
  return Object.entries(figures).map(([name, easel]) => ({
    name: `files, ${name}`,
    easel,
    ...(FILE_AIMS[name] !== undefined && { aim: FILE_AIMS[name] }),
  }));
}

/** Runs a script in a separate process, which calls memory as the tools do. */
async function measured(
  script: string,
  env: Record<string, string>,
  timeoutMs?: number,
): Promise<Record<string, number>> {
  const process = await launch({
    args: ["--import", "./e2e/bench/alias.mjs", `e2e/bench/${script}`],
    env,
    ready: /^figures (\{.*\})$/,
    timeoutMs,
  });
  await process.stop();
  return JSON.parse(process.url);
}

/**
 * Adds a vector for each message, block and fact, out of a pool of a thousand. Computing real ones would take
 * most of an hour.
 */
async function withVectors(sql: Sql): Promise<void> {
  await sql`truncate search_queue`;
  await sql.begin(async (tx) => {
    await tx`set local synchronous_commit = off`;
    await tx`
      create temp table pool on commit drop as
      select n, (select string_agg(case when random() < 0.5 then '1' else '0' end, '') from generate_series(1, 512) where n is not null)::bit(512) as signs,
        (select string_agg(decode(lpad(to_hex((random() * 255)::int), 2, '0'), 'hex'), ''::bytea) from generate_series(1, 512) where n is not null) as vector
      from generate_series(0, 999) n`;
    const cell = tx`(n * 37 % 1024)::smallint`;
    await tx`drop index embeddings_signs`;
    await tx`
      insert into embeddings (agent_id, conversation_id, message_id, model, cell, signs, vector)
      select agent_id, conversation_id, id, 'use-lite-en-1', ${cell}, signs, vector
      from messages join pool on n = position % 1000 on conflict do nothing`;
    await tx`
      insert into embeddings (agent_id, block_id, model, cell, signs, vector)
      select agent_id, id, 'use-lite-en-1', ${cell}, signs, vector
      from (select *, row_number() over () as row from memory_blocks) b join pool on n = row % 1000 on conflict do nothing`;
    await tx`
      insert into embeddings (agent_id, memory_id, model, cell, signs, vector)
      select agent_id, id, 'use-lite-en-1', ${cell}, signs, vector
      from (select *, row_number() over () as row from memories) f join pool on n = row % 1000 on conflict do nothing`;
    await tx`create index embeddings_signs on embeddings (agent_id, is_message, cell) include (signs, id)`;
  });
  await sql`vacuum analyze embeddings`;
}

type Assembled = { parts: { id: string; tokens: number }[]; tools: { toolset: string; tokens: number }[] };

async function tokens(url: string): Promise<Record<string, number>> {
  const { parts, tools }: Assembled = await (await fetch(`${url}/api/prompt/assembled`)).json();
  const sum = (all: { tokens: number }[]) => all.reduce((total, one) => total + one.tokens, 0);
  return {
    "its text in an empty prompt, tokens": sum(parts.filter(({ id }) => id === "memory")),
    "its five tools, tokens": sum(tools.filter(({ toolset }) => toolset === "memory")),
  };
}
