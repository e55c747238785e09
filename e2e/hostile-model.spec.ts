import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { chunks, spoken, Talk, waitForText } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { unharmed } from "./hostile-after.ts";
import type { Turn } from "./provider/turn.ts";

unharmed();

const set = (rawArguments: string) => ({ tool: "set_state", rawArguments });
const nested = (levels: number) => `{"key":"deep","value":${"[".repeat(levels)}${"]".repeat(levels)}}`;
const event = (delta: object) => ({ raw: JSON.stringify({ choices: [{ index: 0, delta }] }) });
const then: Turn = { text: "sorry" };

type Case = [what: string, turns: Turn[], status: string, says: RegExp];
/** The model's turns, the expected status of the run, and the message that the model or the user must get. */
const CASES: Case[] = [
  [
    "sends arguments that are not JSON",
    [set('{"key":'), then],
    "completed",
    /Invalid input for set_state.*"sorry"/,
  ],
  [
    "sends arguments that are not an object",
    [{ tools: ["null", "[]", '"x"', "1", ""].map(set) }, then],
    "completed",
    /Invalid input for set_state.*"sorry"/,
  ],
  ["sends a __proto__ key", [set('{"key":"p","value":{"__proto__":{"x":1}}}'), then], "completed", /"sorry"/],
  [
    "calls unknown tools",
    [
      {
        tools: ["nope", "constructor", "__proto__", "a b\u0000<i>", "x".repeat(3_000)].map((tool) => ({
          tool,
        })),
      },
      then,
    ],
    "completed",
    /There is no tool \\"nope\\". Tools you can call: .*get_state.*"sorry"/,
  ],
  ["calls a tool without a name", [{ tool: "" }], "failed", /cannot read. Try again/],
  [
    "sends an invalid block",
    [{ tool: "render_blocks", input: { blocks: [{ type: "table", columns: "no" }] } }, then],
    "completed",
    /blocks\[0\]\.columns.*A correct table block.*"sorry"/,
  ],
  ["sends U+0000", [set('{"key":"nul","value":"a\\u0000b"}'), then], "completed", /"sorry"/],
  [
    "sends U+0000 in a key",
    [set('{"key":"\\u0000","value":1}'), then],
    "completed",
    /Invalid input.*"sorry"/,
  ],
  ["sends a lone surrogate", [set('{"key":"half","value":"\\ud83d"}'), then], "completed", /"sorry"/],
  [
    "asks with U+0000",
    [{ tool: "ask_user", rawArguments: '{"question":"a\\u0000\\udc00?"}' }],
    "waiting",
    /ask_user/,
  ],
  [
    "answers with U+0000 and a lone surrogate",
    [event({ content: "a\u0000b\ud83d" })],
    "completed",
    /"text":"a/,
  ],
  ["nests 300 levels deep", [set(nested(300)), then], "completed", /"sorry"/],
  ["nests 3,000 levels deep", [set(nested(3_000)), then], "completed", /"sorry"/],
  ["nests 30,000 levels deep", [set(nested(30_000)), then], "completed", /"sorry"/],
  [
    "nests blocks 5,000 levels deep",
    [{ tool: "render_blocks", rawArguments: `{"blocks":${"[".repeat(5_000)}${"]".repeat(5_000)}}` }, then],
    "completed",
    /Invalid input.*"sorry"/,
  ],
  [
    "makes 1,000 calls at once",
    [{ tool: "get_state", input: { key: "x" }, repeat: 1_000 }, then],
    "completed",
    /1000 calls in one step are too many: the first 64.*"sorry"/,
  ],
  [
    "asks 1,000 questions",
    [{ tool: "ask_user", input: { question: "?" }, repeat: 1_000 }],
    "waiting",
    /too many/,
  ],
  [
    "never stops calling tools",
    Array(101).fill({ tool: "get_state", input: { key: "x" } }),
    "failed",
    /after 100 steps.*go on/,
  ],
  [
    "uses one id for all calls",
    [
      { tool: "get_state", input: { key: "x" }, id: "c", repeat: 3 },
      { tool: "get_state", input: { key: "x" }, id: "c" },
      then,
    ],
    "completed",
    /"sorry"/,
  ],
  [
    "breaks off in its answer",
    [{ text: "one two three", cut: 2 }],
    "failed",
    /"one.*broke in.*is kept; try again/,
  ],
  ["breaks off before its first word", [{ text: "sorry", cut: 0, fails: 1 }], "completed", /"sorry"/],
  ["answers with nothing", [{}], "failed", /returned no answer. Ask again/],
  ["answers with spaces only", [{ text: " \n " }], "failed", /returned no answer. Ask again/],
  ["is busy for a second", [{ status: 429, retryAfter: 1, fails: 1, text: "sorry" }], "completed", /"sorry"/],
  ["is busy for an hour", [{ status: 429, retryAfter: 3_600 }], "failed", /no more requests.*in 60 minutes/],
  ["refuses the key", [{ status: 401 }], "failed", /refused the key.*Settings → Models/],
  ["reports an empty account", [{ status: 402 }], "failed", /credit/],
  ["is unknown to the provider", [{ status: 404 }], "failed", /does not know this model.*Choose another/],
  ["fails once", [{ status: 500, fails: 1, text: "sorry" }], "completed", /"sorry"/],
  ["always fails", [{ status: 503 }], "failed", /server error.*Try again/],
  ["sends HTML as an event", [{ raw: "<!doctype html><p>hi" }], "failed", /cannot read. Try again/],
  ["sends JSON in an unknown format", [{ raw: '{"a":1}' }], "failed", /cannot read. Try again/],
  [
    "sends a fragment of an unknown call",
    [event({ tool_calls: [{ index: 7, function: { arguments: "x" } }] })],
    "failed",
    /cannot read/,
  ],
  [
    "is stopped by the content filter",
    [{ text: "I ", finish: "content_filter" }],
    "failed",
    /"I .*content policy.*Rephrase/,
  ],
  ["reaches the output limit", [{ text: "I ", finish: "length" }], "failed", /"I .*output limit.*continue/],
  [
    "reaches the output limit inside a call",
    [{ ...set('{"key":"x","val'), finish: "length" }, then],
    "completed",
    /set_state.*"sorry"/,
  ],
  [
    "fails in the middle of its answer",
    [[{ text: "part " }, { error: "boom" }]],
    "failed",
    /"part .*server error/,
  ],
];

for (const [what, turns, status, says] of CASES) {
  test(`a model that ${what}`, async ({ easel }) => {
    const talk = new Talk(easel.url);
    await chunks(await talk.say("go", ...turns));
    const view = await talk.read();
    expect(view.run?.status).toBe(status);
    const parts = JSON.stringify(view.messages[1]?.parts);
    expect(parts.replaceAll("\n", " ")).toMatch(says);
    expect(parts + JSON.stringify(view.run)).not.toMatch(
      /node_modules|\.[jt]s:\d| {4}at |RangeError|Postgres|error [0-9a-f]{8}/,
    );
    expect(view.asks.length).toBeLessThanOrEqual(64);
    if (status === "waiting") await talk.stop();
    expect(spoken(await chunks(await talk.say("again", { text: "fine" })))).toBe("fine");
    const after = await talk.until("completed");
    expect(after.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user", "assistant"]);
  });
}

test("a run with a silent model can be stopped at once", async ({ easel, provider }) => {
  const talk = new Talk(easel.url);
  const stream = await talk.say(talk.id, [{ text: "well " }, { tool: "get_state" }, { hang: true }]);
  await waitForText(stream, "well");
  const start = performance.now();
  expect(await (await talk.stop()).json()).toMatchObject({ run: { status: "stopped" } });
  expect(performance.now() - start).toBeLessThan(1_500);
  await provider.log.until({ containing: talk.id, ended: true });
  expect(JSON.stringify((await talk.read()).messages[1]?.parts)).toMatch(/"well ".*You stopped the run here/);
  expect(spoken(await chunks(await talk.say("again", { text: "fine" })))).toBe("fine");
});

test("explains that the configured server is not a model server, or is unreachable", async ({
  easel: { url, output: said },
}) => {
  const page = createServer((_, response) => {
    response.setHeader("content-type", "text/html").end("<!doctype html><h1>Sign in</h1>");
  }).listen(0, "127.0.0.1");
  await once(page, "listening");
  const address = page.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const use = (baseUrl: string | null) =>
    call(url, "PUT", "/api/settings", { providers: { ollama: { baseUrl } } });
  expect((await use(`http://127.0.0.1:${port}/v1`)).status).toBe(200);
  try {
    const fails = async () => {
      const talk = new Talk(url);
      const parts = [{ type: "text", text: "go" }];
      await chunks(
        await talk.send({ message: { id: randomUUID(), role: "user", parts }, model: "ollama/any" }),
      );
      return (await talk.until("failed")).run?.error?.message;
    };
    expect(await fails()).toMatch(/cannot read.*Settings → Models/);
    page.close();
    page.closeAllConnections();
    expect(await fails()).toMatch(/cannot be reached. Check/);
  } finally {
    await use(null);
  }
  expect(
    said.splice(0).filter((line) => / error /i.test(line) && !/ warn +A model call failed /.test(line)),
  ).toEqual([]);
});
