import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { runInSandbox } from "@/lib/code/isolate";
import { lowered } from "@/lib/code/isolate/limits";
import { closeAll } from "@/lib/ground/base/process";
import { sample } from "@/lib/ground/base/testing/sample";
import { AppError } from "@/lib/shared/errors";
import { type Bomb, floods, loops, memory } from "./bombs";
import { constructors, HELP, names, pollution } from "./escapes";
import { memoryMb, niceness, sandboxesOf, stateOf } from "./machine";
import { overwritten, results, sources, thrown } from "./poisons";

const GRACE_MS = 5_000;
const MAX_MB = 600;

let stored: Map<string, unknown>;
const state = {
  get: async (key: string) => stored.get(key) ?? null,
  set: async (key: string, value: unknown) => void stored.set(key, value),
  delete: async (key: string) => stored.delete(key),
  list: async () => [...stored.keys()],
};

const run = (code: string, more: Partial<Parameters<typeof runInSandbox>[0]> = {}) =>
  runInSandbox({ agentId: "attacker", code, signal: new AbortController().signal, state, ...more });

async function beside<T>(work: Promise<T>): Promise<T> {
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  const others = (async () => {
    for (let count = 0; !isOver; count++) {
      const { result } = await run(
        "await null; return [args.count, typeof polluted, ({}).polluted ?? null]",
        {
          agentId: "somebody",
          args: { count },
        },
      );
      expect(result).toEqual([count, "undefined", null]);
      await new Promise((done) => setTimeout(done, 20));
    }
  })();
  const [done] = await Promise.all([over, others]);
  return done;
}

beforeEach(() => {
  stored = new Map();
});

afterAll(async () => {
  const pids = sandboxesOf(process.pid);
  for (const pid of pids) expect(memoryMb(pid)).toBeLessThan(MAX_MB);
  await closeAll();
  expect(pids.map(stateOf).join("")).toBe("");
  expect(sandboxesOf(process.pid)).toEqual([]);
});

type Ending = { result: unknown } | { error: AppError };

async function ending({ code, limits }: Bomb): Promise<Ending> {
  const began = performance.now();
  const maxLimits = lowered(limits);
  const done = await beside(
    run(code, { limits }).then(
      ({ result }): Ending => ({ result }),
      (error): Ending => {
        if (error instanceof AppError) return { error };
        throw error;
      },
    ),
  );
  expect(performance.now() - began).toBeLessThan(maxLimits.wallMs + GRACE_MS);
  return done;
}

const BOMBS: Record<string, [Record<string, Bomb>, number]> = {
  "takes memory": [memory, 12],
  "does not end": [loops, 12],
  floods: [floods, 10],
  "returns an unusable result": [results, 8],
  "throws values that mislead the host": [thrown, 8],
  "overwrites built-ins": [overwritten, 6],
  "is not a valid program": [sources, 8],
};

for (const [what, [all, part]] of Object.entries(BOMBS)) {
  describe(`code that ${what}`, () => {
    test.for(sample(Object.entries(all), part))("%s", { timeout: 60_000 }, async ([, bomb]) => {
      const end = await ending(bomb);
      if ("error" in end) {
        expect(end.error.message).toMatch(bomb.says ?? /^no error was expected$/);
        expect(end.error.message.length).toBeLessThan(10_000);
        expect(end.error.details).toHaveProperty("logs");
      } else {
        expect(bomb).toHaveProperty("gives");
        expect(end.result).toEqual(bomb.gives);
      }
      expect(await run("return [1 + 1, typeof polluted]")).toEqual({ result: [2, "undefined"], logs: [] });
    });
  });
}

describe("code cannot reach the host", () => {
  test.for(sample(Object.entries({ ...constructors, ...names }), 24))(
    "by %s",
    { timeout: 30_000 },
    async ([, code]) => {
      const args = { list: [{ a: 1 }] };
      const outcome = await beside(run(HELP + code, { args })).then(
        ({ result }) => String(result),
        (error) => (error instanceof AppError ? error.message.split("\n")[0] : Promise.reject(error)),
      );
      expect(outcome).not.toMatch(/\bgot\b/);
    },
  );

  test.for(sample(Object.entries(pollution), 12))(
    "leaves nothing for later code %s",
    { timeout: 30_000 },
    async ([, code]) => {
      await beside(run(code).catch(() => {}));
      expect("polluted" in {}).toBe(false);
      expect("polluted" in []).toBe(false);
      const { result } = await run(
        "return [typeof polluted, ({}).polluted ?? null, [].polluted ?? null, globalThis[Symbol.for('polluted')] ?? null, [...[1]].length, typeof JSON.parse, typeof Promise.resolve]",
      );
      expect(result).toEqual(["undefined", null, null, null, 1, "function", "function"]);
    },
  );

  test("the sandbox process has an empty environment without the server's variables", async () => {
    await run("return 1");
    const [pid] = sandboxesOf(process.pid);
    if (!pid) return;
    const names = readFileSync(`/proc/${pid}/environ`, "utf8")
      .split("\0")
      .map((entry) => entry.split("=")[0]);
    expect(names.filter((name) => name && !name.startsWith("NODE_CHANNEL"))).toEqual([]);
  });
});

const SERVER = `
  import { runInSandbox } from "@/lib/code/isolate";
  const signal = new AbortController().signal;
  const run = (code) => runInSandbox({ agentId: "a", code, signal, onLog: () => console.log("busy") }).catch(() => {});
  for (const code of ["for (;;);", "for (;;);", "resolve(1); for (;;);"]) void run("console.log(1);" + code);
`;

test.runIf(process.platform === "linux")("code that computes for long gets a lower priority", async () => {
  const over = new AbortController();
  const loop = run("for (;;);", { signal: over.signal }).catch(() => {});
  await vi.waitFor(() => expect(sandboxesOf(process.pid).map(niceness)).toContain(10), { timeout: 4_000 });
  over.abort();
  await loop;
});

test("sandboxes end when the server dies, even busy ones", async () => {
  const args = ["--import", "./e2e/bench/alias.mjs", "--input-type=module", "--eval", SERVER];
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  try {
    await once(server.stdout, "data");
    const pids = sandboxesOf(server.pid ?? 0);
    expect(pids.length > 0).toBe(process.platform === "linux");
    server.kill("SIGKILL");
    await vi.waitFor(() => expect(pids.map(stateOf).join("")).toBe(""), { timeout: 10_000, interval: 50 });
  } finally {
    server.kill("SIGKILL");
  }
});
