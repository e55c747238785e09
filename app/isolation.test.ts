import { randomUUID } from "node:crypto";
import { globSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startRunJob } from "@/lib/agent/background/job-run";
import { startQueue } from "@/lib/agent/background/queue";
import { newAgent } from "@/lib/code/history/testing/agents";
import { indexWritten } from "@/lib/data/memory/indexing";
import { execute } from "@/lib/data/sqlite/index";
import { testRequest } from "@/lib/platform/http/test-request";
import * as state from "@/lib/store/agents/state";
import { testDatabase } from "@/lib/store/testing/database";
import { callTool } from "@/lib/tools/toolsets/call";
import { toolsets } from "@/lib/tools/toolsets/index";
import { CALLS, derivedCalls, NAMES } from "./testing/isolation-calls";
import { BODIES, QUERIES } from "./testing/isolation-routes";
import type { Seen } from "./testing/isolation-seen";
import { makeOwner, rowsOf, SECRET, talk } from "./testing/owner";

/*
 * Data of one agent must never reach another. A second agent calls every route and tool with the first one's ids and
 * names. No response may contain its data, and none of it may change. A route that is not listed in
 * `testing/isolation-routes.ts` fails, and so does a tool whose calls cannot be derived from its schema and that is not
 * listed in `testing/isolation-calls.ts`.
 */

let database: Awaited<ReturnType<typeof testDatabase>>;
let [owner, stranger, folder] = ["", "", ""];
let seen: Seen;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-data-"));
  vi.stubEnv("EASEL_DATA_DIR", folder);
  database = await testDatabase();
  await startQueue([startRunJob]).started;
  const made = await makeOwner();
  owner = made.owner;
  stranger = await newAgent();
  const own = await talk(stranger, "Hello");
  const ids = new Set(
    JSON.stringify(await rowsOf(owner)).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g),
  );
  ids.delete(owner);
  await indexWritten(new AbortController().signal, 60_000);
  seen = { owner, conversation: made.conversation, own, ids: [...ids] };
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Returns everything stored of the first agent, except times of access. */
async function storedRows(): Promise<unknown> {
  const { rows } = await execute({ agentId: owner, sql: "SELECT * FROM hangar", mode: "read" }).then((all) =>
    all.kind === "read" ? all : { rows: [] },
  );
  return { ...(await rowsOf(owner)), hangar: rows };
}

/** Routes that belong to no agent, with the reason. */
const WORKSPACE: Record<string, string> = {
  "api/[[...path]]/route.ts": "Says that there is no such route",
  "api/agents/[id]/restore/route.ts": "Agents of the workspace",
  "api/agents/[id]/sharing/route.ts": "Members of the workspace",
  "api/agents/[id]/route.ts": "Agents of the workspace",
  "api/agents/route.ts": "Agents of the workspace",
  "api/backup/[id]/route.ts": "The workspace, for its user alone",
  "api/backup/preview/route.ts": "The workspace, for its user alone",
  "api/backup/restore/route.ts": "The workspace, for its user alone",
  "api/backup/route.ts": "The workspace, for its user alone",
  "api/bundles/[hash]/route.ts": "By the hash of the compiled code, which cannot be guessed",
  "api/health/route.ts": "The server",
  "api/invitations/[id]/route.ts": "Members of the workspace",
  "api/invitations/route.ts": "Members of the workspace",
  "api/login/route.ts": "Who is there",
  "api/logout/route.ts": "Who is there",
  "api/members/[id]/invitation/route.ts": "Members of the workspace",
  "api/members/[id]/route.ts": "Members of the workspace",
  "api/members/route.ts": "Members of the workspace",
  "api/page/route.ts": "Pages of the user",
  "api/password/route.ts": "Who is there",
  "api/push/route.ts": "Browsers of the user",
  "api/queues/[name]/retry/route.ts": "The server's own work",
  "api/queues/route.ts": "The server's own work",
  "api/sessions/[id]/route.ts": "Who is there",
  "api/sessions/route.ts": "Who is there",
  "api/webhooks/telegram/route.ts": "By a secret, of a bot that names the agent",
  "api/webhooks/whatsapp/route.ts": "By a signature, with the secret of an account that names the agent",
  "calendar/[name]/route.ts": "By a token that names the agent",
  "client-metadata.json/route.ts": "The program",
  "hooks/[token]/route.ts": "By a token that names the agent",
  "metrics/route.ts": "The server",
  "mcp/route.ts": "By a token that names the agent",
  "p/[slug]/calls/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/icon/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/manifest/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/name/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/script/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/state/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/stream/route.ts": "By the audience of an app, to what was published in it alone",
  "p/[slug]/unlock/route.ts": "By the audience of an app, to what was published in it alone",
  "rt/[...path]/route.ts": "The program",
  "sandbox/route.ts": "The program",
  "shared/[token]/now/route.ts": "By a token, to what was shared with it alone",
  "shared/[token]/route.ts": "By a token, to what was shared with it alone",
};

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Params = Record<string, string | string[]>;
type Handler = (request: Request, context: { params: Promise<Params> }) => Promise<Response>;
const ROUTES = globSync("**/route.ts", { cwd: import.meta.dirname }).sort();
const SCOPED = ROUTES.filter((file) => !(file in WORKSPACE));

function places(file: string): Params[] {
  const names = [...file.matchAll(/\[+(?:\.\.\.)?(\w+)\]+/g)].map(([, name = ""]) => name);
  if (names.length === 0) return [{}];
  if (names.includes("collection"))
    return ["ai_ships", "contacts"].flatMap((collection) =>
      (names.includes("id") ? ["one", "pilot"] : [""]).map((id) => ({ collection, ...(id && { id }) })),
    );
  const [name = ""] = names;
  if (name === "key") return [{ key: ["kept"] }];
  const values =
    name === "conversation"
      ? [seen.conversation]
      : name === "id"
        ? [...seen.ids, "database", "claude"]
        : NAMES;
  return values.map((value) => ({ [name]: value }));
}

test("WORKSPACE and BODIES list every existing route and no other", () => {
  expect(Object.keys({ ...WORKSPACE, ...BODIES }).sort()).toEqual(ROUTES);
});

test.each(SCOPED)(
  "%s returns and changes nothing of the other agent",
  async (file) => {
    const route: Partial<Record<string, Handler>> = await import(
      /* @vite-ignore */ join(import.meta.dirname, file)
    );
    const before = await storedRows();
    const leaks: string[] = [];
    for (const method of METHODS) {
      const handler = route[method];
      if (!handler) continue;
      const isRead = method === "GET";
      const queries = isRead ? (QUERIES[file]?.(seen) ?? [""]) : [""];
      const bodies = isRead ? [undefined] : [undefined, ...(BODIES[file]?.(seen) ?? [])];
      for (const params of places(file))
        for (const query of queries)
          for (const body of bodies) {
            const left = new AbortController();
            const path = `/${file.replace(/\/route\.ts$/, "")}?agent=${stranger}&${query}`.replaceAll(
              /[[\]]/g,
              "",
            );
            const response = await handler(testRequest(path, { method, body, signal: left.signal }), {
              params: Promise.resolve(params),
            });
            const isStream = response.headers.get("content-type")?.startsWith("text/event-stream");
            if (isStream) left.abort();
            const text = await response.text();
            // Not a leak if the secret was in the request, because the response may repeat its text.
            if (text.includes(SECRET) && !query.includes(SECRET)) leaks.push(`${method} ${query} ${text}`);
            expect(
              response.status,
              `${method} ${JSON.stringify([params, query, body])} ${text}`,
            ).toBeLessThan(500);
          }
    }
    expect(leaks).toEqual([]);
    expect(await storedRows()).toEqual(before);
  },
  120_000,
);

const TOOLS = toolsets.flatMap(({ tools }) => Object.entries(tools));

test("CALLS lists calls of existing tools only", () => {
  const names = TOOLS.map(([name]) => name);
  expect(Object.keys(CALLS).filter((name) => !names.includes(name))).toEqual([]);
});

test.each(TOOLS)(
  "tool %s returns and changes nothing of the other agent",
  async (name, tool) => {
    const before = await storedRows();
    const outputs: unknown[] = [];
    const calls = CALLS[name]?.(seen) ?? derivedCalls(tool, seen);
    if (!CALLS[name])
      expect(calls, "no call fits its schema: list some in testing/isolation-calls.ts").not.toEqual([]);
    for (const input of calls)
      for (const conversationId of [seen.own, seen.conversation])
        outputs.push(
          await callTool(name, tool, input, {
            ...{ agentId: stranger, conversationId, messageId: "m", runId: randomUUID(), toolCallId: "call" },
            signal: AbortSignal.timeout(10_000),
          }),
        );
    expect(JSON.stringify(outputs)).not.toContain(SECRET);
    expect(await storedRows()).toEqual(before);
  },
  60_000,
);

test.each(["api/events", "api/state/events"])("%s streams no events of the other agent", async (path) => {
  const { GET }: { GET: Handler } = await import(
    /* @vite-ignore */ join(import.meta.dirname, path, "route.ts")
  );
  const follow = async (agent: string) => {
    const response = await GET(testRequest(`/${path}?agent=${agent}`), { params: Promise.resolve({}) });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    return { text: "", reader };
  };
  const until = async (stream: Awaited<ReturnType<typeof follow>>, text: string) => {
    while (!stream.text.includes(text)) {
      const piece = await stream.reader?.read();
      if (piece === undefined || piece.done) throw new Error(`It ended without "${text}"`);
      stream.text += piece.value;
    }
  };
  const [theirs, own] = await Promise.all([follow(stranger), follow(owner)]);
  await Promise.all([until(theirs, "connected"), until(own, "connected")]);
  const by = { author: "person", cause: null } as const;
  const [reading, knowing] = [until(theirs, "mine"), until(own, "heard")];
  await state.write(owner, "heard", SECRET, by);
  await state.write(stranger, "mine", path, by);
  await Promise.all([reading, knowing]);
  expect(theirs.text).not.toContain("heard");
  expect(theirs.text).not.toContain(SECRET);
  await Promise.all([theirs.reader?.cancel(), own.reader?.cancel()]);
  await state.remove(owner, "heard", by);
});
