import { randomUUID } from "node:crypto";
import { loadavg } from "node:os";
import type { Sql } from "postgres";
import { seed } from "../../lib/store/testing/seed.ts";
import { directive } from "../provider/directive.ts";
import { post, quantile } from "./client.ts";
import type { Row } from "./report.ts";
import { seedLong } from "./seed.ts";

const SIZE = {
  conversations: 100_000,
  messages: 10,
  revisions: 13_000,
  components: 1_000,
  tools: 2_000,
  calls: 20_000,
  executions: 100_000,
};
const OTHER_AGENTS = 49;
const LONG = 4_010;
const READS = 40;
const ANSWERS = 15;
const AIM_MS = 100;

const PLACES = {
  "the start page": "/",
  "the list of conversations": "/api/conversations",
  "search for a word": "/api/conversations?q=own4711",
  "search for a common word": "/api/conversations?q=bread",
  "the page History": "/agent/history",
  "the page Gallery": "/gallery",
  "the page Tools": "/agent/tools",
  "the list of tools": "/api/tools",
  "a tool": "/agent/tools/tool_1000",
  "a component": "/agent/components/Component7",
  "the history of tools": "/agent/history?kind=tool",
  "the page Audit": "/agent/activity",
  "figures of 100,000 runs of code": "/api/code/stats?days=7",
  "the page Audit, Code": "/agent/activity/code",
  "failed runs of code": "/api/code/executions?status=failed",
  "the page Inbox": "/inbox",
  "the page Files": "/files",
  "100,000 files, searched": "/api/files/entries?q=nothing",
  "the page Settings": "/settings",
  "what the model sees": "/agent/model-view",
};

export async function sizeRows(easelUrl: string, sql: Sql): Promise<Row[]> {
  // The first request creates the agent.
  await read(`${easelUrl}/api/conversations`);
  const [agent] = await sql<{ id: string }[]>`select id from agents order by created_at limit 1`;
  if (!agent) throw new Error("There is no agent to seed");
  const began = performance.now();
  await seed(sql, agent.id, SIZE);
  const long = await seedLong(sql, LONG);
  const others = await seedAgents(easelUrl, sql);
  console.log(
    `Seeded in ${Math.round((performance.now() - began) / 1_000)} s; load ${loadavg()[0]?.toFixed(1)}`,
  );
  const rows: Row[] = [];
  const last = others.at(-1);
  const places = {
    ...PLACES,
    "the list of 50 agents": "/api/agents",
    "switching to another of 50 agents": `/a/${last}`,
    "the conversations of another of 50 agents": `/api/conversations?agent=${last}`,
    [`a conversation of ${LONG.toLocaleString("en")} messages`]: `/chat/${long}`,
  };
  for (const [name, path] of Object.entries(places)) {
    const times = await timed(READS, () => read(easelUrl + path));
    rows.push(...quantiles(name, times, AIM_MS));
  }
  const firsts = await timed(ANSWERS, () => firstToken(easelUrl, long));
  rows.push(...quantiles(`a first token after ${LONG.toLocaleString("en")} messages`, firsts));
  console.log(`Measured at load ${loadavg()[0]?.toFixed(1)}`);
  return rows;
}

async function seedAgents(easelUrl: string, sql: Sql): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= OTHER_AGENTS; n++) {
    const body = JSON.stringify({ name: `Agent ${n}`, mark: "teal", description: "One of many" });
    const headers = { "content-type": "application/json" };
    const response = await fetch(`${easelUrl}/api/agents`, { method: "POST", headers, body });
    if (!response.ok) throw new Error(`Agent ${n} was not made: ${await response.text()}`);
    ids.push(((await response.json()) as { id: string }).id);
  }
  const each = Math.ceil(SIZE.conversations / OTHER_AGENTS);
  await sql`
    with c as (
      insert into conversations (id, agent_id, title, identity, created_at, updated_at)
      select gen_random_uuid(), a.id, 'Talk ' || n, '', now() - n * interval '1 hour', now() - n * interval '1 hour'
      from json_array_elements_text(${JSON.stringify(ids)}::json) given(id) join agents a on a.id = given.id::uuid
        cross join generate_series(1, ${each}) n
      returning id, agent_id
    )
    insert into messages (conversation_id, id, agent_id, role, parent_id, parts, body)
    select c.id, said.id, c.agent_id, said.role, said.parent, json_build_array(json_build_object('type', 'text', 'text', 'Bread and yeast')),
      'bread and yeast'
    from c cross join (values ('u', 'user', null), ('a', 'assistant', 'u')) said(id, role, parent)
    order by c.id, said.role desc`;
  await sql`analyze conversations, messages`;
  return ids;
}

async function timed(count: number, measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let n = -2; n < count; n++) {
    const ms = await measure();
    if (n >= 0) times.push(ms);
  }
  return times;
}

async function read(url: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url} said ${response.status}`);
  return performance.now() - began;
}

async function firstToken(easelUrl: string, id: string): Promise<number> {
  const text = directive({ text: "Fine." });
  const message = { id: randomUUID(), role: "user", parts: [{ type: "text", text }] };
  const { firstMs } = await post(`${easelUrl}/api/chat`, { id, message });
  return firstMs;
}

const quantiles = (name: string, times: number[], aim?: number): Row[] => [
  { name: `${name}, p50 ms`, easel: quantile(times, 0.5) },
  { name: `${name}, p95 ms`, easel: quantile(times, 0.95), ...(aim !== undefined && { aim }) },
];
