import { expect, test } from "vitest";
import { blocksAnswer } from "@/lib/shared/blocks/answer";
import { renderBlocksInput } from "@/lib/shared/blocks/index";
import { openings } from "@/lib/shared/openings";
import { type Act, json, rehearse, says } from "./rehearsal";

const form = {
  name: "Ada",
  people: 3,
  stay: "Cedofeita",
  arrival: "2026-12-04",
  sea: true,
  wishes: "No *fish*",
};
const ok = json({ ok: true });
const dismissed = json({ action: "dismiss" });
const names = (acts: Act[]) => acts.map(({ calls }) => calls.map(({ toolName }) => toolName).join(","));
const canvas = (act: Act | undefined) => renderBlocksInput.parse(JSON.parse(act?.calls[0]?.input ?? ""));

const SCENES = {
  porto: [json({ answer: "Food and wine" }), json({ action: "submit", data: form }), ok, dismissed],
  bakery: [dismissed],
  remember: [
    json({ answer: "The keys are under the pot" }),
    ok,
    json({ value: { text: "The keys…" } }),
    dismissed,
  ],
};

test.each(openings)(
  "the opening “$title” plays to its end, by its text and by its title",
  async ({ id, text, title }) => {
    for (const words of [text, title]) {
      const acts = await rehearse([says(words)], SCENES[id]);
      expect(acts).toHaveLength(SCENES[id].length + 1);
      expect(acts[0]?.text).toMatch(/I am a script, not a language model/);
      expect(acts.at(-1)?.calls).toEqual([]);
      for (const act of acts)
        for (const call of act.calls) expect(() => JSON.parse(call.input)).not.toThrow();
    }
  },
);

test("the weekend asks, takes a form, computes the plan from it and quotes the answers", async () => {
  const acts = await rehearse([says("Plan a weekend in Porto")], SCENES.porto);
  expect(names(acts)).toEqual(["ask_user", "render_blocks", "send_message", "render_blocks", ""]);

  const asked = canvas(acts[1]);
  const fields = asked.blocks.flatMap((block) => (block.type === "form" ? block.fields : []));
  expect(fields.map(({ type }) => type)).toEqual([
    "text",
    "number",
    "select",
    "date",
    "checkbox",
    "textarea",
  ]);
  expect(blocksAnswer(asked).safeParse({ action: "submit", data: form }).success).toBe(true);

  const shown = canvas(acts[3]);
  const chart = shown.blocks.find((block) => block.type === "chart");
  expect(chart?.data.labels).toEqual(["Fri 4 Dec", "Sat 5 Dec", "Sun 6 Dec"]);
  expect(chart?.data.series[0]).toEqual({ name: "Food", values: [174, 228, 156] });
  const table = shown.blocks.find((block) => block.type === "table");
  expect(table?.data[2]).toMatchObject({ afternoon: "By the sea in Foz", cost: 168 });

  const last = acts[4]?.text;
  for (const quoted of [
    "Ada",
    "Food and wine",
    "3 people",
    "Cedofeita",
    "Friday 4 December",
    "No \\*fish\\*",
  ]) {
    expect(last).toContain(quoted);
  }
});

test("the weekend is planned from a mood in the person's own words and a form with gaps", async () => {
  const data = { name: "  ", people: "4", arrival: null, stay: "A boat" };
  const acts = await rehearse(
    [says("Porto, please")],
    [json({ answer: "wild" }), json({ action: "submit", data }), ok, dismissed],
  );
  expect(canvas(acts[3]).blocks.find((block) => block.type === "chart")?.data.labels[0]).toBe("Day 1");
  expect(acts[4]?.text).toContain("4 people, with a bed in A boat");
});

test.each([
  ["dismissed", dismissed, "No plan"],
  ["cancelled", json({ action: "cancelled" }), "Stopped"],
  ["answered in the chat instead", json({ action: "message", text: "Never mind" }), "canvas is closed"],
])("a form that is %s ends the scene with a word", async (_, reply, words) => {
  const acts = await rehearse([says("Plan a weekend in Porto")], [json({ answer: "Food and wine" }), reply]);
  expect(acts.at(-1)).toMatchObject({ text: expect.stringContaining(words), calls: [] });
});

test("a tool that fails ends a guided scene and shows why", async () => {
  const acts = await rehearse(
    [says("Show me a week of bakery sales")],
    [{ type: "error-text", value: "The tool is switched off" }],
  );
  expect(acts.at(-1)?.text).toContain("The tool is switched off");
  expect(acts.at(-1)?.calls).toEqual([]);
});

test("what was remembered is told in a later conversation, and it says when there is nothing", async () => {
  const question = [says("What do you remember?")];
  const told = await rehearse(question, [json({ value: { text: "Milk" } })]);
  expect(told.at(-1)?.text).toContain("“Milk”");
  const nothing = await rehearse(question, [json({ value: null })]);
  expect(nothing.at(-1)?.text).toContain("Nothing yet");
});

test("a message typed while a form waits is a new turn of its own", async () => {
  const before = [
    says("Plan a weekend in Porto"),
    {
      role: "assistant" as const,
      content: [{ type: "tool-call" as const, toolCallId: "a", toolName: "render_blocks", input: {} }],
    },
    {
      role: "tool" as const,
      content: [
        {
          type: "tool-result" as const,
          toolCallId: "a",
          toolName: "render_blocks",
          output: json({ action: "message", text: "Make it `cheaper`" }),
        },
      ],
    },
    says("Make it `cheaper`"),
  ];
  const [act] = await rehearse(before, []);
  expect(act?.text).toContain("“Make it \\`cheaper\\`”");
  expect(act?.text).toMatch(/OPENAI_BASE_URL/);
});

test("it introduces itself once a conversation", async () => {
  const answered = { role: "assistant" as const, content: [{ type: "text" as const, text: "Hello" }] };
  const [act] = await rehearse([says("hi"), answered, says("Show me a week of bakery sales")], []);
  expect(act?.text).not.toContain("I am a script");
});
