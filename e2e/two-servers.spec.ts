import { launch } from "../lib/store/embedded/launch.ts";
import { chunks, hears, spoken, Talk, written } from "./api.ts";
import { expect, modelOf, test } from "./fixtures.ts";
import { EaselServer } from "./server.ts";

test.describe.configure({ mode: "serial" });

let other: EaselServer;

/** The same conversation, by way of another server. */
function through(talk: Talk, url: string): Talk {
  return Object.assign(new Talk(url), { id: talk.id });
}

test.beforeAll(async ({ easel, provider, folder }) => {
  expect(easel.url).toBeTruthy();
  const database = await launch({ dataDir: folder, log: () => {} });
  other = await EaselServer.start({
    DATABASE_URL: database.url,
    EASEL_DATA_DIR: folder,
    ...modelOf(provider),
  });
  await database.stop();
});
test.afterAll(() => other.stop());

test("a run of one server is followed on the other, all of it once", async ({ easel, provider }) => {
  const talk = new Talk(easel.url);
  const here = talk.say("go", [{ text: "alpha " }, { gate: talk.id, tokens: 300 }], { text: "end" });
  await provider.gates.reached(talk.id);
  const there = await through(talk, other.url).follow();
  expect(there.status).toBe(200);
  provider.gates.open(talk.id);
  const [mine, theirs] = await Promise.all([here.then(chunks), chunks(there)]);
  expect(spoken(theirs)).toBe(spoken(mine));
  expect(theirs.map(({ type }) => type)).toEqual(mine.map(({ type }) => type));
});

test("a run of one server is stopped on the other, and keeps what came", async ({ easel, provider }) => {
  const talk = new Talk(easel.url);
  const here = await talk.say("go", [{ text: "alpha " }, { gate: talk.id, text: "never" }]);
  await provider.gates.reached(talk.id);
  const stopped = await through(talk, other.url).stop();
  expect(await stopped.json()).toMatchObject({ run: { status: "stopped" } });
  expect(spoken(await chunks(here))).toBe("alpha ");
  const { messages, run } = await through(talk, other.url).read();
  expect([run?.status, written(messages[1] ?? { parts: [] })]).toEqual(["stopped", "alpha "]);
});

test("an ask of one server is answered on the other, where the run goes on", async ({ easel }) => {
  const talk = new Talk(easel.url);
  await chunks(await talk.say("go", { tool: "ask_user", input: { question: "Which?" } }, { text: "thanks" }));
  const there = through(talk, other.url);
  const [ask] = (await there.read()).asks;
  const both = await Promise.all(
    [talk, there].map((each) => each.answer(ask?.toolCallId ?? "", { answer: each.url })),
  );
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  await Promise.all(both.map((response) => response.text()));
  expect(written((await talk.until("completed")).messages[1] ?? { parts: [] })).toBe("thanks");
});

test("what is said on the other server steers the run", async ({ easel, provider }) => {
  const talk = new Talk(easel.url);
  const here = talk.say("go", [{ gate: talk.id, tool: "get_state", input: { key: "x" } }], {
    text: "unsteered",
  });
  await provider.gates.reached(talk.id);
  const steering = through(talk, other.url).say("turn left", { text: "left then" });
  await expect
    .poll(async () => (await talk.read()).messages.filter(({ role }) => role === "user").length)
    .toBe(2);
  provider.gates.open(talk.id);
  await here.then(chunks);
  expect(spoken(await chunks(await steering))).toBe("left then");
  expect((await talk.until("completed")).messages.map(({ role }) => role)).toEqual([
    "user",
    "assistant",
    "user",
    "assistant",
  ]);
});

test("what dies on one server is taken up by the other", async ({ easel, provider }) => {
  const talk = new Talk(easel.url);
  const response = await talk.say("go", [{ text: "alpha " }, { gate: talk.id, text: "beta" }]);
  await hears(response, "alpha");
  await easel.kill();
  await provider.log.until({ containing: talk.id, atLeast: 2, timeoutMs: 30_000 });
  const there = through(talk, other.url);
  const follow = await there.follow();
  provider.gates.open(talk.id);
  expect(spoken(await chunks(follow))).toBe("alpha beta");
  expect((await there.until("completed")).messages).toHaveLength(2);
  await easel.start();
});
