import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { directive } from "../provider/directive.ts";
import { median } from "./client.ts";
import type { Row } from "./report.ts";

const ROWS_MB = 70;
const DOCUMENTS = 20_000;
const DOCUMENT_CHARS = 1_200;
const BATCH = 1_000;
const COPIES = 7;

/**
 * Copies an agent with 100 MB of data, most of it in its SQL database and in documents. Until a copy uses them, it shares
 * them.
 */
export async function rehearsalRows(url: string, sql: Sql, folder: string): Promise<Row[]> {
  const conversation = randomUUID();
  const text = `Hello\n${directive({ text: "Good morning." })}`;
  const message = { id: randomUUID(), role: "user", parts: [{ type: "text", text }] };
  await fill(url);
  await send(`${url}/api/chat`, { id: conversation, message });
  const [answer] = await sql<{ id: string }[]>`
    select id from messages where conversation_id = ${conversation} and role = 'assistant'`;
  const bytes = async () => {
    await sql`checkpoint`;
    const [row] = await sql<
      { bytes: number }[]
    >`select pg_database_size(current_database())::float8 as bytes`;
    const files = Number(
      execFileSync("du", ["-sb", `${folder}/databases`], { encoding: "utf8" }).split("\t")[0],
    );
    return (row?.bytes ?? 0) + files;
  };
  const before = await bytes();
  const times: number[] = [];
  for (let count = 0; count < COPIES; count++) {
    const began = performance.now();
    await send(`${url}/api/rehearsals`, { conversation, message: answer?.id });
    times.push(performance.now() - began);
  }
  const each = (await bytes()) - before;
  const [copy] = await sql<{ id: string }[]>`select agent_id as id from rehearsals limit 1`;
  const timed = async (path: string, body: object) => {
    const began = performance.now();
    await send(`${url}${path}?agent=${copy?.id}`, body);
    return Math.round(performance.now() - began);
  };
  const count = { sql: "select count(*) from readings" };
  const find = { operation: "find", collection: "ai_notes", filter: { _id: "1" } };
  return [
    { name: "First query of its SQL database, ms", easel: await timed("/api/database/sql", count) },
    { name: "First query of its documents, ms", easel: await timed("/api/documents/query", find) },
    { name: "Copy of an agent with 100 MB of data, ms", easel: Math.round(median(times)), aim: 200 },
    { name: "Space of such a copy, MB", easel: Math.round(each / COPIES / 100_000) / 10, aim: 5 },
  ];
}

async function fill(url: string): Promise<void> {
  const rows = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${ROWS_MB * 1_000})
    insert into readings select i, hex(randomblob(480)) from n`;
  await send(`${url}/api/database/sql`, {
    sql: "create table readings (id integer primary key, value text)",
  });
  await send(`${url}/api/database/sql`, { sql: rows });
  for (let at = 0; at < DOCUMENTS; at += BATCH) {
    const data = Array.from({ length: BATCH }, (_, index) => ({
      _id: String(at + index),
      text: randomUUID().repeat(DOCUMENT_CHARS / 36),
    }));
    await send(`${url}/api/documents/query`, { operation: "insertMany", collection: "ai_notes", data });
  }
}

async function send(address: string, body: object): Promise<void> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${address}: ${response.status} ${text}`);
}
