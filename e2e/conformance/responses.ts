import { z } from "zod";
import { call } from "../call.ts";
import { directive } from "../provider/directive.ts";
import type { EaselServer } from "../server.ts";

/*
 * The cases of the Open Responses compliance suite (github.com/openresponses/openresponses, `src/lib/compliance-tests.ts`,
 * specification of 2026-04-24), and the rules of its specification for streams. The suite is not a package, so the cases
 * and the schema of a response are repeated here. Each line with `[[…]]` tells the fake model what to answer.
 */

const text = z.object({
  type: z.literal("output_text"),
  text: z.string(),
  annotations: z.array(z.unknown()),
  logprobs: z.array(z.unknown()),
});
const status = z.enum(["in_progress", "completed", "incomplete"]);
const item = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("message"),
    id: z.string(),
    status,
    role: z.literal("assistant"),
    content: z.array(text),
  }),
  z.object({
    type: z.literal("function_call"),
    id: z.string(),
    call_id: z.string().min(1).max(64),
    name: z.string().regex(/^[a-zA-Z0-9_-]{1,64}$/),
    arguments: z.string(),
    status,
  }),
]);

/** `ResponseResource`: all of these fields are required. */
const resource = z.object({
  id: z.string(),
  object: z.literal("response"),
  created_at: z.int(),
  completed_at: z.int().nullable(),
  status: z.enum(["queued", "in_progress", "completed", "failed", "incomplete"]),
  incomplete_details: z.object({ reason: z.string() }).nullable(),
  model: z.string(),
  previous_response_id: z.string().nullable(),
  instructions: z.string().nullable(),
  output: z.array(item),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  tools: z.array(
    z.object({
      type: z.literal("function"),
      name: z.string(),
      description: z.string().nullable(),
      parameters: z.record(z.string(), z.unknown()).nullable(),
      strict: z.boolean().nullable(),
    }),
  ),
  tool_choice: z.union([z.enum(["none", "auto", "required"]), z.object({ type: z.string() })]),
  truncation: z.enum(["auto", "disabled"]),
  parallel_tool_calls: z.boolean(),
  text: z.object({ format: z.object({ type: z.literal("text") }) }),
  top_p: z.number(),
  presence_penalty: z.number(),
  frequency_penalty: z.number(),
  top_logprobs: z.int(),
  temperature: z.number(),
  reasoning: z.object({ effort: z.string().nullable(), summary: z.string().nullable() }).nullable(),
  usage: z
    .object({
      input_tokens: z.int(),
      output_tokens: z.int(),
      total_tokens: z.int(),
      input_tokens_details: z.object({ cached_tokens: z.int() }),
      output_tokens_details: z.object({ reasoning_tokens: z.int() }),
    })
    .nullable(),
  max_output_tokens: z.int().nullable(),
  max_tool_calls: z.int().nullable(),
  store: z.boolean(),
  background: z.boolean(),
  service_tier: z.string(),
  metadata: z.unknown(),
  safety_identifier: z.string().nullable(),
  prompt_cache_key: z.string().nullable(),
});
type Resource = z.infer<typeof resource>;

const event = z.looseObject({ type: z.string(), sequence_number: z.int() });
type Event = z.infer<typeof event>;

type Case = {
  id: string;
  body: Record<string, unknown>;
  isStream?: true;
  check(response: Resource, events: Event[]): string[];
};

const user = (content: unknown) => ({ type: "message", role: "user", content });
const says = (words: string) => directive({ text: words });
const completed = ({ status, output }: Resource) => [
  ...(status === "completed" ? [] : [`the status is ${status}`]),
  ...(output.length > 0 ? [] : ["there is no output"]),
];
const WEATHER = {
  type: "function",
  name: "get_weather",
  description: "Get the current weather for a location",
  parameters: {
    type: "object",
    properties: { location: { type: "string", description: "The city and state, e.g. San Francisco, CA" } },
    required: ["location"],
  },
};
const asksWeather = {
  input: [
    user(
      `What's the weather like in San Francisco?\n${directive({ tool: "get_weather", input: { location: "San Francisco, CA" } })}`,
    ),
  ],
  tools: [WEATHER],
};
const hasCall = ({ output }: Resource) =>
  output.some(({ type }) => type === "function_call") ? [] : ["there is no function_call"];
const missing = (events: Event[], ...types: string[]) =>
  types.filter((type) => !events.some((one) => one.type === type)).map((type) => `${type} is missing`);
const RED_HEART =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=";

const CASES: Case[] = [
  {
    id: "basic-response",
    body: { input: [user(`Say hello in exactly 3 words.\n${says("Hello to you.")}`)] },
    check: completed,
  },
  {
    id: "streaming-response",
    isStream: true,
    body: { input: [user(`Count from 1 to 5.\n${says("1 2 3 4 5")}`)] },
    check: (response, events) => [
      ...completed(response),
      ...missing(events, "response.created", "response.in_progress", "response.output_item.added"),
      ...missing(events, "response.content_part.added", "response.output_text.delta"),
      ...missing(events, "response.output_text.done", "response.content_part.done"),
      ...missing(events, "response.output_item.done", "response.completed"),
    ],
  },
  {
    id: "system-prompt",
    body: {
      input: [
        { type: "message", role: "system", content: "You are a pirate. Always respond in pirate speak." },
        user(`Say hello.\n${says("Ahoy.")}`),
      ],
    },
    check: completed,
  },
  { id: "tool-calling", body: asksWeather, check: hasCall },
  {
    id: "tool-calling-streaming",
    isStream: true,
    body: asksWeather,
    check: (response, events) => [
      ...hasCall(response),
      ...missing(events, "response.function_call_arguments.delta", "response.function_call_arguments.done"),
      ...missing(events, "response.output_item.added", "response.output_item.done"),
    ],
  },
  {
    id: "image-input",
    body: {
      input: [
        user([
          {
            type: "input_text",
            text: `What do you see in this image? Answer in one sentence.\n${says("A heart.")}`,
          },
          { type: "input_image", image_url: RED_HEART },
        ]),
      ],
    },
    check: completed,
  },
  {
    id: "multi-turn",
    body: {
      input: [
        user("My name is Alice."),
        {
          type: "message",
          role: "assistant",
          content: "Hello Alice! Nice to meet you. How can I help you today?",
        },
        user(`What is my name?\n${says("Alice.")}`),
      ],
    },
    check: completed,
  },
];

/** Runs the cases against `/v1`. */
export async function asResponses(easel: EaselServer): Promise<boolean> {
  const { body } = await call(easel.url, "POST", "/api/mcp/tokens", { name: "The suite" });
  let passed = 0;
  for (const one of CASES) {
    const problems = await problemsOf(easel, body.token, one).catch((error: unknown) => [String(error)]);
    if (problems.length === 0) passed += 1;
    console.log(`${problems.length === 0 ? "passed" : "FAILED"}  ${one.id}`);
    for (const problem of problems) console.log(`        ${problem}`);
  }
  console.log(`responses: ${passed} of ${CASES.length} cases passed`);
  return passed === CASES.length;
}

async function problemsOf(easel: EaselServer, token: string, { body, isStream, check }: Case) {
  const response = await fetch(`${easel.url}/v1/responses`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ model: "easel", ...body, stream: isStream === true }),
  });
  if (!response.ok) return [`HTTP ${response.status}: ${await response.text()}`];
  const { events, problems } = isStream ? eventsIn(await response.text()) : { events: [], problems: [] };
  const last = isStream ? events.at(-1)?.response : await response.json();
  const found = resource.safeParse(last);
  if (!found.success) return found.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  return [...problems, ...check(found.data, events)];
}

/** Checks the rules of streams: names, numbers, snapshots that fit the schema, and the end. */
function eventsIn(stream: string) {
  const problems: string[] = [];
  const events: Event[] = [];
  const blocks = stream.split("\n\n").filter((block) => block && !block.startsWith(":"));
  if (blocks.at(-1) !== "data: [DONE]") problems.push("the stream does not end with [DONE]");
  for (const block of blocks.slice(0, -1)) {
    const [, name, data] = /^event: (.+)\ndata: (.+)$/.exec(block) ?? [];
    const parsed = event.safeParse(JSON.parse(data ?? "null"));
    if (!parsed.success) {
      problems.push(`not an event: ${block}`);
      continue;
    }
    if (parsed.data.type !== name) problems.push(`the event ${name} has the type ${parsed.data.type}`);
    if (parsed.data.sequence_number !== events.length) problems.push(`${name} has the wrong number`);
    const snapshot = parsed.data.response;
    if (snapshot !== undefined && !resource.safeParse(snapshot).success)
      problems.push(`the response of ${name} does not fit the schema`);
    events.push(parsed.data);
  }
  return { events, problems };
}
