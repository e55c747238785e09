import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { expect, test } from "vitest";
import { blocksAnswer } from "@/lib/shared/blocks/answer";
import { renderBlocksInput } from "@/lib/shared/blocks/index";
import { isQuery } from "@/lib/shared/blocks/live";
import { STOPS } from "@/lib/shared/demo-tour";
import german from "@/lib/shared/i18n/de/shared";
import { openings } from "@/lib/shared/openings";
import { type Act, json, rehearseScene, says } from "./rehearsal";

const weekend = {
  name: "Ada",
  people: 3,
  stay: "Cedofeita",
  arrival: "2026-12-04",
  sea: true,
  wishes: "No *fish*",
};
const baked = { baker: "Ada", croissants: 96, rye: 40, opens: "07:00", vegan: true, note: "Left runs *hot*" };
const ok = json({ ok: true });
const dismissed = json({ action: "dismiss" });
const sent = (data: object) => json({ action: "submit", data: { ...data } });

const WEEKEND = [json({ answer: "Food and wine" }), sent(weekend), ok, dismissed];
const SCENES = {
  tool: [
    json({ tools: [] }),
    json({ result: { flour_g: 521 }, logs: [] }),
    json({ name: "scale_recipe", version: 1 }),
    json({ flour_g: 11_250, water_g: 7_875, salt_g: 225, starter_g: 2_250 }),
  ],
  sales: [dismissed],
  bake: [sent(baked), dismissed],
};

const names = (acts: Act[]) => acts.map(({ calls }) => calls.map(({ toolName }) => toolName).join(","));
const canvas = (act: Act | undefined) => renderBlocksInput.parse(JSON.parse(act?.calls[0]?.input ?? ""));
const rowsOf = (act: Act | undefined) => {
  const table = canvas(act).blocks.find((block) => block.type === "table");
  return Array.isArray(table?.data) ? table.data : [];
};
const numbersOf = (act: Act | undefined) => {
  const chart = canvas(act).blocks.find((block) => block.type === "chart");
  return chart && !isQuery(chart.data) ? chart.data : undefined;
};
test.each(openings)(
  "plays the opening “$title” by its text or title, without introducing the demo, and leaves nothing to answer",
  async ({ id, text, title }) => {
    for (const message of [text, title]) {
      const acts = await rehearseScene([says(message)], SCENES[id]);
      expect(acts).toHaveLength(SCENES[id].length + 1);
      expect(JSON.stringify(acts)).not.toContain("I am a script, not a language model");
      expect(acts.at(-1)?.calls).toEqual([]);
    }
  },
);

test("plays the openings by their German texts and titles", async () => {
  const { bake, bakeText, sales, salesText, ownTool, ownToolText } = german;
  const messages = { bake: [bake, bakeText], sales: [sales, salesText], tool: [ownTool, ownToolText] };
  for (const { id } of openings)
    for (const message of messages[id])
      expect(await rehearseScene([says(message)], SCENES[id])).toHaveLength(SCENES[id].length + 1);
});

test("plans the bake backwards from the opening with the form's values", async () => {
  const acts = await rehearseScene([says("Plan a bake with a form")], SCENES.bake);
  expect(blocksAnswer(canvas(acts[0])).safeParse({ action: "submit", data: baked }).success).toBe(true);
  const { blocks } = canvas(acts[1]);
  expect(rowsOf(acts[1]).map(({ time, amount }) => `${time} ${amount}`.trim())).toEqual([
    "Fri 18:00 40 loaves",
    "Fri 19:00 108 pieces",
    "Sat 03:26",
    "Sat 04:11 2 batches",
    "Sat 04:21 9 trays",
    "Sat 05:51 3 batches",
    "Sat 06:45",
    "Sat 07:00",
  ]);
  expect(blocks.find((block) => block.type === "markdown")?.content).toBe(
    "**108 croissants**, one tray of them vegan, and **40 rye loaves** take 24.1 kg of flour and 2.6 kg of butter.",
  );
  expect(blocks.find((block) => block.type === "alert")?.content).toContain("“Left runs \\*hot\\*”");
  expect(acts[2]?.text).toContain("**Sat 03:26**");
});

test("describes the sales as their table shows them", async () => {
  const acts = await rehearseScene([says("Look at a month of sales")], SCENES.sales);
  const rows = rowsOf(acts[0]);
  expect(rows).toHaveLength(168);
  for (const { baked, sold, left } of rows) expect(Number(baked) - Number(sold)).toBe(left);
  const total = rows.reduce((sum, { revenue }) => sum + Number(revenue), 0);
  expect(acts[1]?.text).toContain(`€${Math.round(total).toLocaleString("en")}`);
});

test("plans the weekend from a question and a form, and quotes the answers", async () => {
  const acts = await rehearseScene([says("Plan a weekend in Porto")], WEEKEND);
  expect(names(acts)).toEqual(["ask_user", "render_blocks", "send_message", "render_blocks", ""]);
  expect(blocksAnswer(canvas(acts[1])).safeParse({ action: "submit", data: weekend }).success).toBe(true);
  expect(numbersOf(acts[3])?.labels).toEqual(["Fri 4 Dec", "Sat 5 Dec", "Sun 6 Dec"]);
  expect(numbersOf(acts[3])?.series[0]).toEqual({ name: "Food", values: [174, 228, 156] });
  expect(rowsOf(acts[3])[2]).toMatchObject({ afternoon: "By the sea in Foz", cost: 168 });
  for (const quoted of [
    "Ada",
    "Food and wine",
    "3 people",
    "Cedofeita",
    "Friday 4 December",
    "No \\*fish\\*",
  ])
    expect(acts[4]?.text).toContain(quoted);
});

test("plans the weekend from free text and an incomplete form", async () => {
  const data = { name: "  ", people: "4", arrival: null, stay: "A boat" };
  const acts = await rehearseScene(
    [says("Porto, please")],
    [json({ answer: "wild" }), sent(data), ok, dismissed],
  );
  expect(numbersOf(acts[3])?.labels[0]).toBe("Day 1");
  expect(acts[4]?.text).toContain("4 people, with a bed in A boat");
});

test.each([
  ["dismissed", dismissed, "No plan"],
  ["cancelled", json({ action: "cancelled" }), "Stopped"],
  ["answered in the chat instead", json({ action: "message", text: "Never mind" }), "canvas is closed"],
])("ends the scene with a sentence if the form is %s", async (_, reply, expected) => {
  const acts = await rehearseScene(
    [says("Plan a weekend in Porto")],
    [json({ answer: "Food and wine" }), reply],
  );
  expect(acts.at(-1)?.text).toContain(expected);
  expect(acts.at(-1)?.calls).toEqual([]);
});

test("ends a guided scene after a failed tool and shows why", async () => {
  const off = { type: "error-text", value: "The tool is switched off" } as const;
  const acts = await rehearseScene([says("Look at a month of sales")], [off]);
  expect(acts.at(-1)?.text).toContain("The tool is switched off");
});

test("corrects a failed call after reading its error", async () => {
  const wrong = { type: "error-text", value: "blocks[0].data.series[0].values: needs 5" } as const;
  const acts = await rehearseScene([says("See something go wrong")], [wrong, dismissed]);
  expect(() => canvas(acts[0])).toThrow();
  expect(canvas(acts[1]).blocks).toHaveLength(1);
  expect(acts[2]?.calls).toEqual([]);
});

test("looks for a tool, tests, stores and uses it, or uses an existing one at once", async () => {
  const acts = await rehearseScene([says("Make a tool and use it")], SCENES.tool);
  expect(names(acts)).toEqual(["list_tools", "run_sandbox_code", "create_tool", "scale_recipe", ""]);
  expect(acts[2]?.text).toContain("521 g of flour");
  expect(acts[4]?.text).toContain("**11.3 kg of flour**");
  const there = [json({ tools: [{ name: "scale_recipe" }] }), json("changed since")];
  const again = await rehearseScene([says("which tools have you?")], there);
  expect(names(again)).toEqual(["list_tools", "scale_recipe", ""]);
  expect(again[2]?.text).toContain("It changed since I wrote it");
});

test("adds a sentence to the prompt once and links to the history", async () => {
  const say = [says("Be terser from now on")];
  const acts = await rehearseScene(say, [json({ prompt: "You are", version: 4 }), json({ version: 5 })]);
  const { operation, content } = JSON.parse(acts[1]?.calls[0]?.input ?? "{}");
  expect(operation).toBe("append");
  expect(acts[2]?.text).toMatch(/version 5 .*\(\/agent\/history\?kind=system_prompt\).*Restore version 4/s);
  const again = await rehearseScene(say, [json({ prompt: `You are${content}`, version: 5 })]);
  expect(names(again)).toEqual(["read_system_prompt", ""]);
});

test("shows a live surface and describes the database's final content", async () => {
  const read = json({ columns: ["sold", "baked"], rows: [[1234, 1500]], row_count: 1, truncated: false });
  const acts = await rehearseScene([says("Change a number and watch")], [ok, dismissed, read]);
  expect(names(acts)).toEqual(["db_sql", "render_blocks", "db_sql", ""]);
  expect(canvas(acts[1]).blocks).toMatchObject([
    { type: "chart", data: { sql: expect.stringContaining("GROUP BY product") } },
    { type: "table", editable: true, data: { sql: expect.stringContaining("FROM demo_bakes") } },
  ]);
  expect(acts[3]?.text).toContain("**1,234** of 1,500");
});

test("ends the permission scene with a fitting text after approval, denial and skipping", async () => {
  const say = [says("Let me ask you first")];
  const go = json({ answer: "It is set, go on" });
  const done = await rehearseScene(say, [go, ok, json({ value: { flour_kg: 25 } })]);
  expect(done.at(-1)?.text).toContain('"flour_kg": 25');
  const denied = await rehearseScene(say, [go, { type: "execution-denied", reason: "No" }]);
  expect(denied.at(-1)?.text).toContain("You said no");
  expect((await rehearseScene(say, [json({ answer: "Skip this" })])).at(-1)?.text).toContain("Skipped");
});

test("recalls a remembered text in a later conversation, or says that there is none", async () => {
  const question = [says("What do you remember?")];
  const acts = await rehearseScene(question, [json({ value: { text: "Milk" } })]);
  expect(acts.at(-1)?.text).toContain("“Milk”");
  const nothing = await rehearseScene(question, [json({ value: null })]);
  expect(nothing.at(-1)?.text).toContain("Nothing yet");
});

test.each([
  ["hello there", /Five minutes/],
  ["can you show me what sold last week?", /Four weeks of a bakery/],
  ["how do I use my OpenAI key", /Settings › Models/],
  ["what happens when it fails?", /mistake on purpose/],
  ["how can I search", /palette/],
  ["I want to edit my message", /\*\*Edit\*\*/],
  ["quantum chromodynamics", /I read your words \(“quantum chromodynamics”\).*Settings › Models/s],
])("finds the nearest scene for “%s”", async (message, says_) => {
  expect((await rehearseScene([says(message)], []))[0]?.text).toMatch(says_);
});

test("a message after a scene is a new request, and the demo introduces itself once", async () => {
  const before = [says("Show me around"), says("Look at a month of sales")];
  expect((await rehearseScene([says("Show me around")], []))[0]?.text).toContain("I am a script");
  const [sales] = await rehearseScene(before, [dismissed]);
  expect(sales?.text).toContain("Four weeks");
  const [lost] = await rehearseScene([...before, says("build me a snake game")], []);
  expect(lost).toMatchObject({ text: expect.stringContaining("“build me a snake game”"), calls: [] });
  expect(lost?.text).not.toContain("I am a script");
});

test("ends the tour", async () => {
  const end = await rehearseScene([says("Show me around"), says("End the tour")], []);
  expect(end).toMatchObject([{ text: expect.stringContaining("That was the tour"), calls: [] }]);
});

test("plays every stop of the tour", async () => {
  for (const stop of STOPS) {
    const [act] = await rehearseScene([says(stop)], []);
    expect(act?.text, stop).not.toMatch(/I read your words/);
  }
});

test("reads a message during the story at the next step", async () => {
  const withStoryStep = (prompt: LanguageModelV4Prompt, toolCallId: string): LanguageModelV4Prompt => [
    ...prompt,
    {
      role: "assistant",
      content: [
        { type: "text", text: "04:30" },
        { type: "tool-call", toolCallId, toolName: "set_state", input: { key: "demo.story", value: {} } },
      ],
    },
    {
      role: "tool",
      content: [{ type: "tool-result", toolCallId, toolName: "set_state", output: ok }],
    },
  ];
  const story = withStoryStep([says("Interrupt me while I write")], "1");
  expect((await rehearseScene(story, []))[0]?.text).toContain("**05:15**");
  expect((await rehearseScene([...story, says("shorter")], []))[0]?.text).toContain("You wrote “shorter”");
});

test("starts a new turn for a message typed while a form waits", async () => {
  const before: LanguageModelV4Prompt = [
    says("Plan a weekend in Porto"),
    {
      role: "assistant",
      content: [{ type: "tool-call", toolCallId: "a", toolName: "render_blocks", input: {} }],
    },
    {
      role: "tool",
      content: [
        {
          type: "tool-result",
          toolCallId: "a",
          toolName: "render_blocks",
          output: json({ action: "message", text: "Make it `cheaper`" }),
        },
      ],
    },
    says("Make it `cheaper`"),
  ];
  const [act] = await rehearseScene(before, []);
  expect(act?.text).toContain("“Make it \\`cheaper\\`”");
});
