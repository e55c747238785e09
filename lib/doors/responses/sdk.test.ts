import { generateText, jsonSchema, streamText, tool } from "ai";
import { afterAll, beforeAll, expect, test } from "vitest";
import { callIn, responsesDoor, WEATHER } from "./testing/door";

let door: Awaited<ReturnType<typeof responsesDoor>>;
beforeAll(async () => {
  door = await responsesDoor();
});
afterAll(() => door.scene.close());

test("openai: answers a message, and the next response continues the conversation", async () => {
  const { openai } = await door.enter();
  const prompts = door.play({ text: "Hello Ada." }, { text: "You are Ada." });
  const first = await openai.responses.create({
    model: "easel",
    input: "I am Ada.",
    instructions: "Be brief.",
  });
  expect(first).toMatchObject({ status: "completed", output_text: "Hello Ada.", instructions: "Be brief." });
  expect(first.usage).toMatchObject({ input_tokens: 10, output_tokens: 5, total_tokens: 15 });
  const second = await openai.responses.create({ input: "Who am I?", previous_response_id: first.id });
  expect(second.output_text).toBe("You are Ada.");
  expect(JSON.stringify(prompts[0])).toContain("Be brief.");
  expect(JSON.stringify(prompts[1])).not.toContain("Be brief.");
  expect(JSON.stringify(prompts[1])).toContain("Hello Ada.");
  expect(await openai.responses.retrieve(second.id)).toMatchObject({ id: second.id, status: "completed" });
});

test("openai: streams the events of a response in order", async () => {
  const { openai } = await door.enter();
  door.play({ text: "One two three." });
  const stream = await openai.responses.create({ input: "Count.", stream: true });
  const events = await Array.fromAsync(stream);
  const types = events.map(({ type }) => type).filter((type, at, all) => type !== all[at - 1]);
  expect(types).toEqual([
    "response.created",
    "response.in_progress",
    "response.output_item.added",
    "response.content_part.added",
    "response.output_text.delta",
    "response.output_text.done",
    "response.content_part.done",
    "response.output_item.done",
    "response.completed",
  ]);
  expect(events.map((event) => event.sequence_number)).toEqual(events.map((_, at) => at));
  const deltas = events.flatMap((event) =>
    event.type === "response.output_text.delta" ? [event.delta] : [],
  );
  expect(deltas.join("")).toBe("One two three.");
});

test("openai: runs a tool of the program, and the same turn goes on", async () => {
  const { openai } = await door.enter();
  door.play(
    { text: "I look.", calls: [{ tool: "get_weather", input: { city: "Bonn" } }] },
    { text: "It rains." },
  );
  const first = await openai.responses.create({ input: "Weather in Bonn?", tools: [WEATHER] });
  const call = callIn(first);
  expect(call).toMatchObject({ name: "get_weather", arguments: '{"city":"Bonn"}', status: "completed" });
  const second = await openai.responses.create({
    previous_response_id: first.id,
    tools: [WEATHER],
    input: [{ type: "function_call_output", call_id: call.call_id, output: "rain" }],
  });
  expect(second.output_text).toBe("It rains.");
  expect(second.output).toHaveLength(1);
  expect((await openai.responses.retrieve(first.id)).output).toMatchObject([
    { type: "message" },
    { call_id: call.call_id },
  ]);
});

test("openai: answers a question of the agent after an invalid answer", async () => {
  const { openai } = await door.enter();
  door.play({ calls: [{ tool: "ask_user", input: { question: "Which?" } }] }, { text: "The red one." });
  const first = await openai.responses.create({ input: "Choose." });
  const call = callIn(first);
  expect(call.name).toBe("easel_ask");
  const given = JSON.parse(call.arguments);
  expect(given).toMatchObject({ kind: "question", tool: "ask_user", input: { question: "Which?" } });
  expect(given.answer_schema).toMatchObject({ properties: { answer: { type: "string" } } });
  expect(given.url).toMatch(/\/chat\/[0-9a-f-]{36}$/);
  const answer = (output: string) =>
    openai.responses.create({
      previous_response_id: first.id,
      input: [{ type: "function_call_output", call_id: call.call_id, output }],
    });
  const failure = await answer('{"answer":7}').catch((error) => error);
  expect(failure).toMatchObject({ status: 400, code: "invalid_answer", param: "input[0].output" });
  expect(failure.message).toContain("answer");
  expect((await answer('{"answer":"red"}')).output_text).toBe("The red one.");
  // The same answer again returns the same turn.
  expect((await answer('{"answer":"red"}')).status).toBe("completed");
});

test("openai: reports that the question was answered elsewhere, and returns the rest of the turn", async () => {
  const { openai } = await door.enter();
  door.play({ calls: [{ tool: "ask_user", input: { question: "Which?" } }] }, { text: "The blue one." });
  const first = await openai.responses.create({ input: "Choose." });
  const call = callIn(first);
  await door.answerElsewhere(first.conversation?.id ?? "", { answer: "blue" });
  const late = await openai.responses
    .create({
      previous_response_id: first.id,
      input: [{ type: "function_call_output", call_id: call.call_id, output: '{"answer":"red"}' }],
    })
    .catch((error) => error);
  expect(late).toMatchObject({ status: 400, code: "already_answered" });
  expect(late.message).toContain("blue");
  const rest = await openai.responses.create({ previous_response_id: first.id, input: [] });
  expect(rest.output_text).toBe("The blue one.");
});

test("openai: chat completions repeat all messages, and stay in one conversation", async () => {
  const { openai } = await door.enter();
  const prompts = door.play({ text: "Hello." }, { text: "Ada." });
  const messages: Parameters<typeof openai.chat.completions.create>[0]["messages"] = [
    { role: "system", content: "Be kind." },
    { role: "user", content: "I am Ada." },
  ];
  const first = await openai.chat.completions.create({ model: "easel", messages });
  expect(first.choices[0]).toMatchObject({ finish_reason: "stop", message: { content: "Hello." } });
  const next = first.choices[0]?.message;
  if (!next) throw new Error("no message");
  const stream = await openai.chat.completions.create({
    model: "easel",
    messages: [...messages, next, { role: "user", content: "Who am I?" }],
    stream: true,
    stream_options: { include_usage: true },
  });
  const chunks = await Array.fromAsync(stream);
  expect(chunks.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe("Ada.");
  expect(chunks.at(-1)?.usage).toMatchObject({ total_tokens: 15 });
  expect(prompts[1]?.filter(({ role }) => role !== "system")).toHaveLength(3);
});

test("ai: streams with a tool that the SDK runs itself", async () => {
  const { ai } = await door.enter();
  door.play({ calls: [{ tool: "get_weather", input: { city: "Bonn" } }] }, { text: "It rains in Bonn." });
  const asked: unknown[] = [];
  const result = streamText({
    model: ai("easel"),
    prompt: "Weather?",
    tools: {
      get_weather: tool({
        description: "The weather",
        inputSchema: jsonSchema<{ city: string }>(WEATHER.parameters as object),
        execute: async (input) => {
          asked.push(input);
          return { sky: "rain" };
        },
      }),
    },
    stopWhen: ({ steps }) => steps.length > 3,
    maxRetries: 0,
  });
  expect(await result.text).toBe("It rains in Bonn.");
  expect(asked).toEqual([{ city: "Bonn" }]);
});

test("ai: sends an image and continues with the messages of the result", async () => {
  const { ai } = await door.enter();
  const prompts = door.play({ text: "A dot." }, { text: "Black." });
  const image = Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=",
    "base64",
  );
  const messages = [
    {
      role: "user" as const,
      content: [
        { type: "text" as const, text: "What is it?" },
        { type: "image" as const, image, mediaType: "image/png" },
      ],
    },
  ];
  const first = await generateText({ model: ai("easel"), messages, maxRetries: 0 });
  expect(first.text).toBe("A dot.");
  expect(JSON.stringify(prompts[0])).toContain("image/png");
  const second = await generateText({
    model: ai("easel"),
    messages: [...messages, ...first.response.messages, { role: "user", content: "Colour?" }],
    maxRetries: 0,
  });
  expect(second.text).toBe("Black.");
  expect(prompts[1]?.filter(({ role }) => role !== "system")).toHaveLength(3);
});

test("ai: the compatible provider uses chat completions, with a tool", async () => {
  const { compatible } = await door.enter();
  door.play({ calls: [{ tool: "get_weather", input: { city: "Bonn" } }] }, { text: "Rain." });
  const result = await generateText({
    model: compatible("easel"),
    prompt: "Weather?",
    tools: {
      get_weather: tool({
        description: "The weather",
        inputSchema: jsonSchema<{ city: string }>(WEATHER.parameters as object),
        execute: async () => "rain",
      }),
    },
    stopWhen: ({ steps }) => steps.length > 3,
    maxRetries: 0,
  });
  expect(result.text).toBe("Rain.");
  expect(result.usage.inputTokens).toBeGreaterThan(0);
});

test("openai: content of the canvas comes as text, and a question as text unless the program declares easel_ask", async () => {
  const { openai } = await door.enter();
  const blocks = [
    { type: "markdown", content: "Two rows:" },
    {
      type: "table",
      columns: [{ key: "city", label: "City" }],
      data: [{ city: "Bonn" }, { city: "Cologne|Deutz" }],
    },
  ];
  door.play(
    { text: "Here.", calls: [{ tool: "render_blocks", input: { title: "Cities", blocks } }] },
    { calls: [{ tool: "ask_user", input: { question: "Which?", options: ["Red", "Blue"] } }] },
    { text: "Red it is." },
  );
  const first = await openai.responses.create({ input: "Compare." });
  expect(first.output).toMatchObject([{ type: "message" }, { type: "message" }]);
  expect(first.output_text).toContain("Two rows:\n\n| City |\n| --- |\n| Bonn |\n| Cologne\\|Deutz |");
  const second = await openai.responses.create({ input: "Choose.", previous_response_id: first.id });
  expect(second.output_text).toMatch(/^Which\?\n- Red\n- Blue\n\nAnswer here or at http/);
  expect(second.output.map(({ type }) => type)).toEqual(["message", "function_call"]);
  // A text of the user is the answer.
  const third = await openai.responses.create({ input: "Red", previous_response_id: second.id });
  expect(third.output_text).toBe("Red it is.");
  door.play({ calls: [{ tool: "ask_user", input: { question: "Which?" } }] });
  const tools = [{ type: "function" as const, name: "easel_ask", parameters: {}, strict: false }];
  const fourth = await openai.responses.create({ input: "Choose again.", tools });
  expect(fourth.output.map(({ type }) => type)).toEqual(["function_call"]);
});

test("openai: limits the tokens of the answer, and reports an answer that was cut", async () => {
  const { openai } = await door.enter();
  const limits: unknown[] = [];
  door.play((options) => {
    limits.push(options.maxOutputTokens);
    return { text: "One two", finish: "length" };
  });
  const cut = await openai.responses.create({ input: "Count.", max_output_tokens: 20 });
  expect(cut).toMatchObject({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } });
  expect([cut.output_text, limits]).toEqual(["One two", [20]]);
});

test("ai: easel_ask is a tool that the program answers", async () => {
  const { ai } = await door.enter();
  door.play({ calls: [{ tool: "ask_user", input: { question: "Which?" } }] }, { text: "Green." });
  const asked: unknown[] = [];
  const result = await generateText({
    model: ai("easel"),
    prompt: "Choose.",
    tools: {
      easel_ask: tool({
        description: "Answers a question of the agent",
        inputSchema: jsonSchema<{ kind: string }>({ type: "object" }),
        execute: async (input) => {
          asked.push(input);
          return { answer: "green" };
        },
      }),
    },
    stopWhen: ({ steps }) => steps.length > 3,
    maxRetries: 0,
  });
  expect(result.text).toBe("Green.");
  expect(asked).toMatchObject([{ kind: "question", input: { question: "Which?" } }]);
});

test("a failed run is an error of chat completions, also in a stream", async () => {
  const { openai, compatible } = await door.enter();
  door.play({ fails: new Error("no") }, { fails: new Error("no") }, { fails: new Error("no") });
  const messages = [{ role: "user" as const, content: "x" }];
  await expect(openai.chat.completions.create({ model: "easel", messages })).rejects.toMatchObject({
    status: 500,
  });
  const stream = await openai.chat.completions.create({ model: "easel", messages, stream: true });
  await expect(Array.fromAsync(stream)).rejects.toThrow();
  await expect(generateText({ model: compatible("easel"), prompt: "x", maxRetries: 0 })).rejects.toThrow();
});

test("a message can follow the outputs of the program's tools in one request", async () => {
  const { openai } = await door.enter();
  const prompts = door.play(
    { calls: [{ tool: "get_weather", input: { city: "Bonn" } }] },
    { text: "It rains." },
    { text: "Take a coat." },
  );
  const first = await openai.responses.create({ input: "Weather?", tools: [WEATHER] });
  const { call_id } = callIn(first);
  const second = await openai.responses.create({
    ...{ previous_response_id: first.id, tools: [WEATHER] },
    input: [
      { type: "function_call_output", call_id, output: "rain" },
      { role: "user", content: "What do I wear?" },
    ],
  });
  expect(second.output_text).toBe("Take a coat.");
  expect(JSON.stringify(prompts[2])).toContain("It rains.");
});
