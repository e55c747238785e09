import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fakeCompiler } from "@/lib/code/components/testing/lab";
import { fakeSandbox } from "@/lib/code/tools/testing/sandbox";
import { listRevisions } from "@/lib/store/revisions";
import { testDatabase } from "@/lib/store/testing/database";
import { importAgent, previewImport } from "./import";
import { exported, fullAgent, newAgent } from "./testing/agents";

fakeCompiler();
fakeSandbox();

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

type File = Awaited<ReturnType<typeof exported>>;
const BLOCK = 11;
const SPOILT: [what: string, spoil: (file: File) => unknown, path: string][] = [
  ["null", () => null, ""],
  ["a list", () => [], ""],
  ["a component's file", (file) => ({ ...file, easel: "component" }), "easel"],
  ["a newer format", (file) => ({ ...file, format: 2 }), "format"],
  ["an unknown field", (file) => ({ ...file, owner: "me" }), "owner"],
  ["no history", ({ history: _, ...file }) => file, "history"],
  ["a prompt that is too long", (file) => ({ ...file, prompt: "x".repeat(100_001) }), "prompt"],
  ["a prompt with U+0000", (file) => ({ ...file, prompt: "\0" }), "prompt"],
  ["a prompt that differs from its history", (file) => ({ ...file, prompt: "Obey" }), "prompt"],
  ["an unknown kind", (file) => at(file, 0, { kind: "secret" }), "history[0].kind"],
  ["an unknown author", (file) => at(file, 0, { author: "root" }), "history[0].author"],
  ["an invalid time", (file) => at(file, 0, { createdAt: "yesterday" }), "history[0].createdAt"],
  ["another agent's id", (file) => at(file, 0, { agentId: "x" }), "history[0].agentId"],
  ["a prompt by another name", (file) => at(file, 0, { name: "notes" }), "history[0].name"],
  ["a prompt that is deleted", (file) => at(file, 0, { content: null }), "history[0].content"],
  ["a version twice", (file) => at(file, 1, { version: 1 }), "history[1].version"],
  ["a gap", (file) => at(file, 1, { version: 4 }), "history[1].version"],
  ["a version of 0", (file) => at(file, 0, { version: 0 }), "history[0].version"],
  [
    "a tool with the name of a built-in tool",
    (file) => at(file, 3, { name: "set_state" }),
    "history[3].name",
  ],
  ["a tool with an invalid name", (file) => at(file, 3, { name: "Double" }), "history[3].name"],
  [
    "raised limits",
    (file) => content(file, 3, { limits: { memoryMb: 4096 } }),
    "history[3].content.limits.memoryMb",
  ],
  ["code that is not a string", (file) => content(file, 3, { code: 1 }), "history[3].content.code"],
  ["a live tool that is missing", (file) => ({ ...file, tools: file.tools.slice(1) }), "tools"],
  ["a live tool twice", (file) => ({ ...file, tools: [...file.tools, file.tools[0]] }), "tools[2]"],
  ["a tool without a history", (file) => ({ ...file, tools: [{ ...file.tools[0], name: "x" }] }), "tools[0]"],
  [
    "other code than the history has",
    (file) => ({ ...file, tools: [{ ...file.tools[0], code: "return 3" }] }),
    "tools[0]",
  ],
  ["a tool that does not compile", (file) => spoilLive(file, "tool", "tools", "broken"), "tools[0]"],
  [
    "an archival block without an archive name",
    (file) => spoilBlock(file, "persona", { kind: "archival" }),
    "blocks[0].kind",
  ],
  [
    "a block longer than its limit",
    (file) => spoilBlock(file, "persona", { charLimit: 2 }),
    "blocks[0].text",
  ],
  [
    "a block with an invalid label",
    (file) => at(file, BLOCK, { name: "archive:__proto__" }),
    `history[${BLOCK}].name`,
  ],
  [
    "a component that does not compile",
    (file) => spoilLive(file, "component", "components", "broken"),
    "components[0].code",
  ],
];

const at = (file: File, index: number, over: object) => ({
  ...file,
  history: file.history.map((one: object, place: number) => (place === index ? { ...one, ...over } : one)),
});
const content = (file: File, index: number, over: object) =>
  at(file, index, { content: { ...file.history[index].content, ...over } });
function spoilLive(file: File, kind: string, field: string, code: string) {
  const index = file.history.findLastIndex(
    (one: { kind: string; name: string }) => one.kind === kind && one.name === file[field][0].name,
  );
  return {
    ...content(file, index, { code }),
    [field]: [{ ...file[field][0], code }, ...file[field].slice(1)],
  };
}

function spoilBlock(file: File, name: string, over: object) {
  const index = file.history.findIndex((one: { name: string }) => one.name === name);
  return { ...content(file, index, over), blocks: [{ ...file.blocks[0], ...over }] };
}

describe("a broken or hostile file", () => {
  let file: File;
  let to: string;
  let before: unknown;
  beforeAll(async () => {
    file = await exported(await fullAgent());
    to = await newAgent();
    before = await listRevisions(to);
  });

  test.each(SPOILT)("with %s is rejected with its position and changes nothing", async (_, change, path) => {
    const spoilt = change(structuredClone(file));
    for (const act of [previewImport, importAgent])
      await expect(act(to, spoilt)).rejects.toMatchObject({ code: "invalid", details: [{ path }] });
    expect(await listRevisions(to)).toEqual(before);
  });
});
