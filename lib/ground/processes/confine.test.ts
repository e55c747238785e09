import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { childrenOf, stateOf } from "@/e2e/attack/sandbox/machine";
import { runInSandbox } from "@/lib/code/isolate";
import { operate } from "@/lib/data/documents/engine";
import { extract } from "@/lib/data/files/extract";
import { makePdf } from "@/lib/data/files/testing/pdf";
import { AgentDatabase, newProcesses } from "@/lib/data/sqlite/databases";
import { sqlFailureOf } from "@/lib/data/sqlite/failure";
import { closeAll, singleton } from "@/lib/ground/base/process";
import { isWhole } from "@/lib/ground/base/testing/sample";
import { embed } from "@/lib/models/embedding/embed";
import { parseMail } from "@/lib/tools/mail/parse";
import { readablePage } from "@/lib/web/pages/readable";
import { Confined } from "./confined";
import { ProcessPool } from "./pool";
import { bundleOf, type ConfinedProgram, type ProgramChannel } from "./program";

vi.setConfig({ testTimeout: 60_000 });

const folder = mkdtempSync(join(tmpdir(), "easel-confine-"));
const pdf = join(folder, "a.pdf");
writeFileSync(pdf, makePdf(["42"]));

const database = () =>
  new AgentDatabase(
    join(folder, "database"),
    singleton("contract", newProcesses, (all) => all.close()),
  );

type Death = keyof typeof PROGRAMS | "no program" | "no folder";
type User = {
  call(ms: number, signal: AbortSignal): Promise<unknown>;
  right: unknown;
  /**
   * Expected error of a call for each way in which the process dies; `rest` applies to the ways that are not
   * listed. A null `rest` means that the call resolves to null.
   */
  says: Partial<Record<Death, RegExp>> & { rest: RegExp | null };
};

const USERS: Record<string, User> = {
  "code/isolate": {
    call: async (wallMs, signal) =>
      (await runInSandbox({ agentId: "a", code: "return 42", signal, limits: { wallMs } })).result,
    right: 42,
    says: {
      time: /not finish within 1 s/,
      memory: /more than its 64 MB/,
      silence: /cannot start.*SIGKILL/,
      broken: /cannot start.*\(nothing works\)/,
      "no program": /cannot start.*ENOENT/,
      "no folder": /ENOENT/,
      rest: /sandbox process ended/,
    },
  },
  "data/sqlite": {
    call: (ms, signal) =>
      database()
        .reading((ask) => ask({ op: "writes", sql: "SELECT 1" }), ms, { signal })
        .catch((error) => Promise.reject(sqlFailureOf(error))),
    right: false,
    says: {
      time: /exceeded/,
      memory: /too much memory/,
      silence: /cannot be opened/,
      broken: /cannot be opened on this machine \(nothing works\)/,
      "no program": /cannot be opened.*ENOENT/,
      "no folder": /ENOENT/,
      rest: /database process stopped/,
    },
  },
  "web/pages": {
    call: (ms, signal) => readablePage("<p>42", "https://a.example/", signal, ms),
    right: "42",
    says: { "no folder": /ENOENT/, rest: null },
  },
  "tools/mail": {
    call: async (_, signal) => (await parseMail(new TextEncoder().encode("Subject: 42\n\n"), signal)).subject,
    right: "42",
    says: {
      broken: /nothing works/,
      "no program": /ENOENT/,
      "no folder": /ENOENT/,
      rest: /damaged or too large/,
    },
  },
  "data/documents": {
    call: async (wallMs, signal) =>
      operate({ kind: "count" }, [], signal, wallMs).then(
        (result) => z.object({ count: z.number() }).parse(result).count,
      ),
    right: 0,
    says: {
      time: /exceeded/,
      silence: /document engine stopped \(silence\)/,
      memory: /too much memory/,
      "no folder": /ENOENT/,
      rest: /document engine stopped/,
    },
  },
  "models/embedding": {
    call: async (_, signal) => (await embed(["a"], signal))?.length ?? null,
    right: 1,
    says: { "no folder": /ENOENT/, rest: null },
  },
  "data/files": {
    call: async (wallMs, signal) =>
      (await extract({ path: pdf, kind: "pdf" }, { wallMs, memoryMb: 300 }, signal)).sections[0]?.text,
    right: "42",
    says: {
      time: /takes too long/,
      garbage: /damaged/,
      "a second greeting": /damaged/,
      silence: /takes too long/,
      broken: /nothing works/,
      "no program": /ENOENT/,
      "no folder": /ENOENT/,
      rest: /too much memory/,
    },
  },
};

/** Replacements for the child programs. Each reports ready and misbehaves on its first request. */
const asked = (act: string) =>
  `process.on("message", ({ type, id }) => { if (type === "start") return; if (id) process.send({ type: "began", id }); ${act} }); process.send({ type: "ready" });`;
const PROGRAMS = {
  time: asked(""),
  memory: asked("const all = []; setInterval(() => all.push(Buffer.alloc(40e6, 1)), 5);"),
  garbage: asked(`process.send({ type: "what", ok: "is", rss: "this" });`),
  "a second greeting": asked(`process.send({ type: "ready" });`),
  flood: asked(
    `const line = "x".repeat(1e5); setInterval(() => { process.stdout.write(line); process.stderr.write(line); }, 1);`,
  ),
  death: asked("process.exit(3);"),
  silence: "setInterval(() => {}, 1_000);",
  broken: `process.send({ type: "broken", message: "nothing works" });`,
};

function replaced(source: string): void {
  const root = mkdtempSync(join(folder, "root-"));
  for (const modulePath of Object.keys(USERS)) {
    mkdirSync(join(root, "lib", modulePath, "process"), { recursive: true });
    writeFileSync(join(root, "lib", modulePath, "process", "main.mjs"), source);
  }
  cpSync(join(import.meta.dirname, "process"), join(root, "lib/ground/processes/process"), {
    recursive: true,
  });
  symlinkSync(join(process.cwd(), "lib/code/isolate/isolate"), join(root, "lib/code/isolate/isolate"));
  symlinkSync(join(process.cwd(), "node_modules"), join(root, "node_modules"));
  vi.stubEnv("EASEL_ROOT", root);
  vi.stubEnv("EASEL_PROGRAMS_DIR", "");
}

const children = () => childrenOf(process.pid, "/process/main.mjs");
const { signal } = new AbortController();
const { execPath } = process;

afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  process.execPath = execPath;
  await closeAll();
  expect(children()).toEqual([]);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function expectErrors(death: Death, ms: number): Promise<void> {
  const ends = Object.entries(USERS).map(async ([name, { call, says }]) => {
    const end = await call(ms, signal).catch((error: Error) => error.message);
    const pattern = says[death] ?? says.rest;
    if (pattern) expect(end, name).toMatch(pattern);
    else expect(end, name).toBeNull();
  });
  await Promise.all(ends);
}

describe("a process that ends badly", () => {
  test.for(["memory", "garbage", "a second greeting", "flood", "death", "broken"] as const)(
    "fails only the call that it serves: %s",
    async (death) => {
      replaced(PROGRAMS[death]);
      // Filling memory is slow on a busy machine; the time limit must not trigger first.
      await expectErrors(death, death === "memory" ? 30_000 : 10_000);
    },
  );

  test.runIf(isWhole)("is ended at the time limit of its call", async () => {
    replaced(PROGRAMS.time);
    await expectErrors("time", 1_000);
  });

  test("is ended if it never reports ready", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    replaced(PROGRAMS.silence);
    const failures = expectErrors("silence", 1_000);
    await vi.waitFor(() => expect(children().length).toBeGreaterThanOrEqual(Object.keys(USERS).length), {
      timeout: 10_000,
    });
    await vi.advanceTimersByTimeAsync(20_000);
    await failures;
  });
});

test("every user of confined processes reports a missing program and an unreadable folder", async () => {
  process.execPath = "/nowhere/node";
  await expectErrors("no program", 1_000);
  process.execPath = execPath;
  await closeAll();
  vi.stubEnv("EASEL_ROOT", "/nowhere");
  vi.stubEnv("EASEL_PROGRAMS_DIR", "");
  // The sandbox first bundles its script from that folder.
  const { "code/isolate": sandbox, ...others } = USERS;
  for (const { call } of Object.values(others)) await expect(call(1_000, signal)).rejects.toThrow("ENOENT");
  await expect(sandbox?.call(1_000, signal)).rejects.toThrow("cannot start");
});

test.runIf(isWhole)(
  "every user of confined processes serves calls after an earlier failure to start the program",
  async () => {
    vi.stubEnv("EASEL_ROOT", "/nowhere");
    vi.stubEnv("EASEL_PROGRAMS_DIR", "");
    await Promise.allSettled(Object.values(USERS).map(({ call }) => call(5_000, signal)));
    vi.unstubAllEnvs();
    for (const { call, right } of Object.values(USERS)) expect(await call(10_000, signal)).toEqual(right);
  },
);

test.for(Object.entries(USERS))(
  "%s rejects calls beyond 200 waiting ones, and releases waiting ones when aborted",
  async ([, user]) => {
    replaced(PROGRAMS.time);
    const over = new AbortController();
    const calls = Array.from({ length: 240 }, () =>
      user.call(10_000, over.signal).then(
        () => "done",
        (error: Error) => error.message,
      ),
    );
    expect(await Promise.race(calls)).toMatch(/already has 200 waiting calls/);
    over.abort(new Error("let go"));
    const ends = await Promise.all(calls);
    expect(ends.filter((end) => end === "let go").length).toBeGreaterThanOrEqual(200);
  },
);

const SERVER = `
  import { AgentDatabase, newProcesses } from "@/lib/data/sqlite/databases";
  import { operate } from "@/lib/data/documents/engine";
  import { embed } from "@/lib/models/embedding/embed";
  import { extract } from "@/lib/data/files/extract";
  import { runInSandbox } from "@/lib/code/isolate";
  import { parseMail } from "@/lib/tools/mail/parse";
  import { readablePage } from "@/lib/web/pages/readable";
  const [folder, pdf] = process.argv.slice(1);
  const { signal } = new AbortController();
  const sql = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c";
  const limits = { maxRows: 1, maxChars: 100, guard: null };
  const reads = (ask) => ask({ op: "run", statements: [{ sql }], mode: "read", ...limits });
  void runInSandbox({ agentId: "a", code: "for (;;);", signal });
  void new AgentDatabase(folder, newProcesses()).reading(reads, 60_000);
  void readablePage("<div>".repeat(1_000_000), "https://a.example/", signal, 60_000);
  void extract({ path: pdf, kind: "pdf" }, { wallMs: 60_000, memoryMb: 2_000 });
  const batches = async function* () { for (;;) yield Array(1_000).fill('{"_id":1}'); };
  void operate({ kind: "count" }, [{ collection: null, batches }], undefined, 60_000);
  const mail = Buffer.from("Content-Type: text/html\\n\\n" + "<p>a</p>".repeat(4_000_000));
  const parse = () => parseMail(mail, signal).then(parse, parse);
  void parse();
  const work = () => embed(["a", "b"]).then(work);
  void work();
  setTimeout(() => console.log("busy"), 3_000);
`;

test.runIf(process.platform === "linux")("all processes end with the server, even if busy", async () => {
  const endless = join(folder, "endless.pdf");
  writeFileSync(
    endless,
    makePdf(["x"])
      .toString("latin1")
      .replace(/BT \/F1/, `${"q ".repeat(2_000_000)}BT /F1`),
  );
  const args = ["--import", "./e2e/bench/alias.mjs", "--input-type=module", "--eval", SERVER];
  const server = spawn(execPath, [...args, join(folder, "of-server"), endless], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    await once(server.stdout, "data");
    const pids = Object.keys(USERS).map((modulePath) =>
      [`lib/${modulePath}/process/main.mjs`, bundleOf(modulePath, "")].flatMap((program) =>
        childrenOf(server.pid ?? 0, program),
      ),
    );
    expect(pids.map(({ length }) => length > 0)).toEqual(Object.keys(USERS).map(() => true));
    server.kill("SIGKILL");
    const left = () => pids.flat().map(stateOf).join("");
    await vi.waitFor(() => expect(left()).toBe(""), { timeout: 10_000, interval: 50 });
  } finally {
    server.kill("SIGKILL");
  }
});

const lines: ProgramChannel = {
  options: { stdio: ["pipe", "pipe", "pipe"] },
  open(child, hear) {
    const { stdin, stdout } = child;
    stdin?.on("error", () => {});
    if (stdout) createInterface(stdout).on("line", (line) => hear(parsed(line)));
    queueMicrotask(() => hear({ type: "ready" }));
    return (message) => stdin?.write(`${JSON.stringify(message)}\n`);
  },
};

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

test("Confined runs a program that is not Node with its own flags, and communicates over stdin and stdout", async () => {
  const source = `process.stdin.on("data", (line) => { const { id, method } = JSON.parse(line);
    if (method === "end") console.log("no JSON"); else console.log(JSON.stringify({ id, result: Object.keys(process.env) })); })`;
  const program: ConfinedProgram = {
    command: execPath,
    args: ["--eval", source],
    cwd: folder,
    env: { ONLY: "this" },
    channel: lines,
  };
  const messageSchema = z.object({ id: z.number(), result: z.array(z.string()) });
  const pool = new ProcessPool({
    name: "It",
    max: () => 1,
    start: () => new Confined({ program, messageSchema, memoryMb: 500 }),
  });
  const ask = (method: string) =>
    pool.run(null, (one) => one.converse({ id: 1, method }, 5_000, ({ result }) => result));
  expect(await ask("env")).toEqual(["ONLY"]);
  await expect(ask("end")).rejects.toMatchObject({ name: "Died", how: "garbage" });
  expect(await ask("env")).toEqual(["ONLY"]);
  const [one] = pool.all;
  await pool.close();
  expect(one?.isKilled).toBe(true);
  await expect(ask("env")).rejects.toThrow("The server is stopping");
});
