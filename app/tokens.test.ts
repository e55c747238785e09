import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startRunJob } from "@/lib/agent/background/job-run";
import { startQueue } from "@/lib/agent/background/queue";
import { newAgent } from "@/lib/code/history/testing/agents";
import { indexWritten } from "@/lib/data/memory/indexing";
import { execute } from "@/lib/data/sqlite/index";
import { createMcpToken } from "@/lib/doors/programs/tokens";
import { actingAs } from "@/lib/ground/base/acting";
import { sample } from "@/lib/ground/base/testing/sample";
import type { Handler } from "@/lib/platform/http/route";
import { scopeNeeded } from "@/lib/platform/http/scope";
import { SCOPES, type Scope } from "@/lib/shared/mcp/tokens";
import { OWNER_ID } from "@/lib/shared/members/roles";
import { revokeToken } from "@/lib/store/agents/mcp-tokens";
import { sql } from "@/lib/store/db";
import { actorOf } from "@/lib/store/members/roster";
import { testDatabase } from "@/lib/store/testing/database";
import { ROUTES, requestsOf } from "./testing/isolation-requests";
import type { Seen } from "./testing/isolation-seen";
import { makeOwner, rowsOf, SECRET, talk } from "./testing/owner";

/*
 * A token reaches only its agent, only with its scopes, and never what only a page may do. Tokens with each scope send
 * every route the requests of `testing/isolation-routes.ts`, with ids that exist.
 */

const API = ROUTES.filter((file) => file.startsWith("api/"));

/** `npm test` tries some of the ids and the scopes, `npm run attack` all. */
const EVERY = process.env.ATTACK === "all" ? 1 : 8;
const AGENTS = () => (process.env.ATTACK === "all" ? [owner, other] : [other]);
const TRIED: readonly Scope[][] =
  process.env.ATTACK === "all" ? [[], ...SCOPES.map((one) => [one])] : [["read"]];

let database: Awaited<ReturnType<typeof testDatabase>>;
let [owner, other, folder] = ["", "", ""];
let seen: Seen;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-data-"));
  vi.stubEnv("EASEL_DATA_DIR", folder);
  database = await testDatabase();
  await startQueue([startRunJob]).started;
  const made = await makeOwner();
  owner = made.owner;
  other = await newAgent();
  const own = await talk(other, "Hello");
  const uuids = JSON.stringify(await rowsOf(owner)).match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  const ids = [...new Set(uuids)].filter((id) => id !== owner).filter((_, nth) => nth % EVERY === 0);
  await indexWritten(new AbortController().signal, 60_000);
  seen = { owner, conversation: made.conversation, own, ids };
}, 120_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Everything stored of the first agent, and the rows that belong to no agent. */
async function stored(): Promise<unknown> {
  const hangar = await execute({ agentId: owner, sql: "SELECT * FROM hangar", mode: "read" });
  const { mcp_tokens: _, ...rows } = await rowsOf(owner);
  const workspace = await sql()`
    select (select json_agg(m) from members m)::text as members, (select json_agg(i) from invitations i)::text as invitations,
      (select json_agg(a.* order by a.id) from agents a where id <> ${other})::text as agents,
      (select json_agg(s) from settings s where agent_id is null)::text as settings`;
  return { ...rows, hangar: hangar.kind === "read" && hangar.rows, workspace };
}

/** Calls `work` with the headers of a new token, which has its own limits. */
async function withToken<T>(
  agentId: string,
  scopes: readonly Scope[],
  work: (headers: Record<string, string>) => Promise<T>,
): Promise<T> {
  const { id, token } = await createMcpToken(agentId, { name: "Program", tools: "*", scopes });
  try {
    return await work({ authorization: `Bearer ${token}` });
  } finally {
    await actingAs(await actorOf(OWNER_ID), () => revokeToken(agentId, id));
  }
}

async function handlersOf(file: string): Promise<[method: string, handler: Handler][]> {
  const route: Record<string, Handler> = await import(/* @vite-ignore */ join(import.meta.dirname, file));
  return Object.entries(route).filter(([, { accepts }]) => accepts && !accepts.public);
}

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;

describe.each(TRIED.map((scopes) => ({ scopes })))("a token with scopes $scopes", ({ scopes }) => {
  let before: unknown;
  beforeAll(async () => {
    before = await stored();
  });

  test("is refused by every route that needs another scope", async () => {
    const open: string[] = [];
    for (const file of API) {
      const closed = (await handlersOf(file))
        .filter(
          ([method, { accepts }]) => !scopes.some((scope) => scope === scopeNeeded(accepts ?? {}, method)),
        )
        .map(([method]) => method);
      const methods = METHODS.filter((method) => closed.includes(method));
      await withToken(owner, scopes, async (headers) => {
        for await (const { method, path, send } of requestsOf(file, seen, owner, { headers, methods })) {
          const { status, text } = await send();
          if (status !== 403 || text.includes(SECRET)) open.push(`${method} ${path} ${status}`);
        }
      });
    }
    expect(open).toEqual([]);
  }, 120_000);

  test("has changed nothing", async () => {
    expect(await stored()).toEqual(before);
  });
});

describe("a token with all scopes", () => {
  let before: unknown;
  beforeAll(async () => {
    before = await stored();
  });

  test.each(sample(API, 6))(
    "gets nothing of another agent from %s",
    async (file) => {
      const leaks: string[] = [];
      for (const agent of AGENTS())
        await withToken(other, SCOPES, async (headers) => {
          for await (const { method, path, params, body, send } of requestsOf(file, seen, agent, {
            headers,
          })) {
            const { status, text } = await send();
            if (text.includes(SECRET) && !path.includes(SECRET)) leaks.push(`${method} ${path} ${text}`);
            expect(status, `${method} ${JSON.stringify([path, params, body])} ${text}`).toBeLessThan(500);
          }
        });
      expect(leaks).toEqual([]);
    },
    120_000,
  );

  test("is for no other agent", async () => {
    const open: string[] = [];
    await withToken(other, SCOPES, async (headers) => {
      for (const file of API)
        for (const [method, { accepts }] of await handlersOf(file)) {
          if (!accepts?.agent || scopeNeeded(accepts, method) === "none") continue;
          const methods = METHODS.filter((one) => one === method);
          const { value: asked } = await requestsOf(file, seen, owner, { headers, methods }).next();
          const { status } = (await asked?.send()) ?? {};
          if (!status || status < 400 || status >= 500) open.push(`${method} ${file} ${status}`);
        }
    });
    expect(open).toEqual([]);
  });

  test("has changed nothing of another agent", async () => {
    expect(await stored()).toEqual(before);
  });

  test("is refused by every route that changes rights, and by every route without a scope", async () => {
    const open: string[] = [];
    await withToken(owner, SCOPES, async (headers) => {
      for (const file of API)
        for (const [method, { accepts, fromPage }] of await handlersOf(file)) {
          if (fromPage !== "all" && scopeNeeded(accepts ?? {}, method) !== "none") continue;
          for await (const { path, send } of requestsOf(file, { ...seen, ids: seen.ids.slice(0, 1) }, owner, {
            headers,
            methods: METHODS.filter((one) => one === method),
          })) {
            const { status } = await send();
            if (status !== 403) open.push(`${method} ${path} ${status}`);
          }
        }
    });
    expect(open).toEqual([]);
    expect(await stored()).toEqual(before);
  });
});
