import { DefaultChatTransport, readUIMessageStream, type UIMessage } from "ai";
import { chunks, spoken, Talk, type View } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";

let url: string;
test.beforeEach(({ easel }) => {
  url = easel.url;
});
const change = (path: string, body: unknown) => call(url, "PATCH", path, body);
const calls = ({ messages }: View) =>
  messages.flatMap(({ parts }) => parts.filter((part) => part.toolCallId));
const policy = async (name: string) => {
  const { body } = await call(url, "GET", "/api/tools");
  const tools: { name: string; policy: string }[] = body.toolsets.flatMap(
    (set: { tools: unknown }) => set.tools,
  );
  return tools.find((tool) => tool.name === name)?.policy;
};

test("lists every tool with a schema that models accept", async () => {
  const { status, body } = await call(url, "GET", "/api/tools");
  expect(status).toBe(200);
  const mode = expect.stringMatching(/^(on|on_demand|off)$/);
  const text = expect.any(String);
  const flag = expect.any(Boolean);
  const number = expect.any(Number);
  for (const { tools, reason, reasonCode, note, noteCode, afterWeb, ...set } of body.toolsets) {
    const strings = { prompt: text, instructions: "" };
    const available = !["images", "mail", "whatsapp"].includes(set.id);
    expect(set).toEqual({
      id: text,
      title: text,
      category: text,
      mode,
      available,
      tokens: number,
      ...strings,
    });
    // Without OpenCode, the note explains how to install it.
    if (note !== undefined)
      expect([set.id, note, noteCode]).toEqual(["code", expect.stringContaining("OpenCode"), "noOpenCode"]);
    expect(reason).toEqual(available ? undefined : text);
    expect(reasonCode).toBe(
      { images: "noImageModel", mail: "noMail", whatsapp: "noWhatsApp" }[String(set.id)],
    );
    const mayAsk = tools.some((tool: { afterWeb?: string }) => tool.afterWeb === "concerned");
    expect(afterWeb).toBe(mayAsk ? "ask" : undefined);
    for (const { version, stats, lacks, lacksCode, maxTimeoutSeconds, afterWeb: _, ...tool } of tools) {
      expect(maxTimeoutSeconds).toEqual(tool.pauses ? undefined : number);
      expect(lacks).toEqual(tool.name === "web_search" ? text : undefined);
      expect(lacksCode).toBe(tool.name === "web_search" ? "noSearchEngine" : undefined);
      expect(version === undefined).toBe(set.id !== "own");
      expect(stats).toMatchObject({ calls: number, failures: number });
      const inputSchema = expect.objectContaining({ type: "object" });
      const policy = expect.stringMatching(/^(allow|ask|deny)$/);
      expect(tool).toEqual({
        name: text,
        description: text,
        inputSchema,
        policy,
        enabled: flag,
        pauses: flag,
        instructions: "",
        ...{ timeoutSeconds: null, rateLimit: null },
        ...{ reads: expect.any(Array), writes: expect.any(Array) },
        ...(set.id !== "own" && { title: text, help: text }),
      });
      expect(JSON.stringify(tool.inputSchema), tool.name).not.toContain("$ref");
    }
  }
});

test("the model gets the user's settings of a toolset", async ({ provider }) => {
  const instructions = "Keys are written in Latin.";
  const changed = await change("/api/toolsets/state", { instructions: instructions });
  expect(changed.body.toolset).toMatchObject({ id: "state", instructions: instructions, mode: "on" });
  const asked = async (talk: Talk) => {
    await chunks(await talk.say(talk.id, { text: "ok" }));
    return JSON.stringify(provider.log.find({ containing: talk.id })[0]?.body);
  };
  expect(await asked(new Talk(url))).toContain(instructions);
  await change("/api/toolsets/state", { instructions: "", mode: "off" });
  const without = await asked(new Talk(url));
  await change("/api/toolsets/state", { mode: "on" });
  expect(without).not.toContain("set_state");
  expect(await asked(new Talk(url))).toContain("set_state");
});

const input = { key: "approved", value: "asked" };
const edited = { key: "approved", value: "edited" };
const DECISIONS: [output: object, says: Record<string, unknown>, value: unknown][] = [
  [{ decision: "approve" }, { state: "output-available" }, "asked"],
  [{ decision: "edit", input: edited }, { state: "output-available", input: edited }, "edited"],
  [
    { decision: "reject", reason: "not now" },
    { state: "output-denied", approval: { approved: false, reason: expect.stringContaining("not now") } },
    null,
  ],
];
for (const [output, says, value] of DECISIONS) {
  test(`a call that needs approval follows the answer ${JSON.stringify(output)}`, async () => {
    await call(url, "DELETE", "/api/state/approved");
    await change("/api/tools/set_state", { policy: "ask" });
    const talk = new Talk(url);
    await chunks(await talk.say("go", { tool: "set_state", input }, { text: "over" }));
    const [ask] = (await talk.until("waiting")).asks;
    expect(ask).toMatchObject({ kind: "approval", toolName: "set_state", input });
    expect((await call(url, "GET", "/api/state/approved")).body).toEqual({ value: null });
    expect(spoken(await chunks(await talk.answer(ask?.toolCallId ?? "", output)))).toBe("over");
    expect((await call(url, "GET", "/api/state/approved")).body).toEqual({ value });
    expect(calls(await talk.read())[0]).toMatchObject(says);
    expect(await policy("set_state")).toBe("ask");
    await change("/api/tools/set_state", { policy: "allow" });
  });
}

test("an approval is remembered as a permission if the user wants it; a rejection never is", async () => {
  const begin = async () => {
    await change("/api/tools/set_state", { policy: "ask" });
    const talk = new Talk(url);
    const twice = { tool: "set_state", input };
    await chunks(await talk.say("go", twice, twice, { text: "over" }));
    const [ask] = (await talk.until("waiting")).asks;
    return { talk, id: ask?.toolCallId ?? "" };
  };
  for (const wrong of [
    {},
    { decision: "maybe" },
    { decision: "edit" },
    { decision: "edit", input: { key: 1 } },
  ]) {
    const { talk, id } = await begin();
    expect((await talk.answer(id, wrong)).status, JSON.stringify(wrong)).toBe(422);
    await talk.stop();
  }
  for (const remember of ["conversation", "always"]) {
    const no = await begin();
    await (await no.talk.answer(no.id, { decision: "reject", remember })).text();
    expect([remember, await policy("set_state")]).not.toEqual([remember, "allow"]);
    expect(calls(await no.talk.read())[1]?.state).not.toBe("output-available");
    await no.talk.stop();
    const yes = await begin();
    await (await yes.talk.answer(yes.id, { decision: "approve", remember })).text();
    expect((await yes.talk.until("completed")).asks).toEqual([]);
    expect(await policy("set_state")).toBe(remember === "always" ? "allow" : "ask");
  }
  await change("/api/tools/set_state", { policy: "allow" });
});

test("state stores any JSON under any key and streams changes", async () => {
  const leave = new AbortController();
  const events = await fetch(`${url}/api/state/events`, { signal: leave.signal });
  expect(events.headers.get("content-type")).toContain("text/event-stream");
  const values = [null, 0, false, "", "ünï 👩‍👩‍👧", [1, [2]], { a: { constructor: 1 } }];
  const keys = ["plain", "a/b", "50%", "ä?#&+ b", "..", "//"];
  for (const [i, value] of values.entries()) {
    const path = `/api/state/${encodeURIComponent(`t${i}/${keys[i % keys.length]}`)}`;
    expect(await call(url, "PUT", path, { value })).toEqual({ status: 200, body: { value } });
    expect(await call(url, "GET", path)).toEqual({ status: 200, body: { value } });
  }
  const { body } = await call(url, "GET", "/api/state?prefix=t3/");
  const updatedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/);
  expect(body).toEqual({ entries: [{ key: "t3/ä?#&+ b", value: "", updatedAt }] });
  const remove = () => call(url, "DELETE", "/api/state/t0/plain");
  expect([(await remove()).body, (await remove()).body]).toEqual([{ deleted: true }, { deleted: false }]);

  let received = "";
  const isLast = () => received.split("data: ").length === values.length + 2;
  for await (const piece of events.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received += piece;
    if (isLast()) break;
  }
  leave.abort();
  const stateEvents = received.split("\n\n").filter((event) => event.startsWith("data: "));
  expect(stateEvents.map((event) => JSON.parse(event.slice(6)).value)).toEqual([...values, null]);

  // GET on this path streams changes, so the key `events` is read by `?key=`.
  const own = "/api/state/events";
  expect((await call(url, "PUT", own, { value: 1 })).status).toBe(200);
  expect((await call(url, "GET", "/api/state/any?key=events")).body).toEqual({ value: 1 });
  expect((await call(url, "DELETE", own)).body).toEqual({ deleted: true });
});

test("the event stream names the changed conversation", async () => {
  const leave = new AbortController();
  const events = await fetch(`${url}/api/events`, { signal: leave.signal });
  const talk = new Talk(url);
  await chunks(await talk.say("go", { text: "ok" }));
  let received = "";
  for await (const piece of events.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    received += piece;
    if (received.includes(`data: {"type":"conversation","id":"${talk.id}"}\n\n`)) break;
  }
  leave.abort();
});

test("the AI SDK's transport sends, answers, reconnects and rebuilds stored messages", async ({
  provider,
}) => {
  const talk = new Talk(url);
  const transport = new DefaultChatTransport({
    api: `${url}/api/chat`,
    prepareSendMessagesRequest: ({ id, messages, body }) => ({
      body: { id, ...(body?.answer ? { answer: body.answer } : { message: messages.at(-1) }) },
    }),
  });
  const turns = [
    [{ reasoning: "hm" }, { text: "Let me ask." }, { tool: "ask_user", input: { question: "Which?" } }],
    [{ text: "I see." }, { tool: "get_state", input: { key: "x" } }],
    [{ text: "All " }, { gate: talk.id, text: "done." }],
  ];
  const text = `go\n${JSON.stringify([turns])}`;
  const messages: UIMessage[] = [{ id: "m1", role: "user", parts: [{ type: "text", text }] }];
  const send = (body?: object) =>
    transport.sendMessages({
      chatId: talk.id,
      messages,
      body,
      trigger: "submit-message",
      messageId: undefined,
      abortSignal: undefined,
    });
  const rebuilt = async (stream: Awaited<ReturnType<typeof send>>, message?: UIMessage) => {
    let built: UIMessage | undefined;
    for await (const next of readUIMessageStream({ stream, message, terminateOnError: true })) built = next;
    return plain(built);
  };
  const stored = async () => plain((await talk.read()).messages.at(-1));

  const asking = await rebuilt(await send());
  expect(asking).toEqual(await stored());
  const [ask] = (await talk.until("waiting")).asks;
  const going = send({ answer: { toolCallId: ask?.toolCallId, output: { answer: "This" } } });
  await provider.gates.reached(talk.id);
  const again = await transport.reconnectToStream({ chatId: talk.id });
  provider.gates.open(talk.id);
  const [here, there] = await Promise.all([
    going.then((stream) => rebuilt(stream, structuredClone(asking))),
    again && rebuilt(again),
  ]);
  const whole = await stored();
  expect(whole.parts.flatMap((part) => (part.type === "text" ? [part.text] : []))).toEqual([
    "Let me ask.",
    "I see.",
    "All done.",
  ]);
  expect(here).toEqual(whole);
  expect(there).toEqual(whole);
  expect(await transport.reconnectToStream({ chatId: talk.id })).toBeNull();
});

/**
 * Returns the message as JSON, without undefined values and without the part ids that the SDK's reader adds.
 */
const plain = (message?: { id: string; role: string; parts: object[] }): UIMessage => {
  const { id, role, parts = [] } = message ?? {};
  return JSON.parse(JSON.stringify({ id, role, parts: parts.map((part) => ({ ...part, id: undefined })) }));
};
