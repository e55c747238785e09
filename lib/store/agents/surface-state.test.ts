import { afterAll, beforeAll, expect, test } from "vitest";
import { MAX_SURFACE_BYTES, MAX_SURFACE_ENTRIES } from "@/lib/shared/chat/surfaces/sheets";
import { subscribe } from "@/lib/store/bus";
import { changeSurface, readSurfaceState, type SurfaceId } from "@/lib/store/conversations/surfaces";
import { sql } from "@/lib/store/db";
import { readConversation } from "@/lib/store/loop/conversations";
import { deleteConversation } from "@/lib/store/loop/deletion";
import { begin } from "@/lib/store/loop/runs";
import { testDatabase } from "@/lib/store/testing/database";
import { resolveAgent } from "./agents";

let agentId: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  agentId = await resolveAgent();
});
afterAll(() => drop());

async function sheet(): Promise<SurfaceId> {
  const conversationId = crypto.randomUUID();
  const message = { id: "u", parts: [{ type: "text", text: "Show it" }] };
  const started = await begin({ agentId, conversationId, message, title: "Trip" });
  if (started.outcome !== "begun") throw new Error(started.outcome);
  return { agentId, conversationId, messageId: started.run.messageId, toolCallId: "call_1" };
}

test("changeSurface merges entries of a surface: the last write wins and null deletes an entry", async () => {
  const id = await sheet();
  expect(await readSurfaceState(id)).toEqual({ entries: {}, version: 0 });
  const versions: unknown[] = [];
  const leave = subscribe((notice) => notice.type === "sheet" && versions.push(notice.version));
  await Promise.all([
    changeSurface(id, { entries: { "form:0": { city: "Rome" }, "state:a": 1 } }),
    changeSurface(id, { entries: { "state:b": "\u0000 and \ud800" } }),
  ]);
  await changeSurface(id, { entries: { "form:0": { city: "Oslo" }, "state:a": null } });
  leave();
  expect(await readSurfaceState(id)).toEqual({
    entries: { "form:0": { city: "Oslo" }, "state:b": "\ufffd and \ufffd" },
    version: 3,
  });
  expect(versions.sort()).toEqual([1, 2, 3]);
});

test("readConversation lists changed, closed and failed surfaces, and a closed surface keeps its entries", async () => {
  const id = await sheet();
  await changeSurface(id, { entries: { "state:a": 1 } });
  await changeSurface(id, { isClosed: true, hasFailed: true });
  const facts = async () => (await readConversation(agentId, id.conversationId))?.sheets;
  const known = { id: `${id.messageId}/call_1`, version: 1 };
  expect(await facts()).toEqual([{ ...known, isClosed: true, hasFailed: true }]);
  await changeSurface(id, { isClosed: false, hasFailed: false });
  expect(await facts()).toEqual([{ ...known, isClosed: false, hasFailed: false }]);
  expect(await readSurfaceState(id)).toEqual({ entries: { "state:a": 1 }, version: 1 });
});

test("changeSurface rejects too many or too large entries and keeps the stored ones unchanged", async () => {
  const id = await sheet();
  await changeSurface(id, { entries: { "state:a": 1 } });
  const large = { entries: { "state:b": "x".repeat(MAX_SURFACE_BYTES) } };
  await expect(changeSurface(id, large)).rejects.toMatchObject({
    code: "invalid",
    message: expect.stringMatching(/501 KB, and the maximum is 500 KB/),
  });
  const many = Array.from({ length: MAX_SURFACE_ENTRIES }, (_, at) => [`state:n${at}`, at]);
  await expect(changeSurface(id, { entries: Object.fromEntries(many) })).rejects.toThrow("501 entries");
  expect(await readSurfaceState(id)).toEqual({ entries: { "state:a": 1 }, version: 1 });
});

test("changeSurface rejects changes of a surface that is unknown, of another agent or deleted", async () => {
  const id = await sheet();
  await changeSurface(id, { entries: { "state:a": 1 } });
  const change = { entries: { "state:a": 2 } };
  const none = { code: "not_found" };
  await expect(changeSurface({ ...id, messageId: "u" }, change)).rejects.toMatchObject(none);
  const [other] = await sql()<
    { id: string }[]
  >`insert into agents (name, system_prompt) values ('Other', '') returning id`;
  const foreign = { ...id, agentId: other?.id ?? "" };
  await expect(changeSurface(foreign, change)).rejects.toMatchObject(none);
  expect((await readSurfaceState(foreign)).entries).toEqual({});
  await deleteConversation(agentId, id.conversationId);
  await expect(changeSurface({ ...id, toolCallId: "call_2" }, change)).rejects.toMatchObject(none);
  expect((await readSurfaceState(id)).entries).toEqual({});
});
