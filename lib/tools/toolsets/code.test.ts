import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { describe as describeFile } from "@/lib/data/files/describe";
import { execute } from "@/lib/data/sqlite/index";
import { lab } from "@/lib/data/sqlite/testing/lab";
import { closeAll } from "@/lib/ground/base/process";
import { put, read as readBytes } from "@/lib/ground/blobs/blobs";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { listExecutions } from "@/lib/store/agents/executions";
import { add, read } from "@/lib/store/data/files";
import { sql } from "@/lib/store/db";
import { callTool } from "./call";
import { findTool } from "./index";

// Use an address without a server, so that tests never reach npm.
vi.stubEnv("EASEL_NPM_REGISTRY", "http://127.0.0.1:9");

let db: Awaited<ReturnType<typeof lab>>;
const conversationId = randomUUID();
beforeAll(async () => {
  db = await lab({ isFast: true });
  await sql()`insert into conversations (id, agent_id, title, identity) values (${conversationId}, ${db.agentId}, '', '')`;
});
afterAll(async () => {
  await closeAll();
  await db.close();
  vi.unstubAllEnvs();
});

const where = { conversationId, messageId: "m", runId: "r", toolCallId: "t" };
async function call(input: object, more: object = {}) {
  const found = findTool("code");
  if (!found) throw new Error("There is no code");
  const { signal } = new AbortController();
  return callTool(
    found.name,
    found.tool,
    { action: "execute", ...input },
    { agentId: db.agentId, ...where, signal, ...more },
  );
}

const outcome = z.object({
  success: z.boolean(),
  error: z.string().optional(),
  result: z.object({
    execution_id: z.string(),
    stdout: z.string(),
    stderr: z.string(),
    truncated: z.boolean().optional(),
    next_offset: z.number().optional(),
    files: z
      .array(
        z.object({
          id: z.string(),
          name: z.string(),
          type: z.string(),
          size: z.number(),
          table: z.string().optional(),
        }),
      )
      .default([]),
    left_behind: z.array(z.object({ name: z.string(), size: z.number(), reason: z.string() })).default([]),
  }),
});
async function gives(input: object, more: object = {}) {
  const done = await call(input, more);
  if (!done.ok) throw new Error(done.error);
  return outcome.parse(done.output);
}

async function keep(name: string, text: string, origins: string[] = []) {
  const blob = await put(Buffer.from(text), 1_000);
  return add(db.agentId, {
    ...blob,
    ...(await describeFile(blob.hash, name)),
    origin: "upload",
    conversationId,
    origins,
  });
}

const CLEAN = `const [head, ...rows] = (await Deno.readTextFile("sales.csv")).trim().split("\\n");
  await Deno.writeTextFile("clean.csv", [head, ...new Set(rows)].join("\\n") + "\\n");
  await Deno.writeTextFile("chart.svg", '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"/>');
  console.log(rows.length);`;

test("runs a program on the conversation's CSV, and stores its output: an image, and a CSV as a table", async () => {
  await keep("sales.csv", "day,sum\n1,20\n1,20\n2,30\n");
  const { success, result } = await gives({ code: CLEAN, files: ["sales.csv"], tables: true });
  expect({ success, stdout: result.stdout }).toEqual({ success: true, stdout: "3\n" });
  expect(result.files).toMatchObject([
    { name: "chart.svg", type: "image/svg+xml" },
    { name: "clean.csv", type: "text/csv", table: "clean", size: 18 },
  ]);
  const [, csv] = result.files;
  const file = await read(db.agentId, csv?.id ?? "");
  expect(file).toMatchObject({ origin: "generated", conversationId, readAs: { kind: "table", rows: 2 } });
  expect(String(await readBytes(file.hash).then((bytes) => Buffer.from(bytes ?? [])))).toBe(
    "day,sum\n1,20\n2,30\n",
  );
  const rows = await execute({ agentId: db.agentId, sql: "SELECT sum(sum) AS all_of_it FROM clean" });
  expect(rows).toMatchObject({ rows: [[50]] });
  const code = `console.log(await Deno.readTextFile("clean.csv"))`;
  expect((await gives({ code, files: [`/api/files/${file.id}`] })).result.stdout).toContain("2,30");
});

test("rejects a file that does not exist, and lists the existing files", async () => {
  expect(await call({ code: "1", files: ["sale.csv"] })).toMatchObject({
    ok: false,
    error: expect.stringMatching(/^files: there is no file "sale\.csv".*sales\.csv/),
  });
});

test("passes the origins of web content in input files on to the output files", async () => {
  const origins = ["https://mill.test"];
  const { id } = await keep("web.txt", "rye", origins);
  const done = await call({ code: `Deno.copyFileSync("web.txt", "copy.txt")`, files: [id] });
  expect(done.through).toEqual([{ origin: "https://mill.test", kind: "file", name: id }]);
  const [file] = outcome.parse(done.ok && done.output).result.files;
  expect((await read(db.agentId, file?.id ?? "")).origins).toEqual(origins);
});

test("returns the output and the error of a failed program, and records the failure", async () => {
  const code = `console.log("so far"); throw new ReferenceError("what is gone")`;
  const { success, error, result } = await gives({ code });
  expect({ success, error }).toEqual({
    success: false,
    error: "The program ended with exit code 1: ReferenceError: what is gone",
  });
  expect(result).toMatchObject({ stdout: "so far\n", stderr: expect.stringContaining("main.ts:1:") });
  const { executions } = await listExecutions(db.agentId, { status: "failed" });
  expect(executions).toMatchObject([
    { id: result.execution_id, runner: "deno", tool: "code", errorCategory: "reference", code, exitCode: 1 },
  ]);
});

test.each([
  [`import "npm:zod"`, "import"],
  ["let a = = 1", "syntax"],
  [`Deno.readTextFileSync("/etc/passwd")`, "permission"],
  ["null.a", "type"],
  ["for (;;);", "timeout"],
])("records the category of a failure: %s", async (code, category) => {
  // The endless program keeps a core busy until its timeout.
  await gives({ code, timeout_ms: category === "timeout" ? 1_000 : 2_000 });
  const { executions } = await listExecutions(db.agentId, { status: "failed", limit: 1 });
  expect(executions).toMatchObject([{ code, errorCategory: category }]);
});

test("cuts long output, and returns the rest by the execution's id, but only in the same conversation", async () => {
  const { result } = await gives({ code: `for (let n = 0; n < 6_000; n++) console.log(n)` });
  expect(result).toMatchObject({ truncated: true, stdout: expect.stringMatching(/^0\n1\n2\n/) });
  expect(result.stdout).toHaveLength(20_000);
  const next = await gives({ action: "status", execution_id: result.execution_id, offset: 20_000 });
  expect(next.result.stdout).toMatch(/5998\n5999\n$/);
  expect(next.result.next_offset).toBeUndefined();
  const elsewhere = { conversationId: randomUUID() };
  expect(await call({ action: "status", execution_id: result.execution_id }, elsewhere)).toMatchObject({
    ok: false,
    error: expect.stringContaining("belongs to another conversation"),
  });
});

test("output files are stored up to 20 MB in total, and the others are listed with the reason", async () => {
  const code = `Deno.writeFileSync("a.bin", new Uint8Array(15e6)); Deno.writeFileSync("b.bin", new Uint8Array(6e6))`;
  const { files, left_behind } = (await gives({ code })).result;
  expect(files.map(({ name }) => name)).toEqual(["a.bin"]);
  const reason = "The files of this run exceed 20 MB in total. Write less at once.";
  expect(left_behind).toEqual([{ name: "b.bin", size: 6_000_000, reason }]);
});

test("imports npm packages only after the user has enabled them", async () => {
  const computed = `await import("npm:" + "twice")`;
  const refused = expect.stringContaining("enabled packages in Tools → Code");
  expect(await gives({ code: computed })).toMatchObject({ success: false, error: refused });
  await changeSetting(db.agentId, "toolset:code", { packages: true });
  const { error } = await gives({ code: computed });
  expect(error).toContain("twice");
  expect(error).not.toEqual(refused);
  expect(await gives({ code: "console.log(1)" })).toMatchObject({ success: true });
});
