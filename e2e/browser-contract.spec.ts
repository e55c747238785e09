import { randomUUID } from "node:crypto";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { directive } from "./provider/directive.ts";

type Event = { event: string; data: Record<string, unknown> };

async function opened(url: string, page: string) {
  const talk = new Talk(url);
  const calls = [
    { tool: "load_toolset", input: { id: "browser" } },
    { tool: "browser_navigate", input: { url: page } },
    { text: "It is open." },
  ];
  await (await talk.say("Open it", ...calls)).text();
  const at = `/api/browser/${talk.id}`;
  return {
    talk,
    state: async () => (await call(url, "GET", at)).body.browser,
    control: (body: object) => call(url, "POST", `${at}/control`, body),
    input: (...events: object[]) => call(url, "POST", `${at}/input`, { events }),
    see: (seen: unknown) => call(url, "POST", `${at}/seen`, { seen }),
    async live(is: (event: Event) => boolean): Promise<Event> {
      const { body } = await fetch(`${url}${at}/live`);
      for await (const event of eventsOf(body)) if (is(event)) return event;
      throw new Error("The stream ended");
    },
  };
}

async function* eventsOf(body: ReadableStream<Uint8Array> | null): AsyncGenerator<Event> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const piece of body ?? new ReadableStream<Uint8Array>()) {
    const eventTexts = (rest + decoder.decode(piece, { stream: true })).split("\n\n");
    rest = eventTexts.pop() ?? "";
    for (const text of eventTexts) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/.exec(text) ?? [];
      if (event && data) yield { event, data: JSON.parse(data) };
    }
  }
}

const letters = (text: string) =>
  [...text].flatMap((key) => [
    { type: "keydown", key },
    { type: "keyup", key },
  ]);

test("a browser can be watched, taken over, used and handed back", async ({ easel, site }) => {
  const { talk, state, control, input, live } = await opened(easel.url, `${site.url}/form`);
  expect(await state()).toMatchObject({ holder: "agent", url: `${site.url}/form`, calling: null });
  const frame = await live(({ event }) => event === "frame");
  expect(frame.data).toMatchObject({ width: 1280, height: 800, jpeg: expect.stringMatching(/^\/9j\//) });

  expect((await input({ type: "text", text: "x" })).status).toBe(409);
  expect((await control({ action: "return" })).status).toBe(409);
  const taken = await control({ action: "take" });
  expect([taken.status, taken.body.browser.holder]).toEqual([200, "person"]);
  expect((await input({ type: "keydown", key: "Tab" }, { type: "keyup", key: "Tab" })).status).toBe(204);
  expect((await input(...letters("Ada"))).status).toBe(204);

  const shown = live(({ event, data }) => event === "state" && data.target !== null);
  const read = { tool: "browser_evaluate", input: { code: "document.querySelector('#name').value" } };
  const click = { tool: "browser_click", input: { selector: "#boat" } };
  const returned = await control({ action: "return", text: directive(read, click, { text: "I read it." }) });
  expect([returned.status, returned.body.browser.holder]).toEqual([200, "agent"]);
  expect((await shown).data.target).toMatchObject({ action: "click", width: expect.any(Number) });
  await talk.until("completed");
  const { messages } = await talk.read();
  const parts = messages.flatMap(({ parts }) => parts);
  expect(parts.filter(({ type }) => type === "data-browser").map(({ data }) => data)).toMatchObject([
    { event: "taken", url: `${site.url}/form` },
    { event: "returned", text: expect.stringContaining("browser_evaluate") },
  ]);
  expect(JSON.stringify(parts.find(({ type }) => type === "tool-browser_evaluate")?.output)).toContain("Ada");
});

test("a takeover ends the agent's calls", async ({ easel, site }) => {
  const { talk, state, control } = await opened(easel.url, `${site.url}/form`);
  const slow = { tool: "browser_navigate", input: { url: `${site.url}/slow?ms=30000` } };
  const response = talk.say(`Open ${slow.input.url}`, slow, { text: "Then I wait." });
  await expect.poll(async () => (await state()).calling).toBe("browser_navigate");
  await control({ action: "take" });
  await (await response).text();
  const { messages } = await talk.until("completed");
  const parts = messages.flatMap(({ parts }) => parts);
  expect(parts.findLast(({ type }) => type === "tool-browser_navigate")).toMatchObject({
    state: "output-error",
    errorText: expect.stringContaining("The user took over the browser"),
  });
  expect(messages.at(-2)?.parts).toMatchObject([{ type: "data-browser", data: { event: "taken" } }]);
  expect((await state()).holder).toBe("person");
});

test("a call waits during a takeover and continues after the hand-back", async ({ easel, site }) => {
  const { talk, control } = await opened(easel.url, `${site.url}/form`);
  await control({ action: "take" });
  const click = { tool: "browser_extract_text", input: { selector: "h1" } };
  await (await talk.say("Read it", click, { text: "Read." })).text();
  const { asks } = await talk.read();
  expect(asks).toMatchObject([{ toolName: "browser_extract_text", because: { kind: "browser" } }]);
  await control({ action: "return" });
  const { messages } = await talk.until("completed");
  const done = messages.flatMap(({ parts }) => parts).filter(({ type }) => type === `tool-${click.tool}`);
  expect(done).toMatchObject([{ state: "output-available" }]);
});

test("sending a form needs approval that shows its data, unless the user watches", async ({
  easel,
  site,
}) => {
  const { talk, see } = await opened(easel.url, `${site.url}/form`);
  const fill = "document.querySelector('#name').value = 'Ada'";
  const code = { tool: "browser_evaluate", input: { code: fill } };
  const send = { tool: "browser_click", input: { selector: "#send" } };
  const posts = async () => (await (await fetch(`${site.url}/posts`)).json()).count;
  const before = await posts();
  await (await talk.say("Fill it in", code, send, { text: "Sent." })).text();
  const [filling] = (await talk.read()).asks;
  expect(filling).toMatchObject({ because: { kind: "web", acts: [{ sends: fill }] } });
  await (await talk.answer(String(filling?.toolCallId), { decision: "approve" })).text();
  const [sending] = (await talk.read()).asks;
  const act = { what: `POST ${site.url}/thanks`, sends: expect.stringContaining("name=Ada") };
  expect(sending).toMatchObject({ toolName: "browser_click", because: { origins: [site.url], acts: [act] } });
  expect(await posts()).toBe(before);
  await (await talk.answer(String(sending?.toolCallId), { decision: "approve" })).text();
  expect(await posts()).toBe(before + 1);

  expect((await see("yes")).status).toBe(422);
  expect((await see(true)).status).toBe(204);
  const back = { tool: "browser_navigate", input: { url: `${site.url}/form` } };
  await (await talk.say("Once more", { tools: [back, code, send] }, { text: "Sent." })).text();
  expect((await talk.read()).asks).toEqual([]);
  expect(await posts()).toBe(before + 2);
});

test("returns errors for invalid actions", async ({ easel, site }) => {
  const { control, input, talk } = await opened(easel.url, `${site.url}/form`);
  await control({ action: "take" });
  const move = { type: "move", x: 1, y: 1 };
  for (const [events, status] of [
    [[{ type: "move", x: 1281, y: 1 }], 422],
    [[{ type: "move", x: Number.MAX_VALUE, y: 1 }], 422],
    [[{ ...move, extra: 1 }], 422],
    [[{ type: "fly" }], 422],
    [[], 422],
    [Array.from({ length: 101 }, () => move), 422],
    [[{ type: "text", text: "x".repeat(20_001) }], 422],
    [[{ type: "tab", id: "none" }], 404],
    [[{ type: "navigate", url: "file:///etc/passwd" }], 422],
    [[{ type: "navigate", url: `http://127.0.0.1:${site.port}/form` }], 403],
    [[{ type: "navigate", url: `${site.url}/article` }, { type: "back" }, { type: "reload" }], 204],
  ] as const) {
    const answer = await input(...events);
    expect([answer.status, JSON.stringify(events).slice(0, 80)]).toEqual([
      status,
      JSON.stringify(events).slice(0, 80),
    ]);
    if (status !== 204) expect(answer.body.error.message).toMatch(/\w+ \w+/);
  }
  expect((await control({ action: "take", text: "no" })).status).toBe(422);
  expect((await control({ action: "jump" })).status).toBe(422);
  const part = { type: "data-browser", data: { event: "taken", url: "", title: "" } };
  const forged = await talk.send({ message: { id: randomUUID(), role: "user", parts: [part] } });
  expect(forged.status).toBe(422);
  const nowhere = `/api/browser/${randomUUID()}`;
  for (const path of ["", "/live"]) expect((await call(easel.url, "GET", nowhere + path)).status).toBe(404);
  expect((await call(easel.url, "POST", `${nowhere}/control`, { action: "take" })).status).toBe(404);
  expect((await call(easel.url, "POST", `${nowhere}/seen`, { seen: true })).status).toBe(404);
});

test("watchers learn that the browser was closed; deleting the conversation closes it", async ({
  easel,
  site,
}) => {
  const closed = await opened(easel.url, `${site.url}/form`);
  expect((await closed.control({ action: "close" })).body).toEqual({ browser: null });
  const { data } = await closed.live(({ event }) => event === "closed");
  expect(data.reason).toBe("The user closed the browser.");
  expect((await closed.control({ action: "take" })).status).toBe(404);

  const deleted = await opened(easel.url, `${site.url}/form`);
  let deletion: Promise<unknown> | undefined;
  const end = await deleted.live(({ event, data }) => {
    // Only after the view is open: the view of a deleted conversation cannot be requested.
    if (event === "state") deletion ??= call(easel.url, "DELETE", `/api/conversations/${deleted.talk.id}`);
    return event === "closed" && data.reason !== null;
  });
  await deletion;
  expect(end.data.reason).toBe("The conversation was deleted.");
});
