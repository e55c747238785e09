import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runAgent } from "@/lib/agent/loop/run";
import { chunks, stage, textIn } from "@/lib/agent/loop/testing/stage";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { directive } from "../provider/directive";
import { type Provider, startProvider } from "../provider/server";
import type { Turn } from "../provider/turn";
import { choose, equipment, wires } from "./chosen-model";

let scene: Awaited<ReturnType<typeof stage>>;
let provider: Provider;
beforeAll(async () => {
  [scene, provider] = await Promise.all([stage(equipment), startProvider()]);
});
afterAll(() => Promise.all([scene.close(), provider.close()]));

const tell = (...turns: Turn[]) => `Do this:\n${directive(...turns)}`;
const partsOf = (messages: Message[]) => messages.at(-1)?.parts ?? [];
const reasoningIn = (messages: Message[]) =>
  partsOf(messages).flatMap((part) => (part.type === "reasoning" && part.text ? [part.text] : []));
const callsIn = (messages: Message[]) => partsOf(messages).filter(isToolPart);

const PIXEL =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const set = (key: string, value: unknown) => ({ tool: "set_state", input: { key, value } });

describe.each(wires)("%s", (wire) => {
  beforeEach(() => choose(wire, provider));

  test("streams and stores the answer's text", async () => {
    const talk = scene.conversation();
    const stream = await chunks(await talk.say(tell({ text: "Good morning, 👩‍👩‍👧 in Zürich." })));
    expect(textIn(stream)).toBe("Good morning, 👩‍👩‍👧 in Zürich.");
    const { run, messages } = await talk.read();
    expect(run).toMatchObject({ status: "completed", error: null });
    expect(textIn(partsOf(messages))).toBe("Good morning, 👩‍👩‍👧 in Zürich.");
  });

  test("shows reasoning separately from the answer", async () => {
    const talk = scene.conversation();
    const stream = await chunks(await talk.say(tell({ reasoning: "Let me think.", text: "Four." })));
    const deltas = stream.flatMap((chunk) => (chunk.type === "reasoning-delta" ? [chunk.delta] : []));
    expect(deltas.join("")).toBe("Let me think.");
    const { messages } = await talk.read();
    expect(reasoningIn(messages)).toEqual(["Let me think."]);
    expect(textIn(partsOf(messages))).toBe("Four.");
  });

  test("makes one call, several at once, and answers after them", async () => {
    const talk = scene.conversation();
    await chunks(
      await talk.say(
        tell(
          { reasoning: "First one.", text: "I write it down. ", ...set("a", 1) },
          {
            reasoning: "Then two.",
            tools: [set("b", { c: "ü" }), { tool: "get_state", input: { key: "a" } }],
          },
          { tool: "list_state_keys" },
          { text: "Done." },
        ),
      ),
    );
    const { run, messages } = await talk.read();
    expect(run).toMatchObject({ status: "completed", error: null });
    expect(textIn(partsOf(messages))).toBe("I write it down. Done.");
    expect(reasoningIn(messages)).toEqual(["First one.", "Then two."]);
    expect(callsIn(messages).map(({ type, input, state }) => [type, input, state])).toEqual([
      ["tool-set_state", { key: "a", value: 1 }, "output-available"],
      ["tool-set_state", { key: "b", value: { c: "ü" } }, "output-available"],
      ["tool-get_state", { key: "a" }, "output-available"],
      ["tool-list_state_keys", {}, "output-available"],
    ]);
    expect(provider.requests.at(-1)).toMatchObject({ turn: 3, outcome: "answered" });
  });

  test("pauses for an answer and continues", async () => {
    const talk = scene.conversation();
    const form = { type: "form", fields: [{ name: "city", label: "City", type: "text", required: true }] };
    const render = { tool: "render_blocks", input: { blocks: [form] } };
    await chunks(
      await talk.say(tell({ reasoning: "I ask.", text: "Where? ", ...render }, { text: "Thanks." })),
    );
    const { run, asks } = await talk.read();
    expect(run?.status).toBe("waiting");
    expect(asks).toMatchObject([{ toolName: "render_blocks", input: { blocks: [form] } }]);
    const answered = { action: "submit", data: { city: "Porto" } };
    await chunks(await talk.answer(asks[0]?.toolCallId ?? "", answered));
    const after = await talk.read();
    expect(after.run).toMatchObject({ status: "completed", error: null });
    expect(textIn(partsOf(after.messages))).toBe("Where? Thanks.");
    expect(JSON.stringify(provider.requests.at(-1)?.body)).toContain("Porto");
  });

  test("later messages include all earlier ones", async () => {
    const talk = scene.conversation();
    for (const n of [1, 2, 3]) {
      await chunks(
        await talk.say(
          tell({ reasoning: `Thought ${n}.`, text: `Word ${n}. `, ...set("n", n) }, { text: `End ${n}.` }),
        ),
      );
      expect((await talk.read()).run).toMatchObject({ status: "completed", error: null });
    }
    const sent = JSON.stringify(provider.requests.at(-1)?.body);
    for (const n of [1, 2]) expect(sent).toContain(`End ${n}.`);
  });

  test("reads an image and a text file with the message", async () => {
    const { where } = scene.conversation();
    const file = (mediaType: string, base64: string) =>
      ({ type: "file", mediaType, filename: "list.csv", url: `data:${mediaType};base64,${base64}` }) as const;
    const csv = Buffer.from("größe;7").toString("base64");
    const text = { type: "text", text: tell({ text: "I see." }) } as const;
    const parts = [file("image/png", PIXEL), file("text/csv", csv), text];
    const stream = await chunks(await runAgent({ ...where, input: { message: { parts } } }));
    expect(textIn(stream)).toBe("I see.");
    const sent = JSON.stringify(provider.requests.at(-1)?.body);
    expect(sent).toContain(PIXEL);
    expect(sent).toContain("list.csv:\\n\\ngröße;7");
  });

  test("treats missing and repeated call ids as separate calls", async () => {
    const talk = scene.conversation();
    const again = { ...set("x", 1), id: "call_1" };
    for (const round of [1, 2])
      await chunks(await talk.say(tell({ tools: [again, again] }, again, { text: `Round ${round}.` })));
    const { run, messages } = await talk.read();
    expect(run).toMatchObject({ status: "completed", error: null });
    const calls = messages.flatMap(({ parts }) => parts.filter(isToolPart));
    expect(calls.map(({ state }) => state)).toEqual(Array(6).fill("output-available"));
  });

  test("returns broken, unknown and wrong calls to the model", async () => {
    const talk = scene.conversation();
    const wrong = [
      { tool: "nothing", input: {} },
      { tool: "get_state", input: { key: 7 } },
    ];
    const broken = wire === "google" ? [] : [{ tool: "get_state", rawArguments: '{"key": ' }];
    await chunks(await talk.say(tell({ tools: [...wrong, ...broken] }, { text: "Sorry." })));
    const { run, messages } = await talk.read();
    expect(run?.status).toBe("completed");
    expect(callsIn(messages).map(({ state }) => state)).toEqual(
      [...wrong, ...broken].map(() => "output-error"),
    );
    expect(textIn(partsOf(messages))).toBe("Sorry.");
  });
});
