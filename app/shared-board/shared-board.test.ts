import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { PATCH as ARRANGE, GET as READ } from "@/app/api/shared-boards/[agent]/[id]/route";
import { GET as STREAM } from "@/app/api/shared-boards/[agent]/[id]/stream/route";
import { POST as QUERY } from "@/app/api/shared-boards/[agent]/[id]/tiles/[tile]/query/route";
import { GET as TILE } from "@/app/api/shared-boards/[agent]/[id]/tiles/[tile]/route";
import { members } from "@/drizzle/schema";
import { bundleOf } from "@/lib/code/components/bundles";
import { execute } from "@/lib/data/sqlite/index";
import { closeAll } from "@/lib/ground/base/process";
import { signIn } from "@/lib/platform/access/session";
import type { Handler } from "@/lib/platform/http/route";
import { testRequest } from "@/lib/platform/http/test-request";
import type { BoardRight } from "@/lib/shared/members/roles";
import { resolveAgent } from "@/lib/store/agents/agents";
import { createBoard } from "@/lib/store/agents/boards";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { publish } from "@/lib/store/bus";
import { asJson, db, sql } from "@/lib/store/db";
import { listSharedBoards } from "@/lib/store/members/board-sharing";
import { testDatabase } from "@/lib/store/testing/database";
import { PUT as SHARE } from "../api/boards/[id]/sharing/route";

const CODE = `import { useQuery } from "easel";
export default function Names() {
  const { rows } = useQuery("select name from guests where id > ?", [0]);
  return <ul>{rows.map(({ name }) => <li key={name}>{name}</li>)}</ul>;
}`;
const NAMED = "select name from guests where id > ?";
const SECRET = "zeppelin";

let drop: () => Promise<void>;
let [agent, board, owner] = ["", "", ""];
const people: Record<"ada" | "bob" | "gus", { id: string; cookie: string }> = {
  ...{ ada: { id: "", cookie: "" }, bob: { id: "", cookie: "" }, gus: { id: "", cookie: "" } },
};
const cookieOf = async (id?: string) =>
  (await signIn(testRequest("/api/login"), id)).getSetCookie()[0]?.split(";")[0] ?? "";

beforeAll(async () => {
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
  await closeAll();
  ({ drop } = await testDatabase());
  agent = await resolveAgent();
  owner = await cookieOf();
  for (const name of ["ada", "bob", "gus"] as const) {
    const role = name === "gus" ? "guest" : "member";
    const [row] = await db().insert(members).values({ name, role }).returning();
    people[name] = { id: row?.id ?? "", cookie: await cookieOf(row?.id) };
  }
  for (const text of [
    "create table guests (id integer primary key, name text, phone text)",
    `insert into guests values (1, 'Ann', '${SECRET}')`,
  ])
    await execute({ agentId: agent, sql: text });
  await bundleOf(CODE);
  await sql()`insert into components (agent_id, name, description, code, version) values (${agent}, 'Names', '', ${CODE}, 1)`;
  await changeSetting(agent, "tool:db_sql", { policy: "allow" });
  const rows = await shown("Guests");
  const place = { w: 6, h: 6 };
  const made = await createBoard(
    agent,
    {
      name: "Party",
      tiles: [
        { id: "code", x: 0, y: 0, ...place, source: { component: "Names", props: {} } },
        { id: "rows", x: 6, y: 0, ...place, source: rows },
      ],
    },
    { author: "person", cause: null },
  );
  board = made.id;
});
afterAll(async () => {
  await drop();
  vi.unstubAllEnvs();
});
beforeEach(() => share());

/** Stores a conversation with a table of names. Returns the source of a tile that shows it. */
async function shown(title: string) {
  const blocks = [{ type: "table", data: { sql: "select name from guests" }, editable: true }];
  const part = { type: "tool-render_blocks", toolCallId: "one", state: "output-available", output: {} };
  const parts = [{ ...part, input: { title, blocks } }];
  const [row] = await sql()<{ id: string }[]>`
    insert into conversations (id, agent_id, title, identity)
    values (gen_random_uuid(), ${agent}, ${SECRET}, '')
    returning id`;
  const conversation = row?.id ?? "";
  await sql()`insert into messages (conversation_id, id, agent_id, role, parts)
    values (${conversation}, 'm', ${agent}, 'assistant', ${asJson(parts)}::json)`;
  return { conversation, sheet: "m/one" };
}

async function send(
  handler: Handler,
  method: string,
  cookie: string,
  { tile, body, signal }: { tile?: string; body?: object; signal?: AbortSignal } = {},
): Promise<Response> {
  const headers = { cookie, origin: "http://localhost:3000", host: "localhost:3000" };
  const request = new Request(`http://localhost:3000/api/shared-boards/${agent}/${board}?agent=${agent}`, {
    ...{ method, signal, headers: { ...headers, ...(body && { "content-type": "application/json" }) } },
    ...(body && { body: JSON.stringify(body) }),
  });
  return handler(request, { params: Promise.resolve({ agent, id: board, ...(tile && { tile }) }) });
}

/** Shares the board with Ada and Gus, or ends its sharing. */
async function share(right?: BoardRight): Promise<void> {
  const all = right ? [people.ada, people.gus].map(({ id: memberId }) => ({ memberId, right })) : [];
  const response = await send(SHARE, "PUT", owner, { body: { members: all } });
  expect(response.status).toBe(200);
  // A request without the field shares the board with no other member.
  expect((await response.json()).sharing).toMatchObject({ everyone: null, members: { length: all.length } });
}

const places = [{ id: "code", x: 0, y: 0, w: 6, h: 9 }];
const REQUESTS = [
  ["GET", READ, {}],
  ["PATCH", ARRANGE, { body: { places } }],
  ["GET", STREAM, {}],
  ["GET", TILE, { tile: "rows" }],
  ["POST", QUERY, { tile: "code", body: { sql: NAMED, params: [0] } }],
] as const;

test("a member opens no board that is not shared with them, and only the agent's owner shares it", async () => {
  for (const { cookie } of Object.values(people)) {
    for (const [method, handler, init] of REQUESTS)
      expect((await send(handler, method, cookie, init)).status).toBe(404);
    const members = [{ memberId: people.ada.id, right: "edit" }];
    expect((await send(SHARE, "PUT", cookie, { body: { members } })).status).toBe(404);
  }
});

test("a reader gets the tiles as readers of shares do, the queries of their code, and nothing else", async () => {
  await share("read");
  const { cookie } = people.ada;
  const read = await (await send(READ, "GET", cookie)).json();
  expect(read.board).toMatchObject({ name: "Party", right: "read" });
  expect(read.board.tiles).toEqual([
    { id: "code", x: 0, y: 0, w: 6, h: 6, title: "Names" },
    { id: "rows", x: 6, y: 0, w: 6, h: 6, title: "Guests" },
  ]);
  const tile = async (id: string) => (await send(TILE, "GET", cookie, { tile: id })).text();
  expect(JSON.parse(await tile("rows"))).toMatchObject({
    title: "Guests",
    blocks: [{ type: "table", data: [{ name: "Ann" }] }],
  });
  expect(JSON.parse(await tile("code"))).toMatchObject({ component: { props: {}, rows: {} } });
  const all = [await tile("rows"), await tile("code"), JSON.stringify(read)].join();
  expect(all).not.toMatch(new RegExp(`${SECRET}|select name from guests"|editable|conversation`));
  const query = async (text: string, id = "code") =>
    send(QUERY, "POST", cookie, { tile: id, body: { sql: text, params: [0] } });
  expect(await (await query(NAMED)).json()).toMatchObject({ rows: { rows: [["Ann"]] } });
  for (const [text, id] of [
    ["select phone from guests where id > ?", "code"],
    [NAMED, "rows"],
  ] as const)
    expect((await query(text, id)).status).toBe(403);
  expect((await query(NAMED, "none")).status).toBe(404);
  expect((await send(ARRANGE, "PATCH", cookie, { body: { places } })).status).toBe(403);
  expect((await send(READ, "GET", people.bob.cookie)).status).toBe(404);
  await changeSetting(agent, "tool:db_sql", { policy: "deny" });
  expect((await query(NAMED)).status).toBe(403);
  await changeSetting(agent, "tool:db_sql", { policy: "allow" });
});

test("an editor arranges the tiles under their own name; a guest never edits", async () => {
  await share("edit");
  const { cookie, id } = people.ada;
  expect((await send(ARRANGE, "PATCH", cookie, { body: { places } })).status).toBe(200);
  const { board: now } = await (await send(READ, "GET", cookie)).json();
  expect(now.tiles.find((one: { id: string }) => one.id === "code").h).toBe(9);
  const [last] = await sql()<{ member: string }[]>`
    select member_id as member from revisions where kind = 'board' order by version desc limit 1`;
  expect(last?.member).toBe(id);
  const taken = { places: [], name: "Mine" };
  expect((await send(ARRANGE, "PATCH", cookie, { body: taken })).status).toBe(422);
  expect((await send(ARRANGE, "PATCH", people.gus.cookie, { body: { places } })).status).toBe(403);
  expect((await (await send(READ, "GET", people.gus.cookie)).json()).board.right).toBe("read");
});

test("a board that is shared with every member opens to all but guests, who need a share by name", async () => {
  const shareWith = async (everyone: BoardRight | null, named: { memberId: string; right: BoardRight }[]) =>
    expect((await send(SHARE, "PUT", owner, { body: { everyone, members: named } })).status).toBe(200);
  const { ada, bob, gus } = people;
  const rightOf = async ({ cookie }: { cookie: string }) => {
    const response = await send(READ, "GET", cookie);
    return response.status === 200 ? (await response.json()).board.right : response.status;
  };
  await shareWith("read", [{ memberId: ada.id, right: "edit" }]);
  expect(await Promise.all([ada, bob, gus].map(rightOf))).toEqual(["edit", "read", 404]);
  const boardsOf = (role: "member" | "guest", { id }: { id: string }) => listSharedBoards({ id, role });
  expect(await boardsOf("member", ada)).toMatchObject([{ id: board, name: "Party" }]);
  expect(await boardsOf("member", bob)).toHaveLength(1);
  expect(await boardsOf("guest", gus)).toEqual([]);
  // The stronger of two rights counts, except for guests.
  await shareWith(
    "edit",
    [ada, gus].map(({ id: memberId }) => ({ memberId, right: "read" as const })),
  );
  expect(await Promise.all([ada, bob, gus].map(rightOf))).toEqual(["edit", "edit", "read"]);
  await shareWith(null, []);
  expect(await Promise.all([ada, bob, gus].map(rightOf))).toEqual([404, 404, 404]);
});

test("the stream of an open page reports changes, and ends within two seconds of the end of the sharing", async () => {
  await share("read");
  const end = new AbortController();
  const stream = await send(STREAM, "GET", people.ada.cookie, { signal: end.signal });
  const reader = (stream.body ?? new ReadableStream<Uint8Array>()).getReader();
  const decoder = new TextDecoder();
  let heard = "";
  const until = async (is: () => boolean) => {
    while (!is()) {
      const { done, value } = await reader.read();
      if (done) return "ended";
      heard += decoder.decode(value);
    }
    return "heard";
  };
  expect(await until(() => heard !== "")).toBe("heard");
  publish({ type: "database", agent, tables: ["guests"] });
  expect(await until(() => heard.includes('"data"'))).toBe("heard");
  expect(heard).not.toContain("guests");
  const revoked = performance.now();
  await share();
  expect(await until(() => false)).toBe("ended");
  expect(performance.now() - revoked).toBeLessThan(2_000);
  expect((await send(READ, "GET", people.ada.cookie)).status).toBe(404);
});

test("a share ends when the member who shared the board no longer owns the agent", async () => {
  await share("read");
  await sql()`update agents set member_id = ${people.bob.id} where id = ${agent}`;
  expect((await send(READ, "GET", people.ada.cookie)).status).toBe(404);
  await sql()`update agents set member_id = (select id from members where role = 'owner') where id = ${agent}`;
  expect((await send(READ, "GET", people.ada.cookie)).status).toBe(200);
});
