import { setTimeout as delay } from "node:timers/promises";
import { connect } from "../lib/store/connection.ts";
import { launch } from "../lib/store/embedded/launch.ts";
import { chunks, hears, spoken, Talk, written } from "./api.ts";
import { expect, test } from "./fixtures.ts";

/** One round a phase where all tests run; `npm run chaos` asks for more. */
const ROUNDS = Number(process.env.CHAOS_ROUNDS ?? 1);

test.describe.configure({ mode: "serial" });

for (let round = 1; round <= ROUNDS; round++) {
  test(`kill -9 while text streams and another waits for an answer, round ${round}`, async ({
    easel,
    provider,
  }) => {
    const asking = new Talk(easel.url);
    await chunks(
      await asking.say("go", { tool: "ask_user", input: { question: "Which?" } }, { text: "thanks" }),
    );
    const { asks } = await asking.until("waiting");

    const talk = new Talk(easel.url);
    const gate = talk.id;
    const response = await talk.say("go", [{ text: "alpha " }, { gate, text: "beta" }]);
    await hears(response, "alpha");
    await easel.kill();
    await easel.start();
    await provider.log.until({ containing: gate, atLeast: 2, timeoutMs: 30_000 });
    provider.gates.open(gate);
    const { messages } = await talk.until("completed");
    expect(messages.map((m) => [m.role, written(m).startsWith("go") ? "go" : written(m)])).toEqual([
      ["user", "go"],
      ["assistant", "alpha beta"],
    ]);

    expect((await asking.read()).asks).toEqual(asks);
    const toolCallId = asks[0]?.toolCallId ?? "";
    expect(spoken(await chunks(await asking.answer(toolCallId, { answer: "this" })))).toBe("thanks");
    expect((await asking.answer(toolCallId, { answer: "that" })).status).toBe(409);
  });

  test(`kill -9 between a tool call and its result, round ${round}`, async ({ easel, provider, folder }) => {
    const database = await launch({ dataDir: folder, log: () => {} });
    const sql = connect(database.url, { max: 2 });
    const key = `chaos-${round}`;
    const put = await fetch(`${easel.url}/api/state/${key}`, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ value: 1 }),
    });
    expect(put.status).toBe(200);
    const talk = new Talk(easel.url);
    // The row is held, so both calls begin and cannot end.
    await sql
      .begin(async (tx) => {
        await tx`select from state where key = ${key} for update`;
        const sent = talk
          .say(
            "go",
            [
              {
                tools: [
                  { tool: "set_state", input: { key, value: 2 } },
                  { tool: "delete_state", input: { key } },
                ],
              },
            ],
            [{ text: "over" }],
          )
          .then(chunks)
          .catch(() => []);
        await expect
          .poll(async () => (await sql`select from pg_locks where not granted`).length, { timeout: 20_000 })
          .toBeGreaterThan(1);
        await easel.kill();
        await sent.catch(() => {});
      })
      .finally(() => sql.end());
    await easel.start();
    const { messages } = await talk.until("completed");
    const calls = messages[1]?.parts.filter((part) => part.toolCallId) ?? [];
    // What may be repeated was; of the other one the model is told that nobody knows.
    expect(calls.map(({ state }) => state)).toEqual(["output-available", "output-error"]);
    expect(calls[1]?.errorText).toContain("not known");
    expect(messages.map((m) => m.role)).toEqual(["user", "assistant"]);
    expect(written(messages[1] ?? { parts: [] })).toBe("over");
    expect(provider.log.find({ containing: talk.id }).length).toBeLessThanOrEqual(2);
    await database.stop();
  });

  test(`kill -9 while an answer is merged, round ${round}`, async ({ easel }) => {
    const talk = new Talk(easel.url);
    await chunks(
      await talk.say("go", { tool: "ask_user", input: { question: "Which?" } }, { text: "thanks" }),
    );
    const { asks } = await talk.until("waiting");
    const toolCallId = asks[0]?.toolCallId ?? "";
    const sent = talk.answer(toolCallId, { answer: "this" }).then(
      ({ status }) => status,
      () => null,
    );
    await delay(Math.random() * 12);
    await easel.kill();
    const acknowledged = (await sent) === 200;
    await easel.start();
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
  });

  test(`kill -9 between a step and the next, round ${round}`, async ({ easel, provider }) => {
    const talk = new Talk(easel.url);
    const gate = talk.id;
    const sent = talk
      .say("go", [{ text: "first " }, { tool: "get_state", input: { key: "x" } }], [{ gate, text: "second" }])
      .then(chunks)
      .catch(() => []);
    await provider.gates.reached(gate);
    await easel.kill();
    await sent;
    await easel.start();
    provider.gates.open(gate);
    const { messages } = await talk.until("completed");
    expect(messages.map((m) => m.role)).toEqual(["user", "assistant"]);
    expect(written(messages[1] ?? { parts: [] })).toBe("first second");
    expect(messages[1]?.parts.filter((part) => part.toolCallId)).toHaveLength(1);
    // The first step was not asked for again.
    expect(provider.log.find({ containing: gate }).filter(({ turn }) => turn === 0)).toHaveLength(1);
  });
}
