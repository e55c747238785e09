import { setTimeout as delay } from "node:timers/promises";
import { launch } from "../lib/store/embedded/launch.ts";
import { chunks, spoken, Talk, waitForText, written } from "./api.ts";
import { call } from "./call.ts";
import { expect, modelOf, test } from "./fixtures.ts";
import { directive } from "./provider/directive.ts";
import { EaselServer } from "./server.ts";

/** One round in the normal test run; `npm run chaos` runs more. */
const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 1);
const TRIGGERS = 8;

test.describe.configure({ mode: "serial" });

let other: EaselServer;

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

test("a run of one server can be followed on the other, complete and without duplicates", async ({
  easel,
  provider,
}) => {
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

test("a run of one server can be stopped on the other and keeps its output", async ({ easel, provider }) => {
  const talk = new Talk(easel.url);
  const here = await talk.say("go", [{ text: "alpha " }, { gate: talk.id, text: "never" }]);
  await provider.gates.reached(talk.id);
  const stopped = await through(talk, other.url).stop();
  expect(await stopped.json()).toMatchObject({ run: { status: "stopped" } });
  expect(spoken(await chunks(here))).toBe("alpha ");
  const { messages, run } = await through(talk, other.url).read();
  expect([run?.status, written(messages[1] ?? { parts: [] })]).toEqual(["stopped", "alpha "]);
});

test("an ask of one server can be answered on the other, which continues the run", async ({ easel }) => {
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

test("a message to the other server steers the run", async ({ easel, provider }) => {
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

test("the other server takes over the run of a killed server", async ({ easel, provider }) => {
  const talk = new Talk(easel.url);
  const response = await talk.say("go", [{ text: "alpha " }, { gate: talk.id, text: "beta" }]);
  await waitForText(response, "alpha");
  await easel.kill();
  await provider.log.until({ containing: talk.id, atLeast: 2, timeoutMs: 30_000 });
  const there = through(talk, other.url);
  const follow = await there.follow();
  provider.gates.open(talk.id);
  expect(spoken(await chunks(follow))).toBe("alpha beta");
  expect((await there.until("completed")).messages).toHaveLength(2);
  await easel.start();
});

for (let round = 1; round <= ROUNDS; round++) {
  test(`each due job runs once despite kill -9 of two servers, round ${round}`, { tag: "@long" }, async ({
    easel,
  }) => {
    // Far enough ahead that the last trigger exists before the first is due, even on a busy machine.
    const first = Date.now() + 4_000;
    const making = Array.from({ length: TRIGGERS }, async (_, nth): Promise<string> => {
      const at = new Date(first + nth * 250).toISOString();
      const instruction = `go\n${directive({ text: "done" })}`;
      const { body } = await call(easel.url, "POST", "/api/triggers", {
        ...{ name: `Round ${round}, ${nth}`, kind: "once", instruction, at },
      });
      return body.trigger.id;
    });
    const ids = await Promise.all(making);
    for (const server of [easel, other]) {
      await delay(Math.max(0, first - Date.now()) + Math.random() * 800);
      await server.kill();
      await server.start();
    }
    const runsOf = async (id: string) => {
      const { body } = await call(easel.url, "GET", `/api/triggers/${id}/runs`);
      return body.runs as { status: string; conversationId: string }[];
    };
    // The run of a killed server is taken over when the lease of the run expires, and queued work when its worker
    // is found to be missing.
    await expect
      .poll(
        async () => (await Promise.all(ids.map(runsOf))).map((runs) => runs.map(({ status }) => status)),
        {
          timeout: 45_000,
          intervals: [250],
        },
      )
      .toEqual(ids.map(() => ["completed"]));
    for (const id of ids) {
      const [run] = await runsOf(id);
      const { body } = await call(easel.url, "GET", `/api/conversations/${run?.conversationId}`);
      expect(body.messages.map(({ role }: { role: string }) => role)).toEqual(["user", "assistant"]);
      await call(easel.url, "DELETE", `/api/triggers/${id}`);
    }
  });
}
