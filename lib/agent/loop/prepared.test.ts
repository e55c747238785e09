import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { sql } from "@/lib/store/db";
import { liveRuns } from "./live";
import { follow } from "./run";
import * as starts from "./start";
import { type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage, textIn } from "./testing/stage";

const script = newScript();
const { prepareRun } = starts;
/** For each prepared run, whether it was used. */
const used: boolean[] = [];

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
beforeEach(() => used.splice(0));

type Talk = ReturnType<typeof play>;

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}

/** Sends a message, and delays the database until the run is prepared. */
async function sayPrepared(talk: Talk, text: string) {
  const prepared = Promise.withResolvers<void>();
  vi.spyOn(starts, "prepareRun").mockImplementationOnce((...given) => {
    const run = prepareRun(...given);
    setImmediate(prepared.resolve);
    const begin: typeof run.begin = (context) => {
      const live = run.begin(context);
      used.push(live !== null);
      return live;
    };
    return { ...run, begin };
  });
  let saying: ReturnType<Talk["say"]> | undefined;
  await sql().begin(async (tx) => {
    await tx`lock table conversations in exclusive mode`;
    saying = talk.say(text);
    await prepared.promise;
    expect(talk.prompts.some((prompt) => JSON.stringify(prompt).includes(text))).toBe(false);
    expect(await follow(talk.id)).toBeNull();
  });
  return saying as ReturnType<Talk["say"]>;
}

test("the run of a message is prepared in a new conversation and after an ended run, and the model is asked once for each", async () => {
  await chunks(await play({ text: "Zero." }).say("before"));
  const talk = play({ text: "One." }, { text: "Two." });
  expect(textIn(await chunks(await sayPrepared(talk, "first")))).toBe("One.");
  const stream = await chunks(await sayPrepared(talk, "second"));
  expect(textIn(stream)).toBe("Two.");
  expect(stream.filter(({ type }) => type === "start")).toHaveLength(1);
  expect(used).toEqual([true, true]);
  expect(talk.prompts).toHaveLength(2);
  const { messages, run } = await talk.read();
  expect(messages.map(({ parts }) => textIn(parts))).toEqual(["first", "One.", "second", "Two."]);
  expect(run?.status).toBe("completed");
});

const agent = () => sql()`(select id from agents limit 1)`;

test.each<[string, (talk: Talk) => Promise<unknown>, RegExp]>([
  [
    "a setting",
    () =>
      sql()`insert into settings (agent_id, key, value) values (${agent()}, 'general', '{"timeZone":"Asia/Tokyo"}')`,
    /Asia\/Tokyo/,
  ],
  [
    "a memory block",
    () => sql()`insert into memory_blocks (agent_id, label, kind, text, char_limit, version)
      values (${agent()}, 'harbour', 'core', 'The harbour is deep.', 100, 1)`,
    /The harbour is deep/,
  ],
  [
    "a job",
    () => sql()`insert into jobs (id, agent_id, kind, name, instruction, spec, enabled, next_run_at)
      values (gen_random_uuid(), ${agent()}, 'cron', 'Water the plants', 'Water them.', '{"cronExpression":"0 9 * * *","timeZone":"UTC","catchUp":"none"}', true, now() + interval '1 day')`,
    /Water the plants/,
  ],
  [
    "the prompt of the conversation",
    ({ id }) => sql()`update conversations set identity = 'You are a pilot.' where id = ${id}`,
    /You are a pilot/,
  ],
  [
    "an earlier message",
    ({ id }) => sql()`update messages set parts = '[{"type":"text","text":"the other first"}]'
      where conversation_id = ${id} and role = 'user'`,
    /the other first/,
  ],
])("a prepared run is discarded if another server has changed %s", async (_, change, pattern) => {
  const talk = play({ text: "One." }, { text: "Two." });
  await chunks(await talk.say("first"));
  await change(talk);
  expect(textIn(await chunks(await sayPrepared(talk, "second")))).toBe("Two.");
  expect(used).toEqual([false]);
  expect(talk.prompts).toHaveLength(2);
  expect(JSON.stringify(talk.prompts[1])).toMatch(pattern);
  expect((await talk.read()).messages).toHaveLength(4);
});

test("a prepared run is discarded if its message was already stored", async () => {
  const talk = play({ text: "One." });
  await chunks(await talk.say("first", "m1"));
  await chunks(await talk.say("first", "m1"));
  expect(talk.prompts).toHaveLength(1);
  expect((await talk.read()).messages).toHaveLength(2);
});

test("a prepared run is discarded if its preparation lost the connection to the database", async () => {
  await chunks(await play({ text: "Zero." }).say("before"));
  const talk = play({ text: "One." });
  const cut = Object.assign(new Error("The connection was cut"), { code: "CONNECTION_CLOSED" });
  vi.spyOn(script.equipment.catalog, "toolsetsForRun").mockRejectedValueOnce(cut);
  expect(textIn(await chunks(await sayPrepared(talk, "first")))).toBe("One.");
  expect(used).toEqual([false]);
  expect((await talk.read()).run?.status).toBe("completed");
  expect(liveRuns().has(talk.id)).toBe(false);
});
