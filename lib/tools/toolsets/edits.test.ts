import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storedComponentOf } from "@/lib/code/components/read";
import { createAuthoredComponent } from "@/lib/code/components/save";
import { fakeCompiler, lab } from "@/lib/code/components/testing/lab";
import { newAgent } from "@/lib/code/history/testing/agents";
import { toolOf } from "@/lib/code/tools/read";
import { createTool } from "@/lib/code/tools/save";
import { fakeSandbox } from "@/lib/code/tools/testing/sandbox";
import { MAX_EDITS } from "@/lib/shared/edited-code";
import { testDatabase } from "@/lib/store/testing/database";
import { callTool } from "./call";
import { findTool } from "./index";

fakeCompiler();
fakeSandbox();

let database: Awaited<ReturnType<typeof testDatabase>>;
let agentId: string;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const cause = { conversationId: "c", messageId: "m", runId: "r", toolCallId: "t" };
const CODE = "const n = args.n;\nreturn n;";
const ORIGIN = "https://example.com";
const writer = { author: "agent", cause, origins: [ORIGIN] } as const;

const kinds = [
  {
    tool: "update_tool",
    make: () =>
      createTool(
        agentId,
        { name: "thing", description: "Counts", parameter_schema: { type: "object" }, code: CODE },
        writer,
      ),
    live: () => toolOf(agentId, "thing"),
  },
  {
    tool: "update_ui_component",
    make: () =>
      createAuthoredComponent(agentId, { name: "thing", description: "A board", code: CODE }, writer),
    live: () => storedComponentOf(agentId, "thing"),
  },
];

describe.each(kinds)("edits of $tool", ({ tool, make, live }) => {
  beforeEach(async () => {
    lab.reset();
    agentId = await newAgent();
    await make();
  });
  const update = async (change: object) => {
    const found = findTool(tool)?.tool;
    if (!found) throw new Error(`There is no ${tool}`);
    const signal = new AbortController().signal;
    return callTool(tool, found, { name: "thing", ...change }, { agentId, ...cause, signal });
  };
  const refusal = async (change: object) => {
    const done = await update(change);
    expect((await live()).version).toBe(1);
    expect((await live()).code).toBe(CODE);
    return done.ok ? "It was taken" : done.error;
  };
  const double = { find: "return n", replace: "return n * 2" };

  test("create a new version and keep all other text and fields", async () => {
    const { description } = await live();
    expect(await update({ edits: [double] })).toMatchObject({
      ok: true,
      output: { name: "thing", version: 2 },
    });
    expect(await live()).toMatchObject({ code: "const n = args.n;\nreturn n * 2;", version: 2, description });
    await update({ edits: [{ find: " * 2", replace: "" }], description: "Other" });
    expect(await live()).toMatchObject({ code: CODE, version: 3, description: "Other" });
  });

  test("create no new version if they change nothing", async () => {
    expect(await update({ edits: [{ find: "return", replace: "return" }] })).toMatchObject({
      output: { version: 1, note: expect.any(String) },
    });
  });

  test("are all rejected if one does not match, and the error quotes the nearest text", async () => {
    const error = await refusal({
      edits: [double, { find: "Args . n", replace: "0" }],
      description: "Other",
    });
    expect(error).toContain('edits[1].find does not occur in the code of "thing"');
    const near = await refusal({ edits: [{ find: "const  N", replace: "let n" }] });
    expect(near).toContain("The nearest is:\nconst n");
  });

  test("are rejected unless each matches exactly one place", async () => {
    expect(await refusal({ edits: [{ find: "n;", replace: "0;" }] })).toContain("2 times");
    expect(await refusal({ edits: [{ find: "", replace: "0" }] })).toContain("edits[0].find: Give");
  });

  test("are rejected together with code, and if there are none or more than 100", async () => {
    expect(await refusal({ code: "return 1", edits: [double] })).toContain("either code or edits");
    expect(await refusal({ edits: [] })).toContain("edits: Give at least one");
    const none = { find: "return", replace: "return" };
    expect(await refusal({ edits: Array(MAX_EDITS + 1).fill(none) })).toContain("edits: At most 100");
    expect(await update({ edits: Array(MAX_EDITS).fill(none) })).toMatchObject({ ok: true });
  });

  test("are rejected if the resulting code cannot be stored", async () => {
    const long = { find: "return n", replace: "x".repeat(200_000) };
    expect(await refusal({ edits: [long] })).toContain("at most 200,000 characters");
    expect(await refusal({ edits: [{ find: CODE, replace: " " }] })).toContain("Code needs at least");
    expect(await refusal({ edits: [{ find: "return n", replace: "\0" }] })).toContain("cannot be stored");
  });

  test("are rejected if no item has the given name", async () => {
    expect(await update({ name: "none", edits: [double] })).toMatchObject({ ok: false });
  });

  test("mark the origins of the code as read, because an error may quote the code", async () => {
    expect((await update({ edits: [{ find: "const  N", replace: "" }] })).web).toEqual([ORIGIN]);
    expect((await update({ description: "Other" })).web).toEqual([]);
  });
});
