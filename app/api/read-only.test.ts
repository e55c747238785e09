import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as say } from "@/app/api/chat/route";
import { PUT as writeNotes } from "@/app/api/notes/route";
import { PUT as writePrompt } from "@/app/api/prompt/route";
import { PUT as saveSettings } from "@/app/api/settings/route";
import { DELETE as forgetState, GET as readState, PUT as writeState } from "@/app/api/state/[...key]/route";
import { closeAll } from "@/lib/ground/base/process";
import { testRequest } from "@/lib/platform/http/test-request";
import { connect } from "@/lib/store/connection";
import { testDatabase } from "@/lib/store/testing/database";

let database: Awaited<ReturnType<typeof testDatabase>>;
const key = { params: Promise.resolve({ key: ["kept"] }) };
const ask = (path: string, method: string, body?: unknown) => testRequest(path, { method, body });

beforeAll(async () => {
  database = await testDatabase();
  expect((await writeState(ask("/api/state/kept", "PUT", { value: 1 }), key)).status).toBeLessThan(300);
  await closeAll();
  const sql = connect(database.url, { max: 1 });
  const [row] = await sql`select current_database() as name`;
  await sql.unsafe(`alter database ${row?.name} set default_transaction_read_only = on`);
  await sql.end();
});
afterAll(() => database.drop());

const message = { id: randomUUID(), role: "user", parts: [{ type: "text", text: "go" }] };

test.each([
  ["a message", () => say(ask("/api/chat", "POST", { id: randomUUID(), message }))],
  ["state", () => writeState(ask("/api/state/kept", "PUT", { value: 2 }), key)],
  ["a deletion", () => forgetState(ask("/api/state/kept", "DELETE"), key)],
  ["settings", () => saveSettings(ask("/api/settings", "PUT", { titles: "words" }))],
  ["the prompt", () => writePrompt(ask("/api/prompt", "PUT", { content: "x" }))],
  ["notes", () => writeNotes(ask("/api/notes", "PUT", { content: "x" }))],
])("returns 503 for %s on a read-only database", async (_, write) => {
  const response = await write();
  const body = await response.json();
  expect([response.status, body.error]).toEqual([
    503,
    { code: "unavailable", message: expect.stringMatching(/read-only.* nothing was stored/) },
  ]);
});

test("reads from a read-only database", async () => {
  const response = await readState(ask("/api/state/kept", "GET"), key);
  expect([response.status, (await response.json()).value]).toEqual([200, 1]);
});
