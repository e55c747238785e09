import { afterAll, beforeEach, expect, test } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { guardFor } from "@/lib/platform/egress/testing/guard";
import { ApprovalRequired } from "@/lib/shared/tools/external-effects";
import { runInSandbox, type SandboxRequest } from ".";

const done: string[] = [];
const state = {
  get: async (key: string) => `the ${key}`,
  set: async (key: string) => void done.push(`set ${key}`),
  delete: async (key: string) => done.push(`delete ${key}`) > 0,
  list: async () => ["secret"],
};
const fetch: SandboxRequest["fetch"] = async (url, { method = "GET" }) => {
  done.push(`${method} ${url}`);
  const bytes = Buffer.from("rye");
  return { status: 200, headers: new Headers(), url: String(url), bytes, isCut: false };
};
const guard = guardFor("https://mill.test/");
const run = (code: string, more: Partial<SandboxRequest> = {}) =>
  runInSandbox({ agentId: "a", code, signal: new AbortController().signal, state, fetch, guard, ...more });

beforeEach(() => void done.splice(0));
afterAll(closeAll);

test("guarded code can read, compute and request named addresses", async () => {
  const code = `const text = await (await fetch("https://mill.test/")).text();
    return [text, await state.get((await state.list())[0]), 6 * 7]`;
  expect((await run(code)).result).toEqual(["rye", "the secret", 42]);
  expect(done).toEqual(["GET https://mill.test/"]);
});

const POST = "method: 'POST', body: 'the body'";
test.each([
  ["await state.set('a', 1)", { what: "Store “a” in the state", sends: "1" }],
  ["await state.delete('a')", { what: "Delete “a” from the state" }],
  ["try { await state.set('a', 1) } catch {} return 1", { what: "Store “a” in the state", sends: "1" }],
  ["state.set('a', 1); return 1", { what: "Store “a” in the state", sends: "1" }],
  ["const s = state; await s['se' + 't']('a', 1)", { what: "Store “a” in the state", sends: "1" }],
  [
    "await (() => {}).constructor('return state')().set('a', 1)",
    { what: "Store “a” in the state", sends: "1" },
  ],
  [
    `await fetch("https://mill.test/", { ${POST} })`,
    { what: "POST https://mill.test/", sends: expect.stringContaining("the body") },
  ],
  [`await globalThis["fetch"]("https://mill.test/?secret")`, { what: "GET https://mill.test/?secret" }],
  [
    `await fetch("https://mill.test/", { headers: { "x-http-method-override": "DELETE" } })`,
    { what: "GET https://mill.test/", sends: "x-http-method-override: DELETE" },
  ],
  [
    `await Promise.allSettled([fetch("https://mill.test/", { method: "PUT" }), state.set("a", 1)])`,
    { what: expect.stringMatching(/^(PUT https:|Store “a”)/) },
  ],
])("guarded code is ended before it acts: %s", async (code, act) => {
  const error = await run(code).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ApprovalRequired);
  expect(error).toMatchObject({ acts: [act] });
  expect(done).toEqual([]);
});

test("without a guard, the same code can act", async () => {
  await run(`await state.set("a", 1); await fetch("https://mill.test/", { ${POST} })`, { guard: undefined });
  expect(done).toEqual(["set a", "POST https://mill.test/"]);
});
