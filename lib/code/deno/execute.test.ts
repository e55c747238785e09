import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { childrenOf, stateOf } from "@/e2e/attack/sandbox/machine";
import { categoryOf } from "@/lib/code/traces/category";
import { closeAll } from "@/lib/ground/base/process";
import { egressFailure } from "@/lib/platform/egress/failure";
import { guardFor } from "@/lib/platform/egress/testing/guard";
import { ApprovalRequired } from "@/lib/shared/tools/external-effects";
import { DENO_MISSING, type DenoProgram, runProgram } from "./execute";

vi.setConfig({ testTimeout: 60_000 });

const MAIN = "lib/code/deno/process/main.mjs";
const never = new AbortController().signal;
const folders = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`easel-code-${process.pid}-`));

const run = (code: string, more: Partial<DenoProgram> = {}) =>
  runProgram(
    {
      ...{ sources: { "program.ts": code }, entry: "program.ts", timeoutMs: 20_000 },
      ...{ signal: never, caller: { agentId: "a" }, ...more },
    },
    async (left, ran) => ({ ...ran, left: left.map(({ name, size }) => [name, size]) }),
  );

afterAll(async () => {
  await closeAll();
  expect(childrenOf(process.pid, MAIN)).toEqual([]);
  expect(folders()).toEqual([]);
});

test("runProgram runs a TypeScript program and returns the files it left", async () => {
  const code = `const n: number = 42; console.log("n is", n); console.error("odd");
    Deno.mkdirSync("out"); await Deno.writeTextFile("out/a.txt", "four"); Deno.writeTextFileSync("b.txt", "");`;
  expect(await run(code)).toMatchObject({
    ...{ stdout: "n is 42\n", stderr: "odd\n", isCut: false, exitCode: 0, error: null },
    left: [
      ["b.txt", 0],
      ["out/a.txt", 4],
    ],
  });
});

test("runProgram runs modules that import each other", async () => {
  const sources = {
    "main.ts": `import { twice } from "./twice.ts"; console.log(twice(21))`,
    "twice.ts": "export const twice = (n: number) => 2 * n",
  };
  expect(await run("", { sources, entry: "main.ts" })).toMatchObject({ stdout: "42\n", left: [] });
});

test.each([
  ["throws", `throw new TypeError("not that")`, /^The program ended with exit code 1: TypeError: not that$/],
  ["throws later", `setTimeout(() => { throw new Error("late") }, 5)`, /exit code 1: Error: late$/],
  ["forgets a rejection", `Promise.reject(new Error("alone")); setTimeout(() => {}, 1_000)`, /Error: alone$/],
  ["does not parse", "const a = 1;\nlet b = = 2", /exit code 1: .*Expression expected/],
  ["awaits a promise that never resolves", "await new Promise(() => {})", /await promise never resolved/],
  ["exits", "Deno.exit(3)", /^The program ended with exit code 3$/],
])("runProgram reports the exit code of a program that %s", async (_, code, error) => {
  const ran = await run(code);
  expect(ran).toMatchObject({ exitCode: expect.any(Number), error: expect.stringMatching(error) });
  expect(ran.stderr).not.toMatch(/main\.mjs|easel-code/);
  expect(ran.stderr).not.toContain("\u001b");
});

test.each([
  ["time", "for (;;);", "did not finish within 1 s and was stopped", { timeoutMs: 1_000 }],
  ["time, while it waits", "setInterval(() => {}, 1_000)", "did not finish within 1 s", { timeoutMs: 1_000 }],
  ["memory", "const a = []; for (;;) a.push(new Uint8Array(1e7).fill(1))", "more than 512 MB of memory", {}],
  ["disk, by one file", `Deno.writeFileSync("a", new Uint8Array(210e6))`, "more than 200 MB", {}],
  [
    "disk, by many files",
    `for (let n = 0; ; n++) { Deno.writeFileSync("a" + n, new Uint8Array(4e7)); await null }`,
    "more than 200 MB",
    {},
  ],
  ["stderr", `const line = "x".repeat(1e5); for (;;) console.error(line)`, "1 MB to stderr", {}],
  [
    "calls",
    `for (let n = 0; n < 300; n++) fetch("https://a.test/"); setInterval(() => {}, 1e3)`,
    "more than 200 calls of fetch",
    { fetch: () => new Promise<never>(() => {}) },
  ],
])(
  "runProgram kills a program that exceeds its limit of %s",
  async (_, code, error, more: Partial<DenoProgram>) => {
    expect(await run(code, more)).toMatchObject({ exitCode: null, error: expect.stringContaining(error) });
  },
);

test("runProgram keeps the first 200,000 characters of output", async () => {
  const { stdout, isCut, error } = await run(`for (let n = 0; n < 50; n++) console.log("ä".repeat(9_999))`);
  expect({ length: stdout.length, isCut, error }).toEqual({ length: 200_000, isCut: true, error: null });
  expect(new Set(stdout)).toEqual(new Set(["ä", "\n"]));
});

test("runProgram reports a syntax error as a SyntaxError", async () => {
  const { error, stderr } = await run("let a = = 1");
  expect(error).toBe("The program ended with exit code 1: SyntaxError: Expression expected");
  expect(stderr).not.toContain("TypeError");
});

describe("fetch", () => {
  const asked: unknown[] = [];
  const fetch: DenoProgram["fetch"] = async (url, { method, body, headers }) => {
    asked.push([method, String(url), body && String(body), new Headers(headers).get("x-a")]);
    const bytes = method === "POST" ? Buffer.from([0, 255, 1]) : Buffer.from("rye");
    return { status: 201, headers: new Headers({ "x-b": "c" }), url: `${url}?led`, bytes, isCut: false };
  };

  test("is run by the server, which reports the addresses read", async () => {
    const read: string[] = [];
    const code = `const r = await fetch("https://mill.test/a", { method: "POST", body: new Uint8Array([0, 200]), headers: { "x-a": "b" } });
      console.log(r.status, r.url, r.headers.get("x-b"), [...new Uint8Array(await r.arrayBuffer())].join());
      const text = fetch(new Request("https://mill.test/b")).then((r) => r.text());
      text.then(console.log);`;
    const ran = await run(code, { fetch, onRead: (url) => read.push(url) });
    expect(ran).toMatchObject({ stdout: "201 https://mill.test/a?led c 0,255,1\nrye\n", error: null });
    expect(asked.splice(0)).toEqual([
      ["POST", "https://mill.test/a", "\0\u00c8".replace("\u00c8", "\ufffd"), "b"],
      ["GET", "https://mill.test/b", undefined, null],
    ]);
    expect(read).toEqual(["https://mill.test/a?led", "https://mill.test/b?led"]);
  });

  test("rejects a forbidden request with an error that the program can catch", async () => {
    const code = `try { await fetch("http://127.0.0.1:1/") } catch (e) { console.log(e.name, e.message) }`;
    expect((await run(code)).stdout).toMatch(/^TypeError 127\.0\.0\.1 is not on the public internet/);
  });

  test.each(["ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "CERT_HAS_EXPIRED"])(
    "rejects with a TypeError named NetworkError on %s",
    async (code) => {
      const fails: DenoProgram["fetch"] = async (url) => {
        throw egressFailure(Object.assign(new Error(), { code }), url);
      };
      const program = `try { await fetch("https://mill.test/") } catch (e) { console.log(e instanceof TypeError); throw e }`;
      const { stdout, stderr, exitCode } = await run(program, { fetch: fails });
      expect(stdout).toBe("true\n");
      expect(stderr).toMatch(/^NetworkError: mill\.test /);
      expect(categoryOf({ exitCode, errorText: stderr })).toBe("network");
    },
  );

  test("ends the program before it sends a request that the guard does not allow", async () => {
    const guard = guardFor("https://mill.test/");
    const guarded = (code: string) => run(code, { guard, fetch });
    expect(await guarded(`console.log(await (await fetch("https://mill.test/")).text())`)).toMatchObject({
      stdout: "rye\n",
    });
    asked.splice(0);
    const error = await guarded(`try { await fetch("https://mill.test/?secret") } catch {}`).catch((e) => e);
    expect(error).toBeInstanceOf(ApprovalRequired);
    expect(error.acts).toMatchObject([{ what: "GET https://mill.test/?secret" }]);
    expect(asked).toEqual([]);
  });
});

test("runProgram ends the program immediately on abort", async () => {
  const stop = new AbortController();
  const ran = run(`Deno.writeTextFileSync("on", ""); for (;;);`, { signal: stop.signal });
  const file = () => folders().map((folder) => existsSync(join(tmpdir(), folder, "program/on")));
  await vi.waitFor(() => expect(file()).toEqual([true]), { timeout: 10_000 });
  stop.abort(new Error("stopped"));
  await expect(ran).rejects.toThrow("stopped");
});

test("runProgram explains how to install Deno if it is missing", async () => {
  vi.stubEnv("EASEL_ROOT", "/nowhere");
  await expect(run("1")).rejects.toThrow(DENO_MISSING);
  vi.unstubAllEnvs();
});

const SERVER = `
  import { runProgram } from "@/lib/code/deno/execute";
  const { signal } = new AbortController();
  const common = { entry: "a.ts", timeoutMs: 60_000, signal, caller: { agentId: "a" } };
  void runProgram({ ...common, sources: { "a.ts": "for (;;);" } }, async () => {});
  setTimeout(() => console.log("busy"), 2_000);
`;

test.runIf(process.platform === "linux")("a busy program is killed when its server dies", async () => {
  const args = ["--import", "./e2e/bench/alias.mjs", "--input-type=module", "--eval", SERVER];
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await once(server.stdout, "data");
    const pids = childrenOf(server.pid ?? 0, MAIN);
    expect(pids).toHaveLength(1);
    server.kill("SIGKILL");
    await vi.waitFor(() => expect(pids.map(stateOf).join("")).toBe(""), { timeout: 10_000, interval: 50 });
  } finally {
    server.kill("SIGKILL");
  }
});
