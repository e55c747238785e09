import { expect, test } from "vitest";
import { OPENCODE_MODEL } from "./model";
import { chatRequest, OpenCodeAnswer, toPrompt } from "./wire";

const plain = { mayOffer: () => true, earlierAnswers: new Map(), refused: new Map() };
const asked = (messages: unknown[], more: object = {}) =>
  chatRequest.parse({ model: OPENCODE_MODEL, stream: true, messages, ...more });

function streamed(play: (answer: OpenCodeAnswer) => void) {
  const lines: string[] = [];
  play(new OpenCodeAnswer((line) => lines.push(line)));
  for (const line of lines) expect(line).toMatch(/^data: [^\n]+\n\n$/);
  return lines.map((line) => line.slice("data: ".length, -2));
}

test("OpenCodeAnswer streams an answer as OpenAI's chunks: role, text, calls, reason, usage, end", () => {
  const lines = streamed((answer) => {
    answer.text("Two\nlines");
    answer.call("call_1", "write", '{"filePath":"a.ts"}');
    answer.call("call_2", "read", "{}");
    answer.end("tool-calls", { inputTokens: 10, outputTokens: 5 });
  });
  expect(lines.pop()).toBe("[DONE]");
  const chunks = lines.map((line) => JSON.parse(line));
  for (const chunk of chunks)
    expect(chunk).toMatchObject({ object: "chat.completion.chunk", model: OPENCODE_MODEL });
  const call = (index: number, id: string, name: string, input: string) => ({
    tool_calls: [{ index, id, type: "function", function: { name, arguments: input } }],
  });
  expect(chunks.flatMap(({ choices }) => choices.map(({ delta }: { delta: object }) => delta))).toEqual([
    { role: "assistant" },
    { content: "Two\nlines" },
    call(0, "call_1", "write", '{"filePath":"a.ts"}'),
    call(1, "call_2", "read", "{}"),
    {},
  ]);
  expect(chunks.at(-2).choices[0].finish_reason).toBe("tool_calls");
  expect(chunks.at(-1)).toMatchObject({
    choices: [],
    usage: { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 },
  });
});

test("OpenCodeAnswer reports the finish reason in OpenAI's terms", () => {
  const reasonOf = (reason: Parameters<OpenCodeAnswer["end"]>[0]) =>
    JSON.parse(streamed((answer) => answer.end(reason, { inputTokens: 0, outputTokens: 0 })).at(-3) ?? "")
      .choices[0].finish_reason;
  expect((["stop", "length", "content-filter", "error", "other"] as const).map(reasonOf)).toEqual([
    ...["stop", "length", "content_filter", "stop", "stop"],
  ]);
});

test("toPrompt converts a request to a prompt with calls and results in place", () => {
  const call = (id: string, name: string, input: string) => ({
    ...{ id, type: "function", function: { name, arguments: input } },
  });
  const prompt = toPrompt(
    asked(
      [
        { role: "system", content: "You write." },
        { role: "developer", content: [{ type: "text", text: "Briefly." }] },
        {
          role: "user",
          content: [
            { type: "text", text: "Go" },
            { type: "image_url", image_url: {} },
          ],
        },
        {
          role: "assistant",
          content: null,
          tool_calls: [call("1", "write", '{"a":1}'), call("2", "read", "{")],
        },
        { role: "tool", tool_call_id: "1", content: "Done" },
        { role: "tool", tool_call_id: "2", content: "Nothing" },
        { role: "tool", tool_call_id: "unknown", content: "Made up" },
        { role: "assistant", content: " " },
        { role: "assistant", content: "It is there." },
      ],
      {
        tools: [
          { type: "function", function: { name: "write", parameters: { type: "object" } } },
          { type: "function", function: { name: "bash" } },
        ],
      },
    ),
    { ...plain, mayOffer: (name) => name !== "bash", refused: new Map([["2", "It is outside."]]) },
  );
  expect(prompt.system).toBe("You write.\n\nBriefly.");
  expect(Object.keys(prompt.tools)).toEqual(["write"]);
  const result = (toolCallId: string, toolName: string, value: string) => ({
    ...{ type: "tool-result", toolCallId, toolName, output: { type: "text", value } },
  });
  expect(prompt.messages).toEqual([
    { role: "user", content: "Go\n(This content cannot be shown.)" },
    {
      role: "assistant",
      content: [
        { type: "tool-call", toolCallId: "1", toolName: "write", input: { a: 1 } },
        { type: "tool-call", toolCallId: "2", toolName: "read", input: {} },
      ],
    },
    { role: "tool", content: [result("1", "write", "Done"), result("2", "read", "It is outside.")] },
    { role: "assistant", content: [{ type: "text", text: "It is there." }] },
  ]);
});

test("toPrompt sends earlier answers as the model gave them, not as OpenCode repeats them", () => {
  const own = {
    role: "assistant" as const,
    content: [
      { type: "reasoning" as const, text: "Hm", providerOptions: { test: { signature: "s" } } },
      { type: "tool-call" as const, toolCallId: "1", toolName: "write", input: { a: 1 } },
    ],
  };
  const toolCall = { id: "1", type: "function", function: { name: "bash", arguments: '{"command":"x"}' } };
  const { messages } = toPrompt(
    asked([
      { role: "user", content: "Go" },
      { role: "assistant", content: "", tool_calls: [toolCall] },
      { role: "tool", tool_call_id: "1", content: "Done" },
    ]),
    { ...plain, earlierAnswers: new Map([["1", own]]) },
  );
  expect(messages[1]).toBe(own);
  expect(messages[2]).toMatchObject({ content: [{ toolName: "write" }] });
});

test("chatRequest rejects malformed, oversized and unsupported requests", () => {
  const good = { model: OPENCODE_MODEL, stream: true, messages: [{ role: "user", content: "Hi" }] };
  const message = (one: unknown) => ({ ...good, messages: [one] });
  const bad: unknown[] = [
    ...[undefined, null, 7, "x", [], {}],
    { ...good, model: "gpt-5" },
    { ...good, stream: undefined },
    { ...good, messages: [] },
    { ...good, messages: Array(2_001).fill(good.messages[0]) },
    { ...good, tools: Array(101).fill({ type: "function", function: { name: "a" } }) },
    { ...good, tools: [{ type: "web_search" }] },
    { ...good, max_tokens: 0 },
    message({ role: "root", content: "x" }),
    message({ role: "user", content: 7 }),
    message({ role: "tool", content: "x" }),
    message({ role: "assistant", tool_calls: [{ id: 1, function: {} }] }),
  ];
  for (const one of bad)
    expect(chatRequest.safeParse(one).success, JSON.stringify(one)?.slice(0, 200)).toBe(false);
  expect(chatRequest.safeParse({ ...good, messages: Array(2_000).fill(good.messages[0]) }).success).toBe(
    true,
  );
  expect(chatRequest.safeParse({ ...good, tools: null }).success).toBe(false);
  expect(chatRequest.safeParse({ ...good, temperature: 0, stream_options: {} }).success).toBe(true);
});

test("toPrompt treats __proto__ and constructor in a request as plain names", () => {
  const call = { id: "__proto__", type: "function", function: { name: "__proto__", arguments: "{}" } };
  const request = asked(
    [
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", tool_call_id: "__proto__", content: "x" },
    ],
    { tools: [{ type: "function", function: { name: "constructor" } }] },
  );
  const { tools, messages } = toPrompt(request, { ...plain, mayOffer: () => false });
  expect(tools).toEqual({});
  expect(messages).toHaveLength(2);
});
