import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { mayAsk } from "@/lib/agent/offer/after-web";
import { LOAD, toolsetLoader } from "@/lib/agent/offer/load-toolset";
import { readsPrivate } from "@/lib/agent/outgoing/private-sources";
import { readNewTexts } from "@/lib/data/files/texts";
import { indexWritten } from "@/lib/data/memory/indexing";
import { testDatabase } from "@/lib/store/testing/database";
import { callTool } from "@/lib/tools/toolsets/call";
import type { Tool } from "@/lib/tools/toolsets/define";
import { toolsets } from "@/lib/tools/toolsets/index";
import { refusalOf } from "@/lib/tools/toolsets/refusal";
import { CALLS, derivedCalls } from "./testing/isolation-calls";
import { talk } from "./testing/owner";
import { makeTainted, STRANGER, type Tainted, WORD } from "./testing/tainted";
import { TOOL_DOORS } from "./testing/tool-doors";

/*
 * No tool returns text of a stranger without its origin. Each built-in tool is called on an agent in which everything
 * stored contains the stranger's word and has the stranger's origin. A result, an error or a refusal with the word must
 * report the origin.
 */

let database: Awaited<ReturnType<typeof testDatabase>>;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-doors-"));
  vi.stubEnv("EASEL_DATA_DIR", folder);
  database = await testDatabase();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

const TOOLS = toolsets.flatMap(({ tools }) => Object.entries(tools));
const ALL: [string, Tool][] = [...TOOLS, [LOAD, toolsetLoader([], false)]];

test("TOOL_DOORS lists every built-in tool and no other", () => {
  expect(Object.keys(TOOL_DOORS).sort()).toEqual(ALL.map(([name]) => name).sort());
});

const PUBLIC = ["components", "tools"];

/** Tools that act and need no approval after web text was read, with the reason. */
const FREE: Record<string, string> = {
  generate_image: "stores an image, and sends its description to a provider that the user chose",
  edit_image: "stores an image, and sends it to a provider that the user chose",
  mail_draft: "stores a draft that nobody but the user sees",
};

test.each(ALL)("the definition of %s agrees with its row of TOOL_DOORS", (name, tool) => {
  const { from, reads, acts, sends } = TOOL_DOORS[name as keyof typeof TOOL_DOORS];
  const { reads: told = [], writes = [] } = tool.hints;
  expect(writes.length > 0, "acts").toBe(acts);
  expect(told.includes("web"), "reads the web").toBe(from.includes("web"));
  if (from.includes("web")) expect(tool.sources, "sources").toBeDefined();
  if (tool.quotesWeb) expect([["web"], ["mail"]], "quotesWeb").toContainEqual(from);
  const known: readonly string[] = reads;
  expect(told.filter((one) => one !== "web" && !known.includes(one))).toEqual([]);
  expect(readsPrivate(tool), "reads private data").toBe(known.some((one) => !PUBLIC.includes(one)));
  if (acts && !tool.pauses) expect(mayAsk(tool), "asks after web text").toBe(!(name in FREE));
  if (sends !== null) expect([...told, ...writes], "sends").not.toEqual([]);
});

const edits = [
  { operation: "delete", content: `of ${WORD}s and more` },
  { operation: "find_replace", find: `Eat ${WORD}.`, replace: "" },
];

/** More calls of tools, with names that the stored values have, and with slips that errors explain. */
const MORE: Record<string, (tainted: Tainted) => object[]> = {
  board: () => [{ action: "place", board: "Missing", tile: "x", x: 0 }],
  render_and_wait: () => [{ component: "Ballon" }],
  read_ui_component: () => [{ name: "Ballon" }],
  update_ui_component: () => [{ name: "Balloon", edits: [{ find: `"${WORD}s"`, replace: "" }] }],
  db_sql: () => [{ sql: "SELECT json(name) FROM hangar" }, { sql: "SELECT nam FROM hangar" }],
  db_query: () => [
    ...["attachments", "cronjobs", "settings", "schedule", "media", "master"].map((collection) => ({
      ...{ operation: "find", collection, filter: {} },
    })),
    { operation: "updateOne", collection: "ai_ships", filter: {}, update: { $inc: { name: 1 } } },
    { operation: "listCollections" },
  ],
  edit_system_prompt: () => edits,
  edit_learned_notes: () => edits,
  block: () => [
    { operation: "replace", label: "alpha", old_content: `A ${WORD} blok`, new_content: "" },
    { operation: "append", label: "beta", content: "x" },
    { operation: "archive", label: "alpha" },
  ],
  memory: () => [
    { action: "recall", query: WORD },
    { action: "store", layer: "long", content: "Owns much jam" },
  ],
  search: () =>
    ["archival_memory", "conversations", "files", "all"].map((domain) => ({ domain, query: WORD })),
  update_tool: () => [{ name: "fly", edits: [{ find: `"${WORD}s"`, replace: "" }] }],
  recall: () => [{ operation: "read", label: "beta" }],
  manage_cronjob: () => [{ action: "list" }],
  manage_pulse: () => [{ action: "get_config" }, { action: "update_config", pulses_per_day: 4 }],
  manage_trigger: () => [{ action: "list" }],
  whatsapp_read_messages: () => [{}],
};

let shared: ReturnType<typeof newTainted> | undefined;

async function newTainted(): Promise<Tainted> {
  const tainted = await makeTainted();
  await readNewTexts(new AbortController().signal, 60_000);
  await indexWritten(new AbortController().signal, 60_000);
  return tainted;
}

/** Tools that change nothing share an agent, because making one takes longer than their calls. */
function taintedFor({ hints }: Tool): Promise<Tainted> {
  if (hints.writes?.length) return newTainted();
  shared ??= newTainted();
  return shared;
}

test.each(TOOLS)(
  "tool %s reports the origin of a stranger's text",
  async (name, tool) => {
    const tainted = await taintedFor(tool);
    const { agentId, ids, conversation } = tainted;
    const own = await talk(agentId, "Hello");
    const seen = { owner: agentId, conversation, own, ids };
    const known = CALLS[name]?.(seen) ?? derivedCalls(tool, seen);
    const calls = [...(MORE[name]?.(tainted) ?? []), ...known];
    const unmarked: string[] = [];
    for (const input of calls) {
      const context = {
        agentId,
        conversationId: own,
        messageId: "m",
        runId: randomUUID(),
        toolCallId: "call",
      };
      for (const { what, text, web } of await outcomesOf(name, tool, input, context))
        if (text.toLowerCase().includes(WORD) && !web.some(isStranger))
          unmarked.push(`${what} of ${JSON.stringify(input)}: ${text.slice(0, 300)}`);
    }
    expect(unmarked).toEqual([]);
  },
  60_000,
);

const isStranger = (origin: string) => origin === STRANGER || origin.startsWith("whatsapp:");

type Context = {
  agentId: string;
  conversationId: string;
  messageId: string;
  runId: string;
  toolCallId: string;
};

async function outcomesOf(name: string, tool: Tool, input: object, context: Context) {
  const checked = tool.check(input);
  if (!checked.ok) return [];
  const signal = AbortSignal.timeout(10_000);
  const refusal = await refusalOf(tool, checked.value, context);
  const outcome = await callTool(name, tool, input, { ...context, signal });
  const text = outcome.ok ? JSON.stringify(outcome.output) : outcome.error;
  const call = { what: outcome.ok ? "result" : "error", text, web: outcome.web };
  return refusal ? [{ what: "refusal", text: refusal.error, web: refusal.web }, call] : [call];
}
