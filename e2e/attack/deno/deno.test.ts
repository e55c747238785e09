import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pLimit from "p-limit";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { runProgram } from "@/lib/code/deno/execute";
import type { Registries } from "@/lib/code/deno/packages";
import { fakeRegistry } from "@/lib/code/deno/testing/registry";
import { closeAll } from "@/lib/ground/base/process";
import { isWhole, sample } from "@/lib/ground/base/testing/sample";
import { childrenOf } from "../sandbox/machine";
import { control, files, imports, type Machine, machine, network, thieves } from "./probes";

vi.setConfig({ testTimeout: 300_000 });
vi.stubEnv("EASEL_EGRESS_ALLOW", "localhost");

const SECRET = "the-secret-of-somebody-else";
/** Extra time (ms) for killing a program at its limit, longer when other tests keep the machine busy. */
const KILL_MS = isWhole ? 250 : 5_000;
const TIMEOUTS = isWhole ? Number(process.env.T200 ?? 200) : 4;

const folder = mkdtempSync(join(tmpdir(), "easel-deno-"));
let connections = 0;
const server = createServer((_, response) => response.end("reached"));
server.on("connection", () => connections++);
let on: Machine;
let registry: Awaited<ReturnType<typeof fakeRegistry>>;

beforeAll(async () => {
  const secret = join(folder, "secret.json");
  writeFileSync(secret, JSON.stringify(SECRET));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  on = {
    secret,
    target: join(folder, "target"),
    port: (server.address() as AddressInfo).port,
    main: join(process.cwd(), "lib/code/deno/process/main.mjs"),
    own: join(process.cwd(), "lib/shared/errors.ts"),
    pid: process.pid,
  };
  registry = await fakeRegistry({ npm: { ...thieves(on), ...control }, jsr: {} });
});
afterAll(async () => {
  await closeAll();
  server.close();
  registry.close();
  rmSync(folder, { recursive: true });
  vi.unstubAllEnvs();
});

const { signal } = new AbortController();
const run = (code: string, timeoutMs = 10_000, packages?: Registries) =>
  runProgram(
    {
      packages,
      sources: { "program.ts": code },
      entry: "program.ts",
      timeoutMs,
      signal,
      caller: { agentId: "attacker" },
    },
    async (_, ran) => ran,
  );

const GOT = `const got = (value: unknown) => console.log("GOT " + JSON.stringify(value));`;

test("control: a program that gets a value prints it", async () => {
  expect(
    (await run(`${GOT}\nDeno.writeTextFileSync("a", "b"); got(Deno.readTextFileSync("a"))`)).stdout,
  ).toBe('GOT "b"\n');
  expect((await run(`import "npm:control@1.0.0"`, 10_000, registry.registries)).stdout).toBe("GOT 1\n");
});

async function getsNothing(code: string, packages?: Registries): Promise<void> {
  connections = 0;
  const { stdout, stderr } = await run(`${GOT}\n${code}`, 10_000, packages);
  expect(`${stdout}${stderr}`).not.toContain(SECRET);
  expect(stdout).not.toContain("GOT");
  expect(existsSync(on.target)).toBe(false);
  expect(connections).toBe(0);
}

const PROBES = Object.entries({ files, machine, network, imports });

describe.each(PROBES)("a program cannot reach: %s", (_, probes) => {
  test.each(sample(Object.entries(probes), 6))("%s", (_, probe: (machine: Machine) => string) =>
    getsNothing(probe(on)),
  );
});

describe.each(PROBES)("a program that may import packages cannot reach: %s", (_, probes) => {
  test.runIf(isWhole).each(Object.entries(probes))("%s", (_, probe: (machine: Machine) => string) =>
    getsNothing(probe(on), registry.registries),
  );
});

describe("a program cannot reach more through an npm package", () => {
  test.each(Object.keys(thieves({} as Machine)))("%s", async (name) => {
    await getsNothing(`import "npm:${name}@1.0.0";`, registry.registries);
    expect(registry.asked.join()).toContain(`${name}-1.0.0.tgz`);
  });
});

const left = () => [
  ...childrenOf(process.pid, "lib/code/deno/process/main.mjs"),
  ...readdirSync(tmpdir()).filter((name) => name.startsWith(`easel-code-${process.pid}-`)),
];

const ENDLESS = [
  "for (;;);",
  "await new Promise(() => setInterval(() => {}, 1_000))",
  `new Worker("data:text/javascript,for(;;);", { type: "module" }); for (;;);`,
  `process.removeAllListeners(); for (const one of ["SIGTERM", "SIGINT"]) Deno.addSignalListener(one as "SIGINT", () => {}); setInterval(() => {}, 10)`,
];

test(`kills ${TIMEOUTS} endless programs at their limit without leftovers`, async () => {
  const limit = pLimit(2);
  const late: number[] = [];
  await Promise.all(
    Array.from({ length: TIMEOUTS }, (_, index) =>
      limit(async () => {
        const { error, durationMs } = await run(ENDLESS[index % ENDLESS.length] ?? "", 1_000);
        expect(error).toContain("did not finish within 1 s");
        if (durationMs > 1_000 + KILL_MS) late.push(durationMs);
      }),
    ),
  );
  expect(late).toEqual([]);
  expect(left()).toEqual([]);
});
