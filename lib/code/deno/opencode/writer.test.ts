import { afterEach, expect, test, vi } from "vitest";
import { FAKE_BINARY, FAKE_NAME, fakeProgram, type Manner } from "./testing/fake";
import type { ChatRequest, OpenCodeAnswer } from "./wire";
import { MAX_SOURCES, OpenCodeWriter } from "./writer";

const writers: OpenCodeWriter[] = [];
afterEach(async () => {
  await Promise.all(writers.splice(0).map((writer) => writer.close()));
});

type Play = (to: OpenCodeAnswer, request: ChatRequest) => void | Promise<void>;

async function startWriter(
  steps: Play[] = [],
  manner: Manner = "good",
  sources: Record<string, string> = {},
) {
  const asked: ChatRequest[] = [];
  const writer = await OpenCodeWriter.begin({
    ...{ binary: FAKE_BINARY, files: [], contextWindow: null, signal: new AbortController().signal },
    packages: false,
    sources: { [FAKE_NAME]: fakeProgram(manner), ...sources },
    async answer(request, to) {
      asked.push(request);
      await steps.shift()?.(to, request);
      to.end("stop", { inputTokens: 1, outputTokens: 1 });
    },
  });
  writers.push(writer);
  return { writer, asked };
}

const write =
  (filePath: string, content: string, id = "call_1"): Play =>
  (to) =>
    to.call(id, "write", JSON.stringify({ filePath, content }));
const never = new AbortController().signal;

test("the writer runs OpenCode until its model stops calling tools, and returns the files", async () => {
  const { writer, asked } = await startWriter([
    write("main.ts", "console.log(1)"),
    write("lib/a.ts", "export {}", "call_2"),
    (to) => to.text("Done."),
  ]);
  await writer.tell("Write it", never);
  expect(asked).toHaveLength(3);
  expect(asked[0]?.messages).toEqual([{ role: "user", content: "Write it" }]);
  expect([...(await writer.calls(never))].map(([id, { status }]) => [id, status])).toEqual([
    ["call_1", "completed"],
    ["call_2", "completed"],
  ]);
  expect(await writer.written()).toMatchObject({
    ...{ entry: "main.ts", code: "console.log(1)", modules: { "lib/a.ts": "export {}" } },
  });
  expect(await writer.read("lib/a.ts")).toBe("export {}");
  expect(await writer.read("b.ts")).toBeNull();
});

test("the writer starts with the files of an earlier program", async () => {
  const { writer } = await startWriter([], "good", { "main.ts": "a", "lib/b.ts": "b", "../x.ts": "x" });
  await writer.tell("Go on", never);
  expect(await writer.written()).toMatchObject({ entry: "main.ts", code: "a", modules: { "lib/b.ts": "b" } });
});

test("the writer reports a missing or too long program", async () => {
  const none = await startWriter();
  expect(await none.writer.written()).toEqual({ problem: expect.stringContaining("Name it main.ts") });
  const rest = MAX_SOURCES - fakeProgram().length;
  const fits = await startWriter([], "good", { "main.ts": "x".repeat(rest) });
  expect(await fits.writer.written()).toMatchObject({ entry: "main.ts" });
  for (const length of [rest + 1, 4 * MAX_SOURCES + 1]) {
    const long = await startWriter([], "good", { "main.ts": "x".repeat(length) });
    expect(await long.writer.written()).toEqual({ problem: expect.stringContaining("200000 characters") });
  }
}, 30_000);

test("the writer does not follow links in the folder", async () => {
  const { writer } = await startWriter([], "links");
  await writer.tell("Write it", never);
  expect(await writer.read("main.ts")).toBeNull();
  expect(await writer.written()).toHaveProperty("problem");
});

test.each<[Manner, string]>([
  ["broken", "OpenCode cannot start here: "],
  ["old", "its version is 1.0.0, but 1.18.33 is required. Run `npm run opencode`."],
])("the writer does not start an OpenCode that is %s", async (manner, message) => {
  await expect(startWriter([], manner)).rejects.toMatchObject({
    ...{ name: "WriterFailed", isStart: true, message: expect.stringContaining(message) },
  });
});

test("the writer can be stopped while it waits for an OpenCode that never becomes ready", async () => {
  const stop = new AbortController();
  const sources = { [FAKE_NAME]: fakeProgram("silent") };
  const beginning = OpenCodeWriter.begin({
    ...{ binary: FAKE_BINARY, files: [], sources, contextWindow: null, signal: stop.signal },
    packages: false,
    answer: async () => {},
  });
  setTimeout(() => stop.abort(new Error("Stopped")), 300);
  await expect(beginning).rejects.toThrow("Stopped");
});

test.each<[Manner, string]>([
  ["dies", "OpenCode exited unexpectedly."],
  ["floods", "OpenCode wrote too much to its log and was stopped."],
  ["other model", "OpenCode kept sending forbidden requests"],
  ["stranger", "OpenCode gave up: refused with 401"],
])("the writer fails with an explanation for the OpenCode behaviour “%s”", async (manner, message) => {
  const { writer, asked } = await startWriter([], manner);
  await expect(writer.tell("Write it", never)).rejects.toMatchObject({
    ...{ name: "WriterFailed", isStart: false, message: expect.stringContaining(message) },
  });
  expect(asked).toEqual([]);
});

test("the writer stops an OpenCode that hangs immediately", async () => {
  const { writer } = await startWriter([], "hangs");
  const stop = new AbortController();
  const sending = writer.tell("Write it", stop.signal);
  const failed = expect(sending).rejects.toThrow("Stopped");
  stop.abort(new Error("Stopped"));
  await failed;
  const began = performance.now();
  await writer.close();
  expect(performance.now() - began).toBeLessThan(1_000);
});

test("the writer fails after two minutes in which OpenCode is idle", async () => {
  const { writer } = await startWriter([], "hangs");
  vi.useFakeTimers({ toFake: ["setInterval", "performance"] });
  try {
    const failed = expect(writer.tell("Write it", never)).rejects.toThrow("idle for 2 minutes");
    vi.advanceTimersByTime(119_000);
    vi.advanceTimersByTime(3_000);
    await failed;
  } finally {
    vi.useRealTimers();
  }
});

test("the writer fails with the model's error", async () => {
  const { writer } = await startWriter([() => Promise.reject(new Error("The budget is spent"))]);
  await expect(writer.tell("Write it", never)).rejects.toThrow("The budget is spent");
});
