import { generateText, tool } from "ai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { choose, chosenModel, wires } from "../wire/chosen-model";
import { directive } from "./directive";
import { type Provider, startProvider } from "./server";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider({ models: ["one", "two"] });
});
afterAll(() => provider.close());

async function ask(url: string, body: object, headers: Record<string, string> = {}) {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  const events = text.split(/\r?\n\r?\n/).filter(Boolean);
  const data = events.map((event) => JSON.parse(/^(?:data: )?(\{.*)$/m.exec(event)?.[1] ?? "null"));
  return { status: response.status, data, names: events.map((event) => /^event: (.*)$/m.exec(event)?.[1]) };
}

const prompt = directive({ reasoning: "Hm", text: "Yes", tool: "act", input: { n: 1 } });

describe("OpenAI's responses", () => {
  const body = { model: "m", stream: true, store: false, input: [{ role: "user", content: prompt }] };

  test("arrive in OpenAI's order and numbering", async () => {
    const { names, data } = await ask(`${provider.urls.openai}/responses`, {
      ...body,
      reasoning: { summary: "auto" },
    });
    expect(names).toEqual([
      "response.created",
      "response.in_progress",
      "response.output_item.added",
      "response.reasoning_summary_part.added",
      "response.reasoning_summary_text.delta",
      "response.reasoning_summary_text.done",
      "response.reasoning_summary_part.done",
      "response.output_item.done",
      "response.output_item.added",
      "response.content_part.added",
      "response.output_text.delta",
      "response.output_text.done",
      "response.content_part.done",
      "response.output_item.done",
      "response.output_item.added",
      "response.function_call_arguments.delta",
      "response.function_call_arguments.done",
      "response.output_item.done",
      "response.completed",
    ]);
    expect(data.map(({ type }) => type)).toEqual(names);
    expect(data.map(({ sequence_number }) => sequence_number)).toEqual([...names.keys()]);
  });

  test("hide reasoning unless a summary is requested", async () => {
    const { data } = await ask(`${provider.urls.openai}/responses`, body);
    expect(JSON.stringify(data)).not.toContain("summary_text");
    expect(data.find(({ type }) => type === "response.output_item.done").item.type).toBe("reasoning");
  });

  test("reject a conversation whose calls have no result", async () => {
    const wrong = { type: "function_call", call_id: "c", name: "act", arguments: "{}" };
    const { status, data } = await ask(`${provider.urls.openai}/responses`, { ...body, input: [wrong] });
    expect([status, data[0].error.message]).toEqual([400, "No tool output found for function call c."]);
  });
});

test("Anthropic's messages arrive in Anthropic's order", async () => {
  const thinking = { type: "adaptive", display: "summarized" };
  const { names, data } = await ask(`${provider.urls.anthropic}/messages`, {
    ...{ model: "m", max_tokens: 100, stream: true, thinking },
    messages: [{ role: "user", content: prompt }],
  });
  const block = (...deltas: number[]) => [
    "content_block_start",
    ...deltas.map(() => "content_block_delta"),
    "content_block_stop",
  ];
  expect(names).toEqual([
    ...["message_start", "ping"],
    ...[...block(1, 2), ...block(1), ...block(1, 2)],
    ...["message_delta", "message_stop"],
  ]);
  expect(data.flatMap(({ delta }) => (delta?.type ? [delta.type] : []))).toEqual([
    ...["thinking_delta", "signature_delta", "text_delta"],
    ...["input_json_delta", "input_json_delta"],
  ]);
});

test("Gemini's calls are whole, signed and without an id", async () => {
  const url = `${provider.urls.google}/models/gemini-3.8-flash:streamGenerateContent?alt=sse`;
  const { data } = await ask(url, { contents: [{ role: "user", parts: [{ text: prompt }] }] });
  const parts = data.flatMap(({ candidates }) => candidates[0].content.parts);
  expect(parts[1]).toEqual({
    functionCall: { name: "act", args: { n: 1 } },
    thoughtSignature: expect.any(String),
  });
  expect(data.at(-1)).toMatchObject({ candidates: [{ finishReason: "STOP" }], usageMetadata: {} });
});

test.each(wires)("%s: returns the same answer without streaming", async (wire) => {
  await choose(wire, provider);
  const { model } = chosenModel();
  const act = tool({ inputSchema: z.object({ n: z.number() }) });
  const usage = { input: 50, output: 9, cached: 20 };
  const result = await generateText({
    model,
    tools: { act },
    prompt: directive({ reasoning: "Hm", text: "Yes", tool: "act", input: { n: 1 }, usage }),
  });
  expect(result).toMatchObject({ text: "Yes", finishReason: "tool-calls" });
  expect(result.toolCalls).toMatchObject([{ toolName: "act", input: { n: 1 } }]);
  expect(result.usage).toMatchObject({ inputTokens: 50, outputTokens: 9 });
});

test("every provider lists its models and rejects a wrong key in its own format", async () => {
  const lists: [string, Record<string, string>, number, (body: never) => string[]][] = [
    ["/v1/models", { authorization: "Bearer " }, 401, ({ data }: Listed) => data.map(({ id }) => id)],
    [
      "/v1/models",
      { "anthropic-version": "1", "x-api-key": "" },
      401,
      ({ data }: Listed) => data.map(({ id }) => id),
    ],
    ["/v1beta/models", { "x-goog-api-key": "" }, 400, ({ models }: Listed) => models.map(({ name }) => name)],
    ["/v4/ai/config", { authorization: "Bearer " }, 401, ({ models }: Listed) => models.map(({ id }) => id)],
  ];
  for (const [path, headers, status, read] of lists) {
    const last = Object.keys(headers).at(-1) ?? "";
    const list = (key: string) =>
      fetch(provider.origin + path, { headers: { ...headers, [last]: headers[last] + key } });
    const names = read((await (await list("fine")).json()) as never);
    expect(names.map((name) => name.replace("models/", ""))).toEqual(["one", "two"]);
    expect((await list("wrong")).status).toBe(status);
  }
});

type Listed = { data: { id: string }[]; models: { id: string; name: string }[] };
