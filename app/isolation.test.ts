import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startRunJob } from "@/lib/agent/background/job-run";
import { startQueue } from "@/lib/agent/background/queue";
import { newAgent } from "@/lib/code/history/testing/agents";
import { readNewTexts } from "@/lib/data/files/texts";
import { indexWritten } from "@/lib/data/memory/indexing";
import { execute } from "@/lib/data/sqlite/index";
import { sample } from "@/lib/ground/base/testing/sample";
import { testRequest } from "@/lib/platform/http/test-request";
import * as state from "@/lib/store/agents/state";
import { testDatabase } from "@/lib/store/testing/database";
import { callTool } from "@/lib/tools/toolsets/call";
import { toolsets } from "@/lib/tools/toolsets/index";
import { CALLS, derivedCalls } from "./testing/isolation-calls";
import { type Handler, ROUTES, requestsOf, WORKSPACE } from "./testing/isolation-requests";
import { BODIES } from "./testing/isolation-routes";
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
  await readNewTexts(new AbortController().signal, 60_000);
  await indexWritten(new AbortController().signal, 60_000);
  seen = { owner, conversation: made.conversation, own, ids: [...ids] };
  stored = await storedRows();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Everything stored of the first agent after the last check, which is the state before the next one. */
let stored: unknown;

async function expectUnchanged(): Promise<void> {
  const now = await storedRows();
  const before = stored;
  // If this fails, later tests compare with the changed rows.
  stored = now;
  expect(now).toEqual(before);
}

/** Returns everything stored of the first agent, except times of access. */
async function storedRows(): Promise<unknown> {
  const { rows } = await execute({ agentId: owner, sql: "SELECT * FROM hangar", mode: "read" }).then((all) =>
    all.kind === "read" ? all : { rows: [] },
  );
  return { ...(await rowsOf(owner)), hangar: rows };
}

const SCOPED = ROUTES.filter((file) => !(file in WORKSPACE));

test("WORKSPACE and BODIES list every existing route and no other", () => {
  expect(Object.keys({ ...WORKSPACE, ...BODIES }).sort()).toEqual(ROUTES);
});

test.each(SCOPED)(
  "%s returns and changes nothing of the other agent",
  async (file) => {
    const leaks: string[] = [];
    for await (const { method, path, params, body, send } of requestsOf(file, seen, stranger)) {
      const { status, text } = await send();
      // Not a leak if the secret was in the request, because the response may repeat its text.
      if (text.includes(SECRET) && !path.includes(SECRET)) leaks.push(`${method} ${path} ${text}`);
      expect(status, `${method} ${JSON.stringify([path, params, body])} ${text}`).toBeLessThan(500);
    }
    expect(leaks).toEqual([]);
    await expectUnchanged();
  },
  120_000,
);

const TOOLS = toolsets.flatMap(({ tools }) => Object.entries(tools));

test("CALLS lists calls of existing tools only", () => {
  const names = TOOLS.map(([name]) => name);
  expect(Object.keys(CALLS).filter((name) => !names.includes(name))).toEqual([]);
});

test.each(sample(TOOLS, 8))(
  "tool %s returns and changes nothing of the other agent",
  async (name, tool) => {
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
    await expectUnchanged();
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
