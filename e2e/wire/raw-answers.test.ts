import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Equipment, standard } from "@/lib/agent/equipment";
import { chunks, stage, textIn } from "@/lib/agent/testing/stage";
import { makeModel } from "@/lib/models/index";
import { providers } from "@/lib/models/providers";
import { type ModelServer, modelServer } from "@/lib/models/testing/server";

/** Answers of OpenAI-compatible servers, byte for byte. */

type Raw = string | { status?: number; type?: string; body: string };
let answers: Raw[] = [];
let server: ModelServer;
let scene: Awaited<ReturnType<typeof stage>>;

beforeAll(async () => {
  server = await modelServer(({ method }) => {
    if (method === "GET") return { body: { data: [] } };
    const raw = answers.shift() ?? { status: 400, body: "no more answers" };
    return typeof raw === "string" ? { type: "text/event-stream", body: raw } : raw;
  });
  const equipment: Equipment = {
    ...standard,
    resolveModel: () => makeModel(providers["openai-compatible"], "m", { baseUrl: server.url }),
  };
  scene = await stage(equipment);
});
afterAll(() => Promise.all([scene.close(), server.close()]));
beforeEach(() => {
  server.asked.length = 0;
});

const event = (choice: object, more: object = {}) =>
  `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, finish_reason: null, ...choice }], ...more })}\n\n`;
const said = (...texts: string[]) =>
  texts.map((content, at) =>
    event({ delta: { content }, finish_reason: at === texts.length - 1 ? "stop" : null }),
  );
const done = "data: [DONE]\n\n";

async function play(...raw: Raw[]) {
  answers = raw;
  const talk = scene.conversation();
  const stream = await chunks(await talk.say("go"));
  const view = await talk.read();
  return { talk, stream, run: view.run, parts: view.messages.at(-1)?.parts ?? [] };
}

const prose = (parts: Awaited<ReturnType<typeof play>>["parts"]) =>
  parts.flatMap((part) =>
    part.type === "text" || part.type === "reasoning" ? [[part.type, part.text]] : [],
  );

describe("reasoning in tags", () => {
  test.each([
    ["split over deltas", ["<think>secret plan</th", "ink>\n\nthe answer"]],
    ["without the opening tag", ["secret plan</think>", "\n\nthe answer"]],
    ["without the opening tag again", ["secret plan", "</think>", "the answer"]],
  ])("%s is a reasoning part, and is not sent again", async (_, texts) => {
    const { talk, parts } = await play([...said(...texts), done].join(""));
    expect(prose(parts)).toEqual([
      ["reasoning", "secret plan"],
      ["text", "the answer"],
    ]);
    answers = [[...said("<think>more</think>Yes."), done].join("")];
    await chunks(await talk.say("and?"));
    const body = server.asked.at(-1)?.body ?? "";
    expect(body).toContain("the answer");
    expect(body).not.toMatch(/secret plan|think>/);
  });

  test("in reasoning_content is a reasoning part, and a quoted tag in code stays text", async () => {
    const thinking = event({ delta: { reasoning_content: "plan" } });
    const { parts } = await play([thinking, ...said("Use:\n```\n<think>\n```"), done].join(""));
    expect(prose(parts)).toEqual([
      ["reasoning", "plan"],
      ["text", "Use:\n```\n<think>\n```"],
    ]);
    expect(textIn(parts)).toContain("<think>");
  });
});
