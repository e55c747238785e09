import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { mcpTokens, members } from "@/drizzle/schema";
import { newAgent } from "@/lib/code/history/testing/agents";
import { createMcpToken } from "@/lib/doors/programs/tokens";
import { actingAs } from "@/lib/ground/base/acting";
import { signIn } from "@/lib/platform/access/session";
import { testRequest } from "@/lib/platform/http/test-request";
import { newToken, SCOPES, type Scope } from "@/lib/shared/mcp/tokens";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { deleteAgent } from "@/lib/store/agents/agent-making";
import { revokeToken } from "@/lib/store/agents/mcp-tokens";
import * as state from "@/lib/store/agents/state";
import { db, sql } from "@/lib/store/db";
import { removeMember } from "@/lib/store/members/members";
import { actorOf, publishMembers } from "@/lib/store/members/roster";
import { changeAgentSharing } from "@/lib/store/members/sharing";
import { testDatabase } from "@/lib/store/testing/database";
import { POST as postChat } from "./api/chat/route";
import { GET as listHistory } from "./api/history/route";
import { PUT as putPrompt } from "./api/prompt/route";
import { PUT as putState } from "./api/state/[...key]/route";
import { GET as listState } from "./api/state/route";
import { talk } from "./testing/owner";

/* Tokens in the HTTP API of a workspace with a password and several members. */

let database: Awaited<ReturnType<typeof testDatabase>>;
let [agent, cookie] = ["", ""];

beforeAll(async () => {
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  database = await testDatabase();
  cookie = (await signIn(testRequest("/api/login"))).getSetCookie()[0]?.split(";")[0] ?? "";
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
});
beforeEach(async () => {
  agent = await newAgent();
  publishMembers();
});

async function tokenOf(memberId: string, scopes: readonly Scope[] = SCOPES, rest: { days?: number } = {}) {
  const wanted = { name: "Script", tools: "*", scopes, ...rest } as const;
  return actingAs(await actorOf(memberId), () => createMcpToken(agent, wanted));
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const read = async (headers: Record<string, string>, query = "") => {
  const response = await listState(testRequest(`/api/state?agent=${agent}${query}`, { headers }));
  return response.status;
};
const write = async (headers: Record<string, string>) => {
  const request = testRequest(`/api/state/a?agent=${agent}`, { method: "PUT", body: { value: 1 }, headers });
  return (await putState(request, { params: Promise.resolve({ key: ["a"] }) })).status;
};

async function newMember(role: "member" | "guest", right: "use" | "edit"): Promise<string> {
  const [row] = await db().insert(members).values({ name: role, role }).returning({ id: members.id });
  const memberId = row?.id ?? "";
  await changeAgentSharing(agent, { everyone: null, members: [{ memberId, right }] });
  return memberId;
}

describe("a token", () => {
  test("reads and writes with its scopes, and nothing without", async () => {
    const all = await tokenOf(OWNER_ID);
    expect([await read(bearer(all.token)), await write(bearer(all.token))]).toEqual([200, 200]);
    const reads = await tokenOf(OWNER_ID, ["read"]);
    expect([await read(bearer(reads.token)), await write(bearer(reads.token))]).toEqual([200, 403]);
    const none = await tokenOf(OWNER_ID, []);
    expect([await read(bearer(none.token)), await write(bearer(none.token))]).toEqual([403, 403]);
  });

  test("is refused once it is revoked or has expired", async () => {
    const { id, token } = await tokenOf(OWNER_ID);
    await actingAs(await actorOf(OWNER_ID), () => revokeToken(agent, id));
    expect(await read(bearer(token))).toBe(401);
    const dated = await tokenOf(OWNER_ID, ["read"], { days: 7 });
    expect(await read(bearer(dated.token))).toBe(200);
    const [row] = await db().select().from(mcpTokens).where(eq(mcpTokens.id, dated.id));
    expect(Date.parse(row?.expiresAt ?? "") - Date.now()).toBeCloseTo(7 * 86_400_000, -5);
    await db().update(mcpTokens).set({ expiresAt: "2020-01-01T00:00:00Z" }).where(eq(mcpTokens.id, dated.id));
    expect(await read(bearer(dated.token))).toBe(401);
  });

  test("is refused once its agent is deleted", async () => {
    const { token } = await tokenOf(OWNER_ID);
    await deleteAgent(agent);
    expect(await read(bearer(token))).toBe(401);
  });

  test("is read from the header alone", async () => {
    const { token } = await tokenOf(OWNER_ID);
    for (const name of ["token", "access_token", "authorization", "bearer"])
      expect(await read({}, `&${name}=${token}`)).toBe(401);
    expect(await read({ cookie: `token=${token}` })).toBe(401);
  });

  test.each([
    ...["", "Bearer", "Bearer ", "Basic TOKEN", "TOKEN", "Bearer TOKEN TOKEN", "Bearer TOKEN, Bearer TOKEN"],
    ...[
      "Bearer easel_mcp_",
      "Bearer easel_mcp_%00",
      `Bearer easel_mcp_${"a".repeat(5_000)}`,
      "Bearer TOKENx",
    ],
    ...["Bearer, TOKEN", "bearer=TOKEN", "Bearer null", "Bearer '; drop table mcp_tokens; --"],
  ])("is refused in the header %j", async (header) => {
    const { token } = await tokenOf(OWNER_ID);
    expect(await read({ authorization: header.replaceAll("TOKEN", token) })).toBe(401);
  });

  test("takes precedence over the cookie of a session, valid or not", async () => {
    const { token } = await tokenOf(OWNER_ID, ["read"]);
    const own = { cookie, origin: "http://localhost:3000" };
    expect(await write(own)).toBe(200);
    expect(await write({ ...own, ...bearer(token) })).toBe(403);
    expect(await read({ ...own, ...bearer(`${token}x`) })).toBe(401);
    // A proxy in front of Easel may add another token.
    expect(await read({ ...own, ...bearer("eyJhbGciOiJub25lIn0.e30.") })).toBe(200);
  });

  test("does not open the API to pages of other sites", async () => {
    const { token } = await tokenOf(OWNER_ID);
    expect(await read({ ...bearer(token), origin: "https://evil.example" })).toBe(403);
    expect(await write({ ...bearer(token), cookie, "sec-fetch-site": "cross-site" })).toBe(403);
    expect(await read({ ...bearer(token), host: "evil.example" })).toBe(421);
  });

  test("cannot have scopes and be for some tools", () => {
    expect(newToken.safeParse({ name: "a", tools: ["get_state"], scopes: ["read"] }).success).toBe(false);
    expect(newToken.parse({ name: "a" })).toEqual({ name: "a", tools: "*", scopes: [] });
  });
});

describe("the token of a member", () => {
  const edit = async (headers: Record<string, string>) => {
    const body = { content: "Mine" };
    return (await putPrompt(testRequest(`/api/prompt?agent=${agent}`, { method: "PUT", body, headers })))
      .status;
  };

  test.each([
    ["guest", "use", 403],
    ["member", "use", 403],
    ["member", "edit", 200],
  ] as const)("has the right of a %s who may %s", async (role, right, status) => {
    const { token } = await tokenOf(await newMember(role, right));
    expect(await read(bearer(token))).toBe(200);
    expect(await edit(bearer(token))).toBe(status);
  });

  test("ends with the right on the agent, and with the member", async () => {
    const id = await newMember("member", "edit");
    const { token } = await tokenOf(id);
    await changeAgentSharing(agent, { everyone: null, members: [] });
    expect(await read(bearer(token))).toBe(401);
    await changeAgentSharing(agent, { everyone: null, members: [{ memberId: id, right: "use" }] });
    expect(await read(bearer(token))).toBe(200);
    await removeMember(id);
    expect(await read(bearer(token))).toBe(401);
  });
});

describe("a program", () => {
  test("is named as the cause of its changes", async () => {
    const { token } = await tokenOf(OWNER_ID);
    await write(bearer(token));
    const request = testRequest(`/api/history?agent=${agent}&kind=state&name=a`, { headers: bearer(token) });
    const { revisions } = await (await listHistory(request)).json();
    expect(revisions).toMatchObject([{ author: "person", cause: { program: "Script" } }]);
    await state.write(agent, "b", 1, { author: "person", cause: null });
    const [row] = await sql()`select cause from revisions where agent_id = ${agent} and name = 'b'`;
    expect(row?.cause).toBeNull();
  });

  test("refuses a call, and does not approve it", async () => {
    const conversation = await talk(agent, "Hello");
    const toolCallId = randomUUID();
    const [run] = await sql()<{ id: string; message: string }[]>`
      select id, message_id as message from runs where conversation_id = ${conversation}`;
    await sql()`
      insert into asks (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, kind, input)
      values (${conversation}, ${run?.message ?? ""}, ${toolCallId}, ${agent}, ${run?.id ?? ""}, 'set_state', 'approval',
        ${JSON.stringify({ key: "a", value: 1 })}::json)`;
    await sql()`update runs set status = 'waiting', lease_until = null where conversation_id = ${conversation}`;
    const { token } = await tokenOf(OWNER_ID);
    const answer = async (output: object) => {
      const body = { id: conversation, answer: { toolCallId, output } };
      const headers = bearer(token);
      return postChat(testRequest(`/api/chat?agent=${agent}`, { method: "POST", body, headers }));
    };
    for (const output of [{ decision: "approve" }, { decision: "edit", input: { key: "a", value: 2 } }]) {
      const response = await answer(output);
      expect(response.status).toBe(403);
      expect((await response.json()).error.message).toMatch(/^Only a member can approve/);
    }
    const [open] = await sql()`select status from asks where tool_call_id = ${toolCallId}`;
    expect(open?.status).toBe("open");
  });

  test("is limited like at the other doors", async () => {
    const { token } = await tokenOf(OWNER_ID, ["read"]);
    // Many more than a token may have open, because a busy machine admits them one after the other.
    const statuses = await Promise.all(Array.from({ length: 150 }, () => read(bearer(token))));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(await read(bearer(token))).toBe(200);
  });
});
