import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { OPEN_GUARD } from "@/lib/platform/egress/testing/guard";
import { ApprovalRequired } from "@/lib/shared/tools/external-effects";
import { type DenoProgram, runProgram } from "./execute";
import { fakeRegistry } from "./testing/registry";

vi.setConfig({ testTimeout: 60_000 });
vi.stubEnv("EASEL_EGRESS_ALLOW", "localhost");

let registry: Awaited<ReturnType<typeof fakeRegistry>>;
beforeAll(async () => {
  const twice = "module.exports = (n) => { if (process.env.NODE_ENV) throw 1; return 2 * n };";
  registry = await fakeRegistry({
    npm: { twice: { "index.js": twice }, broken: { "index.js": `throw new Error("no flour");` } },
    jsr: { "@mill/half": { "mod.ts": "export const half = (n: number): number => n / 2;" } },
  });
});
afterAll(async () => {
  await closeAll();
  registry.close();
  vi.unstubAllEnvs();
});

const { signal } = new AbortController();
const run = (code: string, more: Partial<DenoProgram> = {}) =>
  runProgram(
    {
      ...{ sources: { "main.ts": code }, entry: "main.ts", timeoutMs: 20_000, signal },
      ...{ caller: { agentId: "a" }, packages: registry.registries, ...more },
    },
    async (left, ran) => ({ ...ran, left }),
  );

const CODE = `import twice from "npm:twice@1.0.0";
import { half } from "jsr:@mill/half@1.0.0";
console.log(twice(21), half(42));`;

test("a program imports packages of npm and JSR through the proxy, and their origins are reported", async () => {
  const read: string[] = [];
  const ran = await run(CODE, { onRead: (url) => read.push(url) });
  expect(ran).toMatchObject({ stdout: "42 21\n", stderr: "", error: null, left: [] });
  expect(new Set(read)).toEqual(new Set([new URL(registry.registries.npm).origin]));
  expect(registry.asked).toContain("/npm/twice/-/twice-1.0.0.tgz");
  expect(registry.asked).toContain("/jsr/@mill/half/1.0.0/mod.ts");
});

test("the error of a refused import explains how to enable packages", async () => {
  registry.asked.length = 0;
  for (const code of [`import "npm:twice"`, `import "jsr:@mill/half"`, `await import("np" + "m:twice")`])
    expect(await run(code, { packages: undefined })).toMatchObject({
      reason: "import",
      error: expect.stringContaining("enabled packages in Tools → Code"),
    });
  expect(registry.asked).toEqual([]);
});

test("the error of an import names a missing package, or the position of an error in the package", async () => {
  expect(await run(`import "npm:twise@1.0.0"`)).toMatchObject({ error: expect.stringContaining("twise") });
  const { stderr } = await run(`import "npm:broken@1.0.0"`);
  expect(stderr).toMatch(/Error: no flour\n.*\(deno\/npm\/\S+\/broken\/1\.0\.0\/index\.js:1:7/);
  expect(stderr).not.toContain("easel-code-");
});

test("a program imports from no other host and cannot reach a registry itself", async () => {
  const { npm } = registry.registries;
  const tries = [
    `await import("https://deno.land/std/path/mod.ts")`,
    `await import("${npm.replace("localhost", "127.0.0.1")}twice")`,
    `const http = await import("node:http"); await new Promise((done, fail) => http.get("${npm}twice", done).on("error", fail))`,
    `await Deno.connect({ port: ${new URL(npm).port} })`,
    `Deno.env.get("HTTP_PROXY")`,
    `Deno.env.toObject()`,
  ];
  for (const code of tries) expect((await run(`${code}; console.log("GOT")`)).stdout).toBe("");
});

test("a program ends before it requests a package if the web was read before, and the error names the package", async () => {
  registry.asked.length = 0;
  const guard = OPEN_GUARD;
  const error = await run(CODE, { guard }).catch((reason) => reason);
  expect(error).toBeInstanceOf(ApprovalRequired);
  expect(error.acts).toEqual([{ what: "Import packages", sends: "npm:twice@1.0.0\njsr:@mill/half@1.0.0" }]);
  expect(registry.asked).toEqual([]);
});

test("a program whose token lacks fetch_url can neither import packages nor use fetch", async () => {
  registry.asked.length = 0;
  const mayReach = (tool: string) => {
    throw new Error(`does not name ${tool}`);
  };
  const imports = [CODE, `const kind = "npm:"; await import(kind + "twice@1.0.0")`];
  for (const code of imports)
    await expect(run(code, { mayReach })).rejects.toThrow("does not name fetch_url");
  const fetching = `await fetch("${registry.registries.npm}twice").catch((error) => console.log(error.message))`;
  await run(fetching, { mayReach, packages: undefined });
  expect(registry.asked).toEqual([]);
});
