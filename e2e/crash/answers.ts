import { setTimeout as delay } from "node:timers/promises";
import { connect } from "../../lib/store/connection.ts";
import { launch } from "../../lib/store/embedded/launch.ts";
import { chunks, spoken, Talk, waitForText, written } from "../api.ts";
import { call } from "../call.ts";
import { expect } from "../fixtures.ts";
import type { Story } from "./story.ts";

const asking = { tool: "ask_user", input: { question: "Which?" } };

async function waiting(url: string) {
  const talk = new Talk(url);
  await chunks(await talk.say("go", asking, { text: "thanks" }));
  const { asks } = await talk.until("waiting");
  return { talk, asks, toolCallId: asks[0]?.toolCallId ?? "" };
}

export const textStreams: Story = async ({ easel, provider }) => {
  const talk = new Talk(easel.url);
  const gate = talk.id;
  const response = await talk.say("go", [{ text: "alpha " }, { gate, text: "beta" }]);
  await waitForText(response, "alpha");
  return {
    async after() {
      await provider.log.until({ containing: gate, atLeast: 2, timeoutMs: 30_000 });
      provider.gates.open(gate);
      const { messages } = await talk.until("completed");
      expect(messages.map((m) => [m.role, written(m).startsWith("go") ? "go" : written(m)])).toEqual([
        ["user", "go"],
        ["assistant", "alpha beta"],
      ]);
    },
  };
};

export const waitsForAnAnswer: Story = async ({ easel }) => {
  const { talk, asks, toolCallId } = await waiting(easel.url);
  return {
    async after() {
      expect((await talk.read()).asks).toEqual(asks);
      expect(spoken(await chunks(await talk.answer(toolCallId, { answer: "this" })))).toBe("thanks");
      expect((await talk.answer(toolCallId, { answer: "that" })).status).toBe(409);
    },
  };
};

export const betweenCallAndResult: Story = async ({ easel, provider, folder }) => {
  const database = await launch({ dataDir: folder, log: () => {} });
  const sql = connect(database.url, { max: 2 });
  const talk = new Talk(easel.url);
  const key = `chaos-${talk.id}`;
  expect((await call(easel.url, "PUT", `/api/state/${key}`, { value: 1 })).status).toBe(200);
  // Lock the row, so that both calls start but cannot finish.
  const [locked, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = sql.begin(async (tx) => {
    await tx`select from state where key = ${key} for update`;
    locked.resolve();
    await end.promise;
  });
  await Promise.race([locked.promise, holding]);
  const tools = [
    { tool: "set_state", input: { key, value: 2 } },
    { tool: "delete_state", input: { key } },
  ];
  const sent = talk
    .say("go", [{ tools }], [{ text: "over" }])
    .then(chunks)
    .catch(() => []);
  await expect
    .poll(async () => (await sql`select from pg_locks where not granted`).length, { timeout: 20_000 })
    .toBeGreaterThan(1);
  return {
    async whenDown() {
      await sent;
      end.resolve();
      await holding;
      await sql.end();
    },
    async after() {
      const { messages } = await talk.until("completed");
      const calls = messages[1]?.parts.filter((part) => part.toolCallId) ?? [];
      expect(calls.map(({ state }) => state)).toEqual(["output-available", "output-error"]);
      expect(calls[1]?.errorText).toContain("may have taken effect");
      expect(messages.map((m) => m.role)).toEqual(["user", "assistant"]);
      expect(written(messages[1] ?? { parts: [] })).toBe("over");
      expect(provider.log.find({ containing: talk.id }).length).toBeLessThanOrEqual(2);
      await database.stop();
    },
  };
};

export const betweenSteps: Story = async ({ easel, provider }) => {
  const talk = new Talk(easel.url);
  const gate = talk.id;
  const sent = talk
    .say("go", [{ text: "first " }, { tool: "get_state", input: { key: "x" } }], [{ gate, text: "second" }])
    .then(chunks)
    .catch(() => []);
  await provider.gates.reached(gate);
  return {
    whenDown: () => sent,
    async after() {
      provider.gates.open(gate);
      const { messages } = await talk.until("completed");
      expect(messages.map((m) => m.role)).toEqual(["user", "assistant"]);
      expect(written(messages[1] ?? { parts: [] })).toBe("first second");
      expect(messages[1]?.parts.filter((part) => part.toolCallId)).toHaveLength(1);
      expect(provider.log.find({ containing: gate }).filter(({ turn }) => turn === 0)).toHaveLength(1);
    },
  };
};

/** Starts an answer without waiting for it. The server has to be killed right afterwards. */
export const answerIsMerged: Story = async ({ easel }) => {
  const { talk, toolCallId } = await waiting(easel.url);
  const sent = talk.answer(toolCallId, { answer: "this" }).then(
    ({ status }) => status,
    () => null,
  );
  await delay(Math.random() * 12);
  let acknowledged = false;
  return {
    async whenDown() {
      acknowledged = (await sent) === 200;
    },
    async after() {
      const now = await talk.read();
      if (now.asks.length > 0) {
        expect(acknowledged, "an acknowledged answer was lost").toBe(false);
        await chunks(await talk.answer(toolCallId, { answer: "again" }));
      }
      const { messages } = await talk.until("completed");
      const ask = messages[1]?.parts.filter((part) => part.toolCallId === toolCallId);
      expect(ask).toHaveLength(1);
      expect(ask?.[0]?.output).toEqual({ answer: now.asks.length > 0 ? "again" : "this" });
      expect(written(messages[1] ?? { parts: [] })).toBe("thanks");
    },
  };
};
