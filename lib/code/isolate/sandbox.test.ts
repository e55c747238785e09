import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { closeAll } from "@/lib/ground/base/process";
import { egressFailure } from "@/lib/platform/egress/failure";
import { AppError } from "@/lib/shared/errors";
import { checkSyntax, runInSandbox, type SandboxRequest, sandboxHealth } from ".";

const stored = new Map<string, unknown>([["list", [1, 2]]]);
const state = {
  get: async (key: string) => stored.get(key) ?? null,
  set: async (key: string, value: unknown) => void stored.set(key, value),
  delete: async (key: string) => stored.delete(key),
  list: async (prefix = "") => [...stored.keys()].filter((key) => key.startsWith(prefix)),
};
const run = (code: string, more: Partial<SandboxRequest> = {}) =>
  runInSandbox({ agentId: "a", code, signal: new AbortController().signal, state, ...more });
const result = async (code: string, args?: unknown) => (await run(code, { args })).result;
const failure = async (work: Promise<unknown>): Promise<AppError> => {
  const error = await work.then(
    () => undefined,
    (thrown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw new Error("It did not fail as it should", { cause: error });
};

afterAll(closeAll);

test.each([
  ["return process.env", /This is not Node/],
  ["return document.title", /This is not a browser/],
  ["return await import('x')", /There are no modules here/],
  ["return new Array(-1)", /MB of memory/],
  ["return (function f() { return f(); })()", /use a loop/],
])("runInSandbox adds a remedy to V8's error for %s", async (code, remedy) => {
  expect((await failure(run(code))).message).toMatch(remedy);
});

test("runInSandbox adds no remedy to the code's own error with a similar text", async () => {
  const { message } = await failure(run("throw new Error('The order process is not defined')"));
  expect(message).not.toContain("This is not Node");
});

test.each([
  new AppError("unavailable", "There is no host mill.test."),
  egressFailure(Object.assign(new Error(), { code: "ECONNREFUSED" }), "https://mill.test/"),
])(
  'runInSandbox reports the reason "network" if the code does not catch a failed connection',
  async (thrown) => {
    const fetch = () => Promise.reject(thrown);
    const error = await failure(run(`await fetch("https://mill.test/")`, { fetch }));
    expect(error.message).toContain("The code threw NetworkError: ");
    expect(error.details).toMatchObject({ reason: "network", line: 1 });
    const caught = `try { await fetch("https://mill.test/") } catch {} null.a`;
    expect((await failure(run(caught, { fetch }))).details).toMatchObject({ reason: "threw" });
  },
);

describe("sandboxed code", () => {
  test.for<[string, unknown]>([
    ["return args.n * 2", 42],
    ["return await Promise.all([1, Promise.resolve(2)])", [1, 2]],
    ["resolve({ a: 1 }); return 2", { a: 1 }],
    ["setTimeout(() => resolve('later'), 5)", "later"],
    [
      "let n = 0; const timer = setInterval(() => { if (++n === 3) { clearInterval(timer); resolve(n) } }, 1)",
      3,
    ],
    ["state.get('list').then((list) => resolve(list.length))", 2],
    ["setTimeout(() => {}, 5)", null],
    ["", null],
    ["return new Map([['a', new Set([1n])]])", { a: ["1"] }],
    ["const n: number = 1; return (n as number) + 1", 2],
  ])("returns the result of %s", async ([code, expected]) => {
    expect(await result(code, { n: 21 })).toEqual(expected);
  });

  test("runs timers and microtasks in order", async () => {
    const code = `const seen = []; const note = (what) => () => { seen.push(what); Promise.resolve().then(() => seen.push(what + "'")); };
      setTimeout(note("b"), 12); setTimeout(note("a"), 1); queueMicrotask(note("m")); const gone = setTimeout(note("x"), 1); clearTimeout(gone);
      await new Promise((done) => setTimeout(done, 40)); return seen.join(" ");`;
    expect(await result(code)).toBe("m m' a a' b b'");
  });

  test("reads, writes, lists and deletes state", async () => {
    const code = `await state.set("made", { by: args.name }); const keys = await state.list("ma"); const made = await state.get("made");
      return [keys, made, await state.delete("made"), await state.delete("made"), await state.get("made")];`;
    expect(await result(code, { name: "me" })).toEqual([["made"], { by: "me" }, true, false, null]);
  });

  test("provides the standard globals", async () => {
    const code = `const url = new URL("../../b?x=1&x=ü", "https://bücher.example/a/"); const signal = AbortSignal.any([AbortSignal.abort("now")]);
      return [url.href, url.searchParams.getAll("x"), new TextDecoder().decode(new TextEncoder().encode("ü😀")), atob(btoa("hé")),
        structuredClone({ at: new Date(0), set: new Set([1]) }).set.has(1), crypto.randomUUID().length, crypto.getRandomValues(new Uint8Array(4)).length, signal.reason];`;
    expect(await result(code)).toEqual([
      "https://xn--bcher-kva.example/b?x=1&x=%C3%BC",
      ["1", "ü"],
      "ü😀",
      "hé",
      true,
      36,
      4,
      "now",
    ]);
  });

  test("returns logs as lines and streams them", async () => {
    const streamed: string[] = [];
    const code = `console.log("a", 1, { b: [2n] }, undefined); console.error(new Error("no")); return 1`;
    const { logs } = await run(code, { onLog: (line) => streamed.push(line) });
    expect(logs).toEqual(['a 1 {"b":["2"]} undefined', "Error: no"]);
    expect(streamed).toEqual(logs);
    const { logs: many } = await run(`for (let n = 0; n < 1000; n++) console.log(n)`);
    expect([many.length, many[199], many[200]]).toEqual([201, "199", expect.stringContaining("left out")]);
  });
});

describe("the sandbox", () => {
  test("reports a thrown error with its position and the logs", async () => {
    const error = await failure(
      run(`console.log("before");\nconst list = null;\nreturn list.map((x) => x);`),
    );
    expect(error.message).toBe(
      [
        "The code threw TypeError: Cannot read properties of null (reading 'map') (line 3, column 13).",
        '  1 | console.log("before");',
        "  2 | const list = null;",
        "> 3 | return list.map((x) => x);",
        "    |             ^",
      ].join("\n"),
    );
    expect(error.details).toEqual({ reason: "threw", line: 3, column: 13, logs: ["before"] });
  });

  test("reports the position of an error in the original TypeScript", async () => {
    const error = await failure(
      run(`interface A {\n  a: string;\n}\nconst a: A = { a: "" };\n  missing(a);`),
    );
    expect(error.message).toContain("missing is not defined (line 5, column 3)");
  });

  test("reports the position of a call that the host refuses", async () => {
    expect((await failure(run(`const a = 1;\nawait state.get(a);`))).message).toMatch(
      /state\.get\(key\).*line 2, column 13/s,
    );
    expect((await failure(run(`await fetch("http://127.0.0.1/")`))).message).toMatch(/line 1, column 7/);
  });

  test("hides internal errors of the state's store", async () => {
    const broken = { ...state, get: () => Promise.reject(new Error("password=1")) };
    const { message } = await failure(run("await state.get('x')", { state: broken }));
    expect(message).toMatch(/with an internal error \(\w+\)/);
    expect(message).not.toContain("password");
  });

  test("lets a tool lower the limits but not raise them", async () => {
    expect((await failure(run("for (;;);", { limits: { cpuMs: 100 } }))).message).toContain(
      "longer than 0.1 s",
    );
    expect((await failure(run("setTimeout(resolve, 5000)", { limits: { wallMs: 100 } }))).message).toContain(
      "within 0.1 s",
    );
    const code = "const all = []; for (;;) all.push({});";
    expect((await failure(run(code, { limits: { memoryMb: 16 } }))).message).toContain("16 MB");
    expect(await run("return 1", { limits: { memoryMb: 1e6, cpuMs: 1e9, wallMs: 1e9 } })).toMatchObject({
      result: 1,
    });
  });

  test("checks code without running it", async () => {
    await checkSyntax("const n: number = await 1; return n;");
    const error = await failure(checkSyntax("const a = 1;\nreturn (a;"));
    expect(error.message).toMatch(
      /does not compile: .*line 2, column 10\)\.\n {2}1 \| const a = 1;\n> 2 \| return \(a;/,
    );
    expect(error.details).toMatchObject({ reason: "syntax", line: 2, column: 10 });
    expect((await failure(checkSyntax(`import a from "a";`))).message).toContain("There are no modules here");
    await expect(checkSyntax("while (true) {}")).resolves.toBeUndefined();
    const { code, message } = await failure(
      checkSyntax("return 1", AbortSignal.abort(new DOMException("Late", "TimeoutError"))),
    );
    expect([code, message]).toEqual(["unavailable", expect.stringContaining("too busy")]);
  });
});

describe("the sandbox processes", () => {
  test("end the code immediately on abort, with its reason", async () => {
    const over = new AbortController();
    const running = run(`console.log("on"); for (;;);`, {
      signal: over.signal,
      onLog: () => over.abort(new Error("stop")),
    });
    await expect(running).rejects.toThrow("stop");
    await expect(run("return 1", { signal: over.signal })).rejects.toThrow("stop");
    expect(await result("return 1")).toBe(1);
  });

  test("write no state after the code has ended", async () => {
    const code = `for (let n = 0; n < 300; n++) state.set("late", n).catch(() => {}); return 1;`;
    expect(await result(code)).toBe(1);
    const then = stored.get("late");
    await result("await new Promise((done) => setTimeout(done, 50)); return 1");
    expect(stored.get("late")).toEqual(then);
  });

  test("share no isolates between agents and no globals between calls", async () => {
    await result("globalThis.left = 1; Array.prototype.left = 1; return 1");
    expect(await result("return [typeof left, [].left ?? null]")).toEqual(["undefined", null]);
    const { result: other } = await run("return typeof left", { agentId: "b" });
    expect(other).toBe("undefined");
  });

  test("queue calls beyond the number of processes", async () => {
    const all = Array.from({ length: 30 }, (_, n) => result("await null; return args", n));
    expect(await Promise.all(all)).toEqual(Array.from({ length: 30 }, (_, n) => n));
  });

  test("are reported as down if they cannot start", async () => {
    await closeAll();
    const root = mkdtempSync(join(tmpdir(), "easel-sandbox-"));
    const folder = join(root, "lib/code/isolate");
    mkdirSync(folder, { recursive: true });
    // Everything but isolated-vm is installed.
    mkdirSync(join(root, "node_modules"));
    for (const name of ["whatwg-url", "@exodus", "@ungap"])
      symlinkSync(join(process.cwd(), "node_modules", name), join(root, "node_modules", name));
    cpSync(join(import.meta.dirname, "process"), join(folder, "process"), { recursive: true });
    cpSync(
      join(import.meta.dirname, "../../ground/processes/process"),
      join(root, "lib/ground/processes/process"),
      {
        recursive: true,
      },
    );
    symlinkSync(join(import.meta.dirname, "isolate"), join(folder, "isolate"));
    vi.stubEnv("EASEL_ROOT", root);
    try {
      expect((await failure(run("return 1"))).message).toMatch(
        /sandbox cannot start on this machine \(.*isolated-vm/,
      );
      expect(await sandboxHealth(1_000)).toBe("down");
    } finally {
      vi.unstubAllEnvs();
      await closeAll();
      rmSync(root, { recursive: true });
    }
    expect(await result("return 1")).toBe(1);
    expect(await sandboxHealth(1_000)).toBe("ok");
  });
});
