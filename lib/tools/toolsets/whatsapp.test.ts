import { afterAll, beforeEach, expect, test } from "vitest";
import { CREDENTIALS, GraphApi } from "@/e2e/channels/graph-api";
import { sealCredentials } from "@/lib/platform/services/credentials";
import { resolveAgent } from "@/lib/store/agents/agents";
import { readSettings } from "@/lib/store/agents/settings";
import { saveChannel } from "@/lib/store/channels/channels";
import { addMessages } from "@/lib/store/channels/whatsapp";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { MAX_LISTED, whatsappText } from "@/lib/tools/whatsapp/prompt";
import { callTool } from "./call";
import { findTool } from "./index";
import { checkedInput } from "./testing/checked-input";
import { whatsappTools } from "./whatsapp";

const api = await GraphApi.start();
process.env.EASEL_WHATSAPP_API = api.url;
process.env.EASEL_EGRESS_ALLOW = "127.0.0.1";
const database = await testDatabase();
const agentId = await resolveAgent();
const GRACE = "+14155552671";

afterAll(async () => {
  await database.drop();
  await api.stop();
});
beforeEach(async () => {
  await sql()`delete from whatsapp_permissions`;
  await sql()`delete from whatsapp_messages`;
});

const toolOf = (name: string) => {
  const found = findTool(name);
  if (!found) throw new Error(`There is no ${name}`);
  return found.tool;
};
async function call(name: string, input: object) {
  const ids = { agentId, conversationId: crypto.randomUUID(), messageId: "m", runId: "r", toolCallId: "c" };
  return callTool(name, toolOf(name), input, { ...ids, signal: new AbortController().signal, limits: {} });
}
const manage = (action: string, more: object = {}) =>
  call("whatsapp_manage_permission", { action, phone_number: GRACE, ...more });
const asks = (action: string, more: object = {}) => {
  const tool = toolOf("whatsapp_manage_permission");
  return tool.asks?.(checkedInput(tool, { action, phone_number: GRACE, ...more }), agentId);
};
const record = (can_read: boolean, can_reply: boolean, display_name = "") => ({
  ok: true,
  output: { phone: GRACE, display_name, can_read, can_reply },
});

test("the toolset is offered only while WhatsApp is connected", async () => {
  const lacks = async () => whatsappTools.lacks?.(await readSettings(agentId));
  expect((await lacks())?.text).toContain("not connected");
  expect(await call("whatsapp_read_messages", {})).toMatchObject({ ok: true });
  const key = { agentId, id: "whatsapp" } as const;
  const account = { accountId: CREDENTIALS.phoneNumberId, accountName: "Easel", accountUrl: null };
  await saveChannel({ ...key, ...account, credentials: sealCredentials(key, CREDENTIALS) });
  expect((await lacks())?.text).toContain("not connected");
  await sql()`update channels set status = 'connected'`;
  expect(await lacks()).toBeNull();
});

test("grants, changes, revokes and removes permissions, and asks only if the agent gets more permissions", async () => {
  expect(await asks("grant")).toContain("read their messages");
  expect(await manage("grant", { display_name: "Grace" })).toMatchObject(record(true, false, "Grace"));
  expect(await asks("grant", { can_read: true })).toBeNull();
  expect(await asks("update", { can_reply: true })).toContain(
    "for Grace (+14155552671), the agent may: message them",
  );
  expect(await manage("update", { canReply: true })).toMatchObject(record(true, true, "Grace"));
  for (const narrower of [{ can_read: false }, { display_name: "G." }, { can_read: true, can_reply: true }])
    expect(await asks("update", narrower)).toBeNull();
  expect(await manage("update", { can_read: false })).toMatchObject(record(false, true, "Grace"));
  expect([await asks("revoke"), await asks("remove")]).toEqual([null, null]);
  expect(await manage("revoke")).toMatchObject(record(false, false, "Grace"));
  expect(await asks("grant", { can_reply: true })).toContain("message them");
  expect(await manage("remove")).toMatchObject(record(false, false, "Grace"));
  for (const [action, change] of [["update", { can_read: true }], ["revoke"], ["remove"]] as const)
    expect(await manage(action, change)).toMatchObject({
      ok: false,
      error: expect.stringContaining("has no permissions"),
    });
  expect(await call("whatsapp_list_permissions", {})).toMatchObject({ output: { permissions: [] } });
});

test.each([
  ["14155552671", GRACE],
  ["0049 170 123-45 67", "+491701234567"],
  ["+49 (170) 1234567", "+491701234567"],
])("normalizes the number %s to %s", async (input, phone) => {
  const made = await call("whatsapp_manage_permission", { action: "grant", phone_number: input });
  expect(made).toMatchObject({ output: { phone } });
});

test.each(["", "+0123456789", "12345", "+1234567890123456", "Grace", "+49170x1234567"])(
  "rejects %j and explains the format of a number",
  async (phone_number) => {
    expect(await call("whatsapp_manage_permission", { action: "grant", phone_number })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/phone_number[\s\S]*country code/),
    });
  },
);

const receivedMessage = (id: string, phone: string, at: number, fromMe = false) => ({
  ...{
    id,
    phone,
    name: "G",
    text: `text of ${id}`,
    fromMe,
    at: new Date(at),
    cause: null,
    conversationId: null,
  },
});

test("reads messages of permitted contacts, newest first, and marks them as text by others", async () => {
  await addMessages(agentId, [
    receivedMessage("a", GRACE, 1_000),
    receivedMessage("b", "+4930111111", 2_000),
    receivedMessage("c", GRACE, 3_000, true),
  ]);
  expect(await call("whatsapp_read_messages", {})).toMatchObject({ output: { messages: [] } });
  for (const contact of [GRACE, "4930111111"])
    expect(await call("whatsapp_read_messages", { contact })).toMatchObject({
      ok: false,
      error: expect.stringMatching(/may not read.*no permissions/),
    });
  await manage("grant", { display_name: "Grace" });
  const called = await call("whatsapp_read_messages", { contact: "grace" });
  expect(called.ok && called.output).toEqual({
    messages: [
      {
        id: "c",
        phone: GRACE,
        name: "Grace",
        text: "text of c",
        from_me: true,
        at: "1970-01-01T00:00:03.000Z",
      },
      {
        id: "a",
        phone: GRACE,
        name: "Grace",
        text: "text of a",
        from_me: false,
        at: "1970-01-01T00:00:01.000Z",
      },
    ],
  });
  expect(called.web).toEqual(["whatsapp:"]);
  await manage("revoke");
  expect(await call("whatsapp_read_messages", { contact: GRACE })).toMatchObject({ ok: false });
  expect(await call("whatsapp_read_messages", { contact: "Nobody" })).toMatchObject({
    error: expect.stringContaining("No contact"),
  });
});

test("reads 20 messages by default and 100 at most", async () => {
  await manage("grant");
  await addMessages(
    agentId,
    Array.from({ length: 130 }, (_, nth) => receivedMessage(`m${nth}`, GRACE, nth * 1_000)),
  );
  const count = async (input: object) => {
    const called = await call("whatsapp_read_messages", input);
    return called.ok ? (called.output as { messages: unknown[] }).messages.length : called.error;
  };
  expect(await count({})).toBe(20);
  expect(await count({ limit: 100 })).toBe(100);
  expect(await count({ limit: 1 })).toBe(1);
  for (const limit of [0, 101, 1.5]) expect(await count({ limit })).toMatch(/limit/);
});

test("sends a message of at most 4,000 characters to a permitted contact, and needs approval by default", async () => {
  const send = (message: string, phone = GRACE) => call("whatsapp_send_message", { phone, message });
  expect(toolOf("whatsapp_send_message").policy).toBe("ask");
  expect(await send("hello")).toMatchObject({
    ok: false,
    error: expect.stringContaining("may not write to"),
  });
  await manage("grant", { can_read: true });
  expect(await send("hello")).toMatchObject({
    ok: false,
    error: expect.stringContaining("can_reply is off"),
  });
  await manage("grant", { can_reply: true });
  const sent = await send("x".repeat(4_000));
  expect(sent).toMatchObject({ ok: true, output: { ok: true, id: api.sent.at(-1)?.id } });
  expect(api.sent.at(-1)).toMatchObject({ to: "14155552671", text: "x".repeat(4_000) });
  for (const message of ["", "  ", "x".repeat(4_001)])
    expect(await send(message)).toMatchObject({ ok: false, error: expect.stringContaining("message") });
  const [row] = await sql()`select from_me, cause, text from whatsapp_messages`;
  expect(row).toMatchObject({ from_me: true, cause: "tool" });
});

test.each([
  [{ status: 400, code: 131047 }, "within 24 hours"],
  [{ status: 401, code: 190 }, "access token"],
  [{ status: 400, code: 131026 }, "cannot deliver"],
  ["cut", "may have arrived"],
] as const)("reports WhatsApp's response to a message: %j", async (trouble, part) => {
  await manage("grant", { can_reply: true });
  api.troubles.push(trouble);
  expect(await call("whatsapp_send_message", { phone: GRACE, message: "hello" })).toMatchObject({
    ok: false,
    error: expect.stringContaining(part),
  });
  expect(await sql()`select from whatsapp_messages`).toHaveLength(0);
});

test(`lists ${MAX_LISTED} contacts in the prompt, and the number of others`, async () => {
  expect(await whatsappText(agentId)).toContain("No contact");
  const add = (from: number, to: number) => sql()`
    insert into whatsapp_permissions (agent_id, phone, display_name, can_read, can_reply, granted_by)
    select ${agentId}, '+49' || (1000000 + n), 'C' || lpad(n::text, 3, '0'), true, false, 'person' from generate_series(${from}::int, ${to}::int) n`;
  await add(1, MAX_LISTED);
  const text = await whatsappText(agentId);
  expect(text).toContain("## WhatsApp Permissions");
  expect(text).toContain("- C001 (+491000001): read=true, reply=false");
  expect(text.match(/^- /gm)).toHaveLength(MAX_LISTED);
  await add(MAX_LISTED + 1, MAX_LISTED + 7);
  expect(await whatsappText(agentId)).toContain("and 7 more");
});
