import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { sealData } from "iron-session";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { hashPassword } from "@/lib/ground/base/password-hash";
import { closeAll } from "@/lib/ground/base/process";
import { secretKey } from "@/lib/ground/base/secret";
import { fingerprintOf } from "@/lib/platform/access/password";
import { requireIdentity, sessionKeyUnder } from "@/lib/platform/access/session";
import { testRequest } from "@/lib/platform/http/test-request";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { connect } from "@/lib/store/connection";
import { migrate, migrateWithin } from "@/lib/store/migrate";
import { testDatabase } from "@/lib/store/testing/database";
import * as agents from "../agents/route";
import * as conversations from "../conversations/route";
import * as login from "../login/route";

/** The last migration before there were members. */
const BEFORE = "0050_trusts";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  vi.stubEnv("EASEL_PASSWORD", undefined);
  database = await testDatabase();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
});

test("a workspace from before there were members keeps its data, its password and its sessions", async () => {
  const journal = JSON.parse(readFileSync("drizzle/migrations/meta/_journal.json", "utf8"));
  const { when } = journal.entries.find(({ tag }: { tag: string }) => tag === BEFORE);
  const [agent, conversation, session] = [randomUUID(), randomUUID(), randomUUID()];
  const hash = await hashPassword("open sesame");
  const sql = connect(database.url, { max: 1 });
  await sql`drop schema public cascade`;
  await sql`drop schema drizzle cascade`;
  await sql`create schema public`;
  await sql.begin((tx) => migrateWithin(tx, when));
  await sql`insert into agents (id, name, system_prompt) values (${agent}, 'Old', 'You help')`;
  await sql`
    insert into conversations (id, agent_id, title, identity) values (${conversation}, ${agent}, 'Old talk', '')`;
  await sql`insert into passwords (id, hash) values (1, ${hash})`;
  await sql`insert into sessions (id, key, user_agent) values (${session}, ${sessionKeyUnder(hash)}, 'Firefox')`;
  await sql.end();
  const password = secretKey(`session ${fingerprintOf(hash)}`).toString("base64url");
  const cookie = `easel-3000=${await sealData({ id: session }, { password })}`;

  await closeAll();
  await migrate(database.url);

  const asked = (path: string) => testRequest(path, { headers: { cookie } });
  expect(await requireIdentity(asked("/"))).toMatchObject({
    session,
    member: { id: OWNER_ID, role: "owner" },
  });
  const none = { params: Promise.resolve({}) };
  const { agents: all } = await (await agents.GET(asked("/api/agents"), none)).json();
  expect(all).toMatchObject([{ id: agent, name: "Old" }]);
  expect(all[0]).not.toHaveProperty("right");
  const listed = await conversations.GET(asked("/api/conversations"), none);
  expect((await listed.json()).conversations).toMatchObject([{ id: conversation, title: "Old talk" }]);
  const body = { password: "open sesame" };
  expect((await login.POST(testRequest("/api/login", { method: "POST", body }), none)).status).toBe(204);
});
