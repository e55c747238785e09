import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { call, type Played, watched } from "@/lib/agent/loop/testing/own-tools";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import { parseSettings } from "@/lib/store/agents/settings";
import { defineTool, defineToolset, type Toolset } from "@/lib/tools/toolsets/define";
import { toolsets } from "@/lib/tools/toolsets/index";
import { LOAD, loadedToolsets } from "./load-toolset";
import { searchTools } from "./tool-search";
import { offer } from "./toolset";

const DESCRIPTIONS: Record<string, string> = {
  mail_sendMessage: "Sends a message to a person by mail.",
  mail_list: "Lists the newest messages.",
  files_read: "Reads a file of the shared drive.",
};
const ran: string[] = [];
const served = (name: string, description: string) =>
  defineTool({
    description,
    input: z.object({ to: z.string().optional() }),
    hints: { idempotent: true },
    execute: async () => {
      ran.push(name);
      return { ok: true };
    },
  });

/** A server with so many tools that their schemas would fill a prompt. */
const large: Toolset = defineToolset({
  id: "mcp:office",
  title: "Office",
  category: "world",
  mode: "on_demand",
  prompt: "Ask before you send.",
  tools: Object.fromEntries([
    ...Object.entries(DESCRIPTIONS).map(([name, description]) => [name, served(name, description)]),
    ...Array.from({ length: 61 }, (_, n) => [
      `office_${n}`,
      served(`office_${n}`, "Does something else. ".repeat(40)),
    ]),
  ]),
});
const script = newScript({ contextWindow: 60_000 }, [...toolsets, large]);

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());

function play(...steps: Played[]) {
  const { model, ...watch } = watched(...steps);
  script.model = model;
  return { ...scene.conversation(), ...watch };
}

test("a search finds single tools by words, and they can be called in the next step", async () => {
  const talk = play(
    { calls: [call(LOAD, { words: "send mail" })] },
    { calls: [call("mail_sendMessage", { to: "Ada" })] },
    { text: "Sent." },
  );
  await talk.say("Write to Ada").then(chunks);
  expect(talk.descriptionOf(0, LOAD)).toContain("- mcp:office: Office (64 tools)");
  const foundTools = talk.offered(1).filter((name) => !talk.offered(0).includes(name));
  expect(foundTools).toContain("mail_sendMessage");
  const loadable = [...toolsets.filter(({ id }) => id !== "mail"), large].flatMap(({ tools }) =>
    Object.entries(tools).map(([name, { description }]) => ({ name, description })),
  );
  expect(searchTools("send mail", loadable)[0]?.name).toBe("mail_sendMessage");
  expect(foundTools.length).toBeLessThanOrEqual(8);
  expect(talk.told(1)).toContain("Ask before you send.");
  expect(ran).toEqual(["mail_sendMessage"]);
  const { messages } = await talk.read();
  expect(loadedToolsets(messages)).toContain("tool:mail_sendMessage");
});

test("a search for words without a match reports this, and a whole toolset can still be loaded by its id", async () => {
  const talk = play(
    { calls: [call(LOAD, { words: "zebra" }), call(LOAD, { words: "mail", id: "mcp:office" }, "both")] },
    { calls: [call(LOAD, { id: "mcp:office" })] },
    { text: "There they are." },
  );
  await talk.say("go").then(chunks);
  expect(talk.told(1)).toContain('No tool matches "zebra"');
  expect(talk.told(1)).toContain("Pass either words or id, not both");
  expect(talk.offered(2)).toContain("office_60");
});

test("search is not offered if the schemas are small compared to the context", () => {
  const loaderFor = (contextWindow: number) =>
    offer({ settings: parseSettings(null), toolsets: [large], loaded: new Set(), allowed: [], contextWindow })
      .forModel[LOAD];
  expect(JSON.stringify(loaderFor(60_000)?.inputSchema)).toContain("words");
  expect(JSON.stringify(loaderFor(1_000_000)?.inputSchema)).not.toContain("words");
  expect(loaderFor(1_000_000)?.description).toContain("office_60");
});

test.each([
  ["send mail", ["mail_sendMessage", "mail_list"]],
  ["read the drive", ["files_read"]],
  ["messages", ["mail_sendMessage", "mail_list"]],
  ["MESSAGE list", ["mail_list", "mail_sendMessage"]],
  ["zebra", []],
  ["", []],
])("search for %j returns the best matches first", (query, names) => {
  const tools = Object.entries(DESCRIPTIONS).map(([name, description]) => ({ name, description }));
  const found = searchTools(query, tools).map(({ name }) => name);
  expect(found.slice(0, names.length)).toEqual(names);
  if (names.length === 0) expect(found).toEqual([]);
});
