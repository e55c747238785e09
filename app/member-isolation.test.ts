import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { members } from "@/drizzle/schema";
import { startRunJob } from "@/lib/agent/background/job-run";
import { startQueue } from "@/lib/agent/background/queue";
import { readNewTexts } from "@/lib/data/files/texts";
import { indexWritten } from "@/lib/data/memory/indexing";
import { createMcpToken } from "@/lib/doors/programs/tokens";
import { actingAs } from "@/lib/ground/base/acting";
import { isWhole, sample } from "@/lib/ground/base/testing/sample";
import { put } from "@/lib/ground/blobs/blobs";
import { signIn } from "@/lib/platform/access/session";
import { testRequest } from "@/lib/platform/http/test-request";
import { SCOPES } from "@/lib/shared/mcp/tokens";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { createBoard } from "@/lib/store/agents/boards";
import { revokeToken } from "@/lib/store/agents/mcp-tokens";
import * as state from "@/lib/store/agents/state";
import { add } from "@/lib/store/data/files";
import { db, sql } from "@/lib/store/db";
import { changeBoardSharing } from "@/lib/store/members/board-sharing";
import { actorOf } from "@/lib/store/members/roster";
import { changeAgentSharing, changeConversationSharing } from "@/lib/store/members/sharing";
import { testDatabase } from "@/lib/store/testing/database";
import { callTool } from "@/lib/tools/toolsets/call";
import { toolsets } from "@/lib/tools/toolsets/index";
import { CALLS, derivedCalls } from "./testing/isolation-calls";
import { ROUTES, requestsOf, WORKSPACE } from "./testing/isolation-requests";
import type { Seen } from "./testing/isolation-seen";
import { fillConversation, makeOwner, SECRET, talk } from "./testing/owner";

/*
 * Members must not reach what others have not shared. Members with each right, and without any, send every route and tool
 * requests for the owner's agent and for a private conversation on it.
 */

/** Occurs in the owner's private conversation and its files, calls and asks, but in no data of the agent. */
const PRIVATE = "dirigible";

let database: Awaited<ReturnType<typeof testDatabase>>;
let [folder, agent] = ["", ""];
let seen: Seen;
const ids = { stranger: "", guest: "", use: "", edit: "" };
const cookies = new Map<string, string>();

async function newMember(role: "member" | "guest"): Promise<string> {
  const [row] = await db().insert(members).values({ name: role, role }).returning({ id: members.id });
  const id = row?.id ?? "";
  const headers = await signIn(testRequest("/api/login"), id);
  cookies.set(id, headers.getSetCookie()[0]?.split(";")[0] ?? "");
  return id;
}

async function makePrivate(agentId: string): Promise<string> {
  const conversation = await talk(agentId, `The ${PRIVATE} flies`);
  const text = await put(new TextEncoder().encode(PRIVATE), 1_000);
  const file = { ...text, name: `${PRIVATE}.txt`, mediaType: "text/plain", conversationId: conversation };
  await add(agentId, { ...file, messageId: "m", origin: "upload" });
  await fillConversation(agentId, conversation, PRIVATE);
  const [run] = await sql()<{ id: string; message: string }[]>`
    select id, message_id as message from runs where conversation_id = ${conversation}`;
  await sql()`
    insert into tool_calls (conversation_id, message_id, agent_id, run_id, tool_call_id, tool_name, input, status)
    values (${conversation}, ${run?.message ?? ""}, ${agentId}, ${run?.id ?? ""}, 'called', 'fetch_url',
      ${JSON.stringify({ url: `https://${PRIVATE}.example` })}::json, 'ok')`;
  await sql()`
    insert into requests (agent_id, conversation_id, via, method, url, host, verdict)
    values (${agentId}, ${conversation}, 'fetch', 'GET', ${`https://${PRIVATE}.example`}, ${`${PRIVATE}.example`}, 'allowed')`;
  const cause = {
    conversationId: conversation,
    messageId: run?.message ?? "",
    toolCallId: "called",
    runId: run?.id ?? "",
  };
  await state.write(agentId, "written", 1, { author: "agent", cause });
  return conversation;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-data-"));
  vi.stubEnv("EASEL_DATA_DIR", folder);
  vi.stubEnv("EASEL_PASSWORD", "open sesame");
  vi.stubEnv("EASEL_SECRET", "correct horse battery");
  database = await testDatabase();
  await startQueue([startRunJob]).started;
  agent = (await makeOwner()).owner;
  const conversation = await makePrivate(agent);
  for (const name of ["stranger", "guest", "use", "edit"] as const)
    ids[name] = await newMember(name === "guest" ? "guest" : "member");
  await changeAgentSharing(agent, {
    everyone: null,
    members: [
      { memberId: ids.use, right: "use" },
      { memberId: ids.edit, right: "edit" },
    ],
  });
  // A board that is shared without its agent gives no right on the agent.
  const board = await createBoard(agent, { name: SECRET, tiles: [] }, { author: "person", cause: null });
  const shared = [ids.stranger, ids.guest].map((memberId) => ({ memberId, right: "edit" as const }));
  await changeBoardSharing({ agentId: agent, id: board.id }, OWNER_ID, { everyone: "edit", members: shared });
  await readNewTexts(new AbortController().signal, 60_000);
  await indexWritten(new AbortController().signal, 60_000);
  // Use a single id of each kind, because the check does not depend on the row.
  const rows = await sql()<{ id: string }[]>`
    (select id::text from files where agent_id = ${agent} and conversation_id = ${conversation} limit 1)
    union (select id::text from executions where conversation_id = ${conversation} limit 1)
    union (select id::text from revisions where cause->>'conversationId' = ${conversation} limit 1)
    union (select id::text from jobs where agent_id = ${agent} limit 1)`;
  seen = { owner: agent, conversation, own: "", ids: [conversation, ...rows.map(({ id }) => id)] };
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
  await rm(folder, { recursive: true });
});

const READS = ["GET"] as const;
const WRITES = ["POST", "PUT", "PATCH", "DELETE"] as const;
const SCOPED = ROUTES.filter((file) => !(file in WORKSPACE));
const headersOf = (id: string) => ({ cookie: cookies.get(id) ?? "", origin: "http://localhost:3000" });

/** Sends all requests to a route. Returns those that were answered with `word`, or not as `isAllowed` expects. */
async function leaksOf(
  file: string,
  {
    id,
    word,
    methods,
    headers = headersOf(id),
  }: {
    id: string;
    word: string;
    methods: readonly ("GET" | "POST" | "PUT" | "PATCH" | "DELETE")[];
    headers?: Record<string, string>;
  },
  isAllowed: (status: number) => boolean = (status) => status < 500,
): Promise<string[]> {
  const leaks: string[] = [];
  for await (const { method, path, body, send } of requestsOf(file, seen, agent, { headers, methods })) {
    const { status, text } = await send();
    const hasWord = text.includes(word) && !path.includes(word) && !JSON.stringify(body ?? "").includes(word);
    if (hasWord || !isAllowed(status))
      leaks.push(`${method} ${path} ${JSON.stringify(body)} ${status} ${text.slice(0, 300)}`);
  }
  return leaks;
}

/** Everything that belongs to the private conversation. */
const privateRows = () =>
  Promise.all(
    ["messages", "asks", "runs", "tool_calls", "sheets", "files", "executions"].map((table) =>
      sql().unsafe(`select to_json(t)::text as row from ${table} t where conversation_id = $1 order by 1`, [
        seen.conversation,
      ]),
    ),
  ).then(async (rows) => [
    ...rows,
    await sql()`select title, pinned_at, deleted_at, model from conversations where id = ${seen.conversation}`,
  ]);

/** The agent itself, without its data. */
const agentRows = () =>
  Promise.all(
    [
      ...[
        "agent_tools",
        "components",
        "memories",
        "memory_blocks",
        "jobs",
        "settings",
        "mcp_servers",
        "mcp_tokens",
      ],
      ...["channels", "whatsapp_permissions", "shares", "calendar_addresses", "boards"],
    ].map((table) =>
      sql().unsafe(`select to_json(t)::text as row from ${table} t where agent_id = $1 order by 1`, [agent]),
    ),
  ).then(async (rows) => [
    ...rows,
    await sql()`select name, system_prompt, learned_notes, memory_blob, everyone, deleted_at from agents where id = ${agent}`,
  ]);

describe.each([
  ["stranger", [...READS, ...WRITES]],
  ["guest", READS],
] as const)("a %s without a right", (name, methods) => {
  let before: unknown;
  beforeAll(async () => {
    before = [await agentRows(), await privateRows()];
  });

  test.each(sample(SCOPED, 8, name === "guest" ? 1 : 0))(
    "gets no answer about the agent from %s",
    async (file) => {
      const wanted = { id: ids[name], word: SECRET, methods };
      expect(await leaksOf(file, wanted, (status) => status >= 400)).toEqual([]);
    },
  );

  test("has changed nothing", async () => {
    expect([await agentRows(), await privateRows()]).toEqual(before);
  });
});

/** The right to edit includes the right to use, so `npm test` tries only the former. */
const READERS = isWhole ? (["use", "edit"] as const) : (["edit"] as const);

describe.each(READERS)("a member who may %s", (right) => {
  test.each(sample(SCOPED, 4))("reads nothing of a private conversation by %s", async (file) => {
    expect(await leaksOf(file, { id: ids[right], word: PRIVATE, methods: READS })).toEqual([]);
  });
});

describe("a token of a member who may edit", () => {
  const asMember = async <T>(work: () => Promise<T>) => actingAs(await actorOf(ids.edit), work);

  // The routes that the sample of reads by cookie leaves out.
  test.each(sample(SCOPED, 4, 1))(
    "reads and changes nothing of a private conversation by %s",
    async (file) => {
      const before = await privateRows();
      const wanted = { name: "Script", tools: "*", scopes: SCOPES } as const;
      const { id, token } = await asMember(() => createMcpToken(agent, wanted));
      const headers = { authorization: `Bearer ${token}` };
      const methods = [...READS, ...WRITES];
      expect(await leaksOf(file, { id: ids.edit, word: PRIVATE, methods, headers })).toEqual([]);
      await asMember(() => revokeToken(agent, id));
      expect(await privateRows()).toEqual(before);
    },
  );
});

const TOOLS = toolsets.flatMap(({ tools }) => Object.entries(tools));

describe.each(READERS)("the agent of a member who may %s", (right) => {
  test.each(sample(TOOLS, 8))("reads nothing of a private conversation with %s", async (name, tool) => {
    const own = await actingAs(await actorOf(ids[right]), () => talk(agent, "Hello"));
    const before = await privateRows();
    const outputs: unknown[] = [];
    const calls = (CALLS[name]?.(seen) ?? derivedCalls(tool, seen)).map((input) =>
      JSON.parse(JSON.stringify(input).replaceAll(SECRET, PRIVATE)),
    );
    for (const input of calls)
      outputs.push(
        await actingAs(await actorOf(ids[right]), () =>
          callTool(name, tool, input, {
            ...{
              agentId: agent,
              conversationId: own,
              messageId: "m",
              runId: randomUUID(),
              toolCallId: "call",
            },
            signal: AbortSignal.timeout(10_000),
          }),
        ),
      );
    const said = JSON.stringify(calls);
    const text = JSON.stringify(outputs);
    expect(said.includes(PRIVATE) ? text.replaceAll(`"query":"${PRIVATE}"`, "") : text).not.toContain(
      PRIVATE,
    );
    expect(await privateRows()).toEqual(before);
  });
});

describe.each(["use", "edit"] as const)("the writes of a member who may %s", (right) => {
  let before: unknown;
  const rows = async () => [right === "use" && (await agentRows()), await privateRows()];
  beforeAll(async () => {
    before = await rows();
  });

  test.each(sample(SCOPED, 8, right === "use" ? 2 : 3))(
    "get no answer about a private conversation from %s",
    async (file) => {
      expect(await leaksOf(file, { id: ids[right], word: PRIVATE, methods: WRITES })).toEqual([]);
    },
  );

  test("have changed neither the agent, with the right to use, nor the conversation", async () => {
    expect(await rows()).toEqual(before);
  });
});

/** Routes of the workspace that a guest may use, with the reason. */
const FOR_GUESTS: Record<string, string> = {
  "api/agents/[id]/route.ts": "Agents that are shared with the guest",
  "api/agents/route.ts": "Agents that are shared with the guest",
  "api/bundles/[hash]/route.ts": "By the hash of the compiled code, which cannot be guessed",
  "api/me/accounts/route.ts": "The guest's own account",
  "api/me/password/route.ts": "The guest's own account",
  "api/me/route.ts": "The guest's own account",
  "api/me/two-factor/route.ts": "The guest's own account",
  "api/members/route.ts": "Names of the members",
  "api/page/route.ts": "The proof of the guest's page",
  "api/password/route.ts": "Whether there is a password",
  "api/push/route.ts": "The guest's browser",
  "api/sessions/[id]/route.ts": "The guest's sessions",
  "api/sessions/route.ts": "The guest's sessions",
  "api/shared-boards/[agent]/[id]/route.ts": "A board that is shared with the guest",
  "api/shared-boards/[agent]/[id]/stream/route.ts": "A board that is shared with the guest",
  "api/shared-boards/[agent]/[id]/tiles/[tile]/query/route.ts": "A board that is shared with the guest",
  "api/shared-boards/[agent]/[id]/tiles/[tile]/route.ts": "A board that is shared with the guest",
  "api/sign-in/passkeys/[id]/route.ts": "The guest's own account",
  "api/sign-in/passkeys/registration/route.ts": "The guest's own account",
};
const PUBLIC =
  /^(ag-ui|ask|calendar|client-metadata|hooks|mcp|metrics|rt|sandbox|shared|sign-in|v1|api\/(webhooks|health|openapi|login|logout|sign-in\/(invitation|oidc|passkeys\/(options|verify))))/;

describe("a guest", () => {
  const WORKSPACE_ROUTES = Object.keys(WORKSPACE).filter(
    (file) => !PUBLIC.test(file) && !(file in FOR_GUESTS) && ROUTES.includes(file),
  );
  test.each(WORKSPACE_ROUTES)("gets no answer from %s", async (file) => {
    const wanted = { id: ids.guest, word: SECRET, methods: [...READS, ...WRITES] };
    expect(await leaksOf(file, wanted, (status) => status >= 400 && status < 500)).toEqual([]);
  });
});

describe("a reader of a shared conversation", () => {
  test("reads it and changes nothing", async () => {
    const where = { agentId: agent, conversationId: seen.conversation };
    await changeConversationSharing(where, { everyone: false, members: [ids.use] });
    const file = "api/conversations/[id]/route.ts";
    const read = await leaksOf(file, { id: ids.use, word: PRIVATE, methods: READS });
    expect(read.filter((line) => line.includes(" 200 "))).toHaveLength(1);
    const before = await privateRows();
    for (const route of SCOPED.filter((one) => /conversation|chat|sheets|browser/.test(one)))
      await leaksOf(route, { id: ids.use, word: PRIVATE, methods: WRITES });
    expect(await privateRows()).toEqual(before);
    await changeConversationSharing(where, { everyone: false, members: [] });
    expect(await leaksOf(file, { id: ids.use, word: PRIVATE, methods: READS })).toEqual([]);
  });
});

test("the owner is the author of rows from before there were members", async () => {
  const [row] = await sql()<
    { member: string }[]
  >`select member_id as member from conversations where id = ${seen.conversation}`;
  expect(row?.member).toBe(OWNER_ID);
});
