import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { hashOfToken } from "@/lib/ground/base/token";
import { signIn } from "@/lib/platform/access/session";
import { testRequest } from "@/lib/platform/http/test-request";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { sql } from "@/lib/store/db";
import { takeInvitation } from "@/lib/store/members/invitations";
import { testDatabase } from "@/lib/store/testing/database";
import * as sharing from "../agents/[id]/sharing/route";
import * as agents from "../agents/route";
import * as conversation from "../conversations/[id]/route";
import * as invitation from "../invitations/[id]/route";
import * as invitations from "../invitations/route";
import * as password from "../password/route";
import * as sessions from "../sessions/route";
import * as member from "./[id]/route";
import * as list from "./route";

type Handler = (request: Request, context: { params: Promise<Record<string, string>> }) => Promise<Response>;

let database: Awaited<ReturnType<typeof testDatabase>> | undefined;
beforeEach(async () => {
  await database?.drop();
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  database = await testDatabase();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database?.drop();
});

const cookieOf = async (id: string) =>
  (await signIn(testRequest("/api/login"), id)).getSetCookie()[0]?.split(";")[0] ?? "";

type Asked = { method?: string; body?: unknown; params?: Record<string, string>; query?: string };

/** Sends a request as a member. Returns the status and the JSON of the response. */
async function as(
  id: string,
  handler: Handler,
  { method = "GET", body, params = {}, query = "" }: Asked = {},
) {
  const headers = { cookie: await cookieOf(id), origin: "http://localhost:3000" };
  const response = await handler(testRequest(`/api/x?${query}`, { method, body, headers }), {
    params: Promise.resolve(params),
  });
  const text = await response.text();
  return { status: response.status, ...(text && JSON.parse(text)) };
}

async function invited(role: "admin" | "member" | "guest" = "member", more: object = {}) {
  const body = { role, name: "For Ada", ...more };
  const made = await as(OWNER_ID, invitations.POST, { method: "POST", body });
  return { ...made, token: made.invitation.url.split("/").at(-1) as string };
}

async function newMember(role: "admin" | "member" | "guest" = "member", more: object = {}): Promise<string> {
  const { token } = await invited(role, more);
  const made = await takeInvitation(hashOfToken(token), { name: role, email: `${randomUUID()}@example.com` });
  return made?.id ?? "";
}

describe("an invitation", () => {
  test("makes one member, who is listed with the role", async () => {
    const { status, token, invitation: shown } = await invited("guest");
    expect([status, shown.url]).toEqual([201, expect.stringMatching(/\/invite\/[\w-]{43}$/)]);
    const fields = { name: "Ada", email: "ada@example.com" };
    const uses = await Promise.all(
      [1, 2, 3].map((n) => takeInvitation(hashOfToken(token), { ...fields, email: `${n}@x.example` })),
    );
    expect(uses.filter(Boolean)).toMatchObject([{ name: "Ada", role: "guest" }]);
    const { members: all } = await as(OWNER_ID, list.GET);
    expect(all.map(({ role }: { role: string }) => role)).toEqual(["owner", "guest"]);
    expect((await as(OWNER_ID, invitations.GET)).invitations).toEqual([]);
  });

  test("is useless once it was revoked or has expired", async () => {
    const first = await invited();
    await as(OWNER_ID, invitation.DELETE, { method: "DELETE", params: { id: first.invitation.id } });
    expect(await takeInvitation(hashOfToken(first.token), { name: "A", email: null })).toBeNull();
    const second = await invited();
    await sql()`update invitations set expires_at = now()`;
    expect(await takeInvitation(hashOfToken(second.token), { name: "A", email: null })).toBeNull();
  });

  test("keeps its use if the email address is taken", async () => {
    const fields = { name: "Ada", email: "ada@example.com" };
    await takeInvitation(hashOfToken((await invited()).token), fields);
    const { token } = await invited();
    await expect(takeInvitation(hashOfToken(token), fields)).rejects.toMatchObject({ code: "conflict" });
    expect(await takeInvitation(hashOfToken(token), { ...fields, email: "b@example.com" })).toMatchObject({
      name: "Ada",
    });
  });

  test("needs a password of Easel", async () => {
    vi.stubEnv("EASEL_PASSWORD", undefined);
    await database?.drop();
    database = await testDatabase();
    const response = await invitations.POST(
      testRequest("/api/invitations", {
        method: "POST",
        body: {},
        headers: { origin: "http://localhost:3000" },
      }),
    );
    expect(response.status).toBe(403);
  });

  test("shares the agents that it names", async () => {
    const { agents: own } = await as(OWNER_ID, agents.GET);
    const id = await newMember("guest", { agents: [{ id: own[0].id, right: "use" }] });
    expect((await as(id, agents.GET)).agents).toMatchObject([{ id: own[0].id, right: "use" }]);
  });
});

describe("roles", () => {
  test("decide who invites and who changes whom", async () => {
    const [admin, other, ordinary] = [await newMember("admin"), await newMember("admin"), await newMember()];
    const invite = (id: string, role: string) => as(id, invitations.POST, { method: "POST", body: { role } });
    expect((await invite(admin, "member")).status).toBe(201);
    expect((await invite(admin, "admin")).status).toBe(403);
    expect((await invite(ordinary, "guest")).status).toBe(403);
    const change = (id: string, who: string, body: object) =>
      as(id, member.PATCH, { method: "PATCH", body, params: { id: who } });
    expect((await change(admin, ordinary, { role: "guest" })).status).toBe(200);
    expect((await change(admin, ordinary, { role: "admin" })).status).toBe(403);
    expect((await change(admin, other, { role: "member" })).status).toBe(403);
    expect((await change(OWNER_ID, other, { role: "member" })).status).toBe(200);
    expect((await change(OWNER_ID, OWNER_ID, { role: "member" })).status).toBe(409);
    expect((await change(ordinary, ordinary, { role: "admin" })).status).toBe(403);
  });
});

describe("a removed member", () => {
  test("is signed out, and their agents belong to the owner", async () => {
    const id = await newMember();
    const { agents: own } = await as(id, agents.GET);
    const cookie = await cookieOf(id);
    await as(OWNER_ID, member.DELETE, { method: "DELETE", params: { id } });
    const response = await sessions.GET(testRequest("/api/sessions", { headers: { cookie } }));
    expect(response.status).toBe(401);
    const [agent] = await sql()<
      { owner: string }[]
    >`select member_id as owner from agents where id = ${own[0].id}`;
    expect(agent?.owner).toBe(OWNER_ID);
  });

  test("can be invited again with the same email address", async () => {
    const fields = { name: "Ada", email: "ada@example.com" };
    const made = await takeInvitation(hashOfToken((await invited()).token), fields);
    await as(OWNER_ID, member.DELETE, { method: "DELETE", params: { id: made?.id ?? "" } });
    expect(await takeInvitation(hashOfToken((await invited()).token), fields)).not.toBeNull();
  });
});

describe("an agent", () => {
  test("of a member is private, also for the owner of the workspace, until it is shared", async () => {
    const [ada, bob] = [await newMember(), await newMember()];
    const { agents: own } = await as(ada, agents.GET);
    const { id } = own[0];
    const sees = async (who: string) =>
      (await as(who, agents.GET)).agents.some((agent: { id: string }) => agent.id === id);
    expect([await sees(ada), await sees(bob), await sees(OWNER_ID)]).toEqual([true, false, false]);
    const share = (body: object) => as(ada, sharing.PUT, { method: "PUT", params: { id }, body });
    await share({ everyone: null, members: [{ memberId: bob, right: "edit" }] });
    expect([await sees(bob), await sees(OWNER_ID)]).toEqual([true, false]);
    expect(
      (await as(bob, sharing.PUT, { method: "PUT", params: { id }, body: { everyone: "use", members: [] } }))
        .status,
    ).toBe(403);
    await share({ everyone: "use", members: [] });
    expect([await sees(bob), await sees(OWNER_ID)]).toEqual([true, true]);
    await share({ everyone: null, members: [] });
    expect(await sees(bob)).toBe(false);
    expect(
      (await share({ everyone: null, members: [{ memberId: randomUUID(), right: "use" }] })).status,
    ).toBe(422);
  });

  test("is made for each new member once, also with requests at the same time", async () => {
    const id = await newMember();
    const all = await Promise.all([1, 2, 3, 4].map(() => as(id, agents.GET)));
    expect(
      new Set(all.map((one) => JSON.stringify(one.agents.map((agent: { id: string }) => agent.id)))).size,
    ).toBe(1);
    expect(all[0]?.agents).toHaveLength(1);
  });

  test("is missing for a guest with whom nothing is shared", async () => {
    const id = await newMember("guest");
    const asked = await as(id, conversation.GET, { params: { id: randomUUID() } });
    expect([asked.status, asked.error.message]).toEqual([
      404,
      "No agent is shared with you yet. Ask who invited you.",
    ]);
  });
});

test("the password stays while there are other members", async () => {
  vi.stubEnv("EASEL_PASSWORD", undefined);
  await database?.drop();
  database = await testDatabase();
  const origin = { origin: "http://localhost:3000" };
  const body = { password: "open sesame" };
  const none = { params: Promise.resolve({}) };
  await password.PUT(testRequest("/api/password", { method: "PUT", body, headers: origin }), none);
  const remove = async () =>
    (await as(OWNER_ID, password.DELETE, { method: "DELETE", body: { current: body.password } })).status;
  const id = await newMember();
  expect(await remove()).toBe(409);
  await as(OWNER_ID, member.DELETE, { method: "DELETE", params: { id } });
  expect(await remove()).toBe(204);
});
