import { APICallError } from "ai";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { recoverRuns } from "@/lib/agent/loop/keeper";
import { compactNow, runAgent } from "@/lib/agent/loop/run";
import { stop } from "@/lib/agent/loop/stop";
import { lab, withLab } from "@/lib/agent/loop/testing/lab";
import { type Call, type Step, scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, killed, stage, textIn } from "@/lib/agent/loop/testing/stage";
import { isToolPart, type Message } from "@/lib/agent/message/message";
import { sql } from "@/lib/store/db";

const script = newScript({ contextWindow: 9_000 }, withLab([]));

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
beforeEach(async () => {
  script.contextWindow = 9_000;
  await sql()`update agents set system_prompt = 'You are Easel.', learned_notes = ''`;
});
afterEach(() => lab.reset());

const INSTRUCTION = "You summarise the earlier part";
type Prompt = ReturnType<typeof scripted>["prompts"][number];
const flat = (prompt: Prompt | undefined) => JSON.stringify(prompt);
const has = (prompt: Prompt | undefined, text: string) => flat(prompt)?.includes(text) ?? false;
const isSummary = (prompt: Prompt) => has(prompt, INSTRUCTION);

function play(steps: Step[], summary: Step = { text: "SUMMARY of it." }) {
  let next = 0;
  const made = scripted(
    Array.from(
      { length: 60 },
      (): Step => (options) => {
        const step = isSummary(options.prompt) ? summary : (steps[next++] ?? { text: "Over." });
        return typeof step === "function" ? step(options) : step;
      },
    ),
    { counts: true },
  );
  script.model = made.model;
  return {
    ...scene.conversation(),
    prompts: made.prompts,
    steps: () => made.prompts.filter((prompt) => !isSummary(prompt)),
    summaries: () => made.prompts.filter(isSummary),
  };
}

const long = (name: string, count = 1_000) => `${name} ${"lorem ipsum ".repeat(count / 2)}`;
const look = (n: number): Call => ({ id: `look_${n}`, tool: "look", input: { n } });
const marks = (messages: Message[]) =>
  messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === "data-compaction" ? [part.data] : [])),
  );
const roles = (prompt: Prompt | undefined) => prompt?.map(({ role }) => role);

describe("a conversation near the model's limit", () => {
  test("is not shortened if the model's context is unknown", async () => {
    script.contextWindow = 0;
    const talk = play([{ text: "Read." }]);
    const text = long("alpha", 400_000);
    await chunks(await talk.say(text));
    expect(talk.summaries()).toHaveLength(0);
    expect(has(talk.steps()[0], text.trim().slice(-1_000))).toBe(true);
    expect(marks((await talk.read()).messages)).toEqual([]);
  });

  test("continues with a summary and the newest messages, and keeps all messages stored", async () => {
    const talk = play([{ text: "One." }, { text: "Two." }, { text: "Three." }, { text: "Four." }]);
    for (const name of ["alpha", "beta", "gamma", "delta"]) await chunks(await talk.say(long(name)));
    const { messages, run } = await talk.read();
    expect(run?.status).toBe("completed");
    expect(messages.map(({ role }) => role)).toEqual(Array(4).fill(["user", "assistant"]).flat());
    expect(talk.summaries()).toHaveLength(1);
    expect(has(talk.summaries()[0], "alpha lorem")).toBe(true);
    const last = talk.steps().at(-1);
    expect(roles(last)).toEqual(["system", "user", "assistant", "user"]);
    expect(has(last, "SUMMARY of it.")).toBe(true);
    expect(has(last, "alpha lorem")).toBe(false);
    expect(has(last, "delta lorem")).toBe(true);
    expect(marks(messages)).toMatchObject([{ state: "done", by: "model", summary: "SUMMARY of it." }]);
  });

  test("in a long loop keeps calls with their results, and the request verbatim", async () => {
    lab.act = async ({ n }) => long(`result-${n}`, 600);
    const talk = play([...Array.from({ length: 12 }, (_, n) => ({ calls: [look(n)] })), { text: "Done." }]);
    expect(textIn(await chunks(await talk.say("Look twelve times, please.")))).toBe("Done.");
    const { messages } = await talk.read();
    expect(messages[1]?.parts.filter(isToolPart)).toHaveLength(12);
    expect(talk.summaries().length).toBeGreaterThan(0);
    expect(talk.summaries().length).toBeLessThan(6);
    for (const prompt of talk.steps()) {
      const calls = prompt.flatMap(({ role, content }) =>
        role === "assistant"
          ? content.flatMap((part) => (part.type === "tool-call" ? [part.toolCallId] : []))
          : [],
      );
      const results = prompt.flatMap(({ role, content }) =>
        role === "tool"
          ? content.flatMap((part) => (part.type === "tool-result" ? [part.toolCallId] : []))
          : [],
      );
      expect(results).toEqual(calls);
      expect(has(prompt, "Look twelve times, please.")).toBe(true);
      expect((flat(prompt)?.length ?? 0) / 3.5).toBeLessThan(script.contextWindow ?? 0);
    }
  });

  test("gets the newest system prompt after the compaction, and not before", async () => {
    const talk = play([{ text: "One." }, { text: "Two." }, { text: "Three." }, { text: "Four." }]);
    await chunks(await talk.say(long("alpha")));
    await sql()`update agents set system_prompt = 'You are Vellum.', learned_notes = 'Tea, no milk.'`;
    await chunks(await talk.say(long("beta")));
    expect(has(talk.steps()[1], "You are Easel.")).toBe(true);
    expect(has(talk.steps()[1], "Vellum")).toBe(false);
    await chunks(await talk.say(long("gamma")));
    await chunks(await talk.say(long("delta")));
    expect(has(talk.steps()[3], "You are Vellum.")).toBe(true);
    expect(has(talk.steps()[3], "Tea, no milk.")).toBe(true);
    const other = play([{ text: "Hello." }]);
    await chunks(await other.say("hi"));
    expect(has(other.prompts[0], "You are Vellum.")).toBe(true);
  });
});

describe("if a provider refuses a request as too long", () => {
  const refusal = (message: string, statusCode = 400) =>
    new APICallError({
      message,
      statusCode,
      url: "https://example.test/v1",
      requestBodyValues: {},
      isRetryable: false,
    });
  const tooLong = refusal("This model's maximum context length is 4096 tokens.");

  test("sends the request again with a summary, and the run continues", async () => {
    const talk = play([{ text: "One." }, { text: "Two." }, { fails: tooLong }, { text: "Three." }]);
    for (const name of ["alpha", "beta", "gamma"]) await chunks(await talk.say(long(name, 400)));
    const { messages, run } = await talk.read();
    expect(run?.status).toBe("completed");
    expect(textIn(messages.at(-1)?.parts ?? [])).toBe("Three.");
    expect(talk.steps()).toHaveLength(4);
    expect(has(talk.steps()[3], "alpha lorem")).toBe(false);
    expect(has(talk.steps()[3], "SUMMARY of it.")).toBe(true);
  });

  test("ends the run when the second request is refused too", async () => {
    const talk = play([{ text: "One." }, { fails: tooLong }, { fails: tooLong }, { text: "Never." }]);
    await chunks(await talk.say(long("alpha")));
    await chunks(await talk.say(long("beta")));
    const { run } = await talk.read();
    expect(run).toMatchObject({ status: "failed", error: { code: "context_too_long" } });
    expect(talk.steps()).toHaveLength(3);
  });

  test("summarises in smaller parts when the refused request was for a summary", async () => {
    let times = 0;
    const talk = play([{ text: "One." }, { text: "Two." }, { text: "Three." }, { text: "Four." }], () =>
      times++ === 0 ? { fails: tooLong } : { text: `SUMMARY ${times}` },
    );
    for (const name of ["alpha", "beta", "gamma", "delta"]) await chunks(await talk.say(long(name)));
    expect(talk.summaries().length).toBeGreaterThan(2);
    expect(has(talk.summaries().at(-1), "Summary of the messages before it")).toBe(true);
    expect(has(talk.steps().at(-1), `SUMMARY ${times}`)).toBe(true);
  });

  test("shortens the texts when the summary fails", async () => {
    const broken = refusal("Internal error", 500);
    const talk = play([{ text: "One." }, { text: "Two." }, { text: "Three." }, { text: "Four." }], {
      fails: broken,
    });
    for (const name of ["alpha", "beta", "gamma", "delta"]) await chunks(await talk.say(long(name)));
    const { messages, run } = await talk.read();
    expect(run?.status).toBe("completed");
    expect(marks(messages)).toMatchObject([{ by: "cut" }]);
    expect(has(talk.steps().at(-1), "characters cut")).toBe(true);
    expect(has(talk.steps().at(-1), "User: alpha lorem")).toBe(true);
  });
});

describe("a summary", () => {
  const four = [{ text: "One." }, { text: "Two." }, { text: "Three." }, { text: "Four." }];

  test("can be stopped, and the next message is answered", async () => {
    let isBlocked = true;
    const talk = play(four, () => (isBlocked ? { until: new Promise(() => {}) } : { text: "SUMMARY" }));
    for (const name of ["alpha", "beta", "gamma"]) await chunks(await talk.say(long(name)));
    const sent = talk.say(long("delta")).then(chunks);
    await vi.waitFor(() => expect(talk.summaries()).toHaveLength(1));
    await stop(scene.agentId, talk.id);
    await sent;
    const { messages, run } = await talk.read();
    expect([run?.status, marks(messages)]).toEqual(["stopped", [{ state: "stopped" }]]);
    isBlocked = false;
    await chunks(await talk.say("and now?"));
    expect((await talk.read()).run?.status).toBe("completed");
    expect(has(talk.steps().at(-1), "SUMMARY")).toBe(true);
  });

  test("is written again after its server died", async () => {
    let isBlocked = true;
    const talk = play(four, () => (isBlocked ? { until: new Promise(() => {}) } : { text: "SUMMARY" }));
    for (const name of ["alpha", "beta", "gamma"]) await chunks(await talk.say(long(name)));
    void talk.say(long("delta")).then(chunks);
    await vi.waitFor(() => expect(talk.summaries()).toHaveLength(1));
    await killed(talk.id);
    isBlocked = false;
    await recoverRuns(script.equipment);
    const { messages, run } = await talk.read();
    expect(run?.status).toBe("completed");
    expect(messages).toHaveLength(8);
    expect(marks(messages)).toMatchObject([{ state: "done", summary: "SUMMARY" }]);
    expect(textIn(messages.at(-1)?.parts ?? [])).toBe("Four.");
  });

  test("counts for the run and as a separate model call", async () => {
    const talk = play(four);
    for (const name of ["alpha", "beta", "gamma", "delta"]) await chunks(await talk.say(long(name)));
    await vi.waitFor(async () => {
      const [row] = await sql()`
        select count(*)::int as count from model_calls where created_at >= (
          select created_at from conversations where id = ${talk.id})`;
      expect(row?.count).toBe(5);
    });
    const [run] = await sql()`
      select steps, output_tokens as output from runs where conversation_id = ${talk.id} order by started_at desc limit 1`;
    expect(run).toEqual({ steps: 1, output: 10 });
  });

  test("belongs to its branch: another version of an earlier message is read without it", async () => {
    const talk = play([...four, { text: "Other." }]);
    for (const name of ["alpha", "beta", "gamma", "delta"]) await chunks(await talk.say(long(name)));
    const { messages } = await talk.read();
    const parts = [{ type: "text" as const, text: "beta, but short" }];
    const input = { message: { parts }, replaces: messages[2]?.id };
    await chunks(await runAgent({ ...talk.where, input }));
    const last = talk.steps().at(-1);
    expect(has(last, "SUMMARY")).toBe(false);
    expect([has(last, "alpha lorem"), has(last, "beta, but short")]).toEqual([true, true]);
    expect(talk.summaries()).toHaveLength(1);
  });

  test("on request keeps the last exchange and renews the prompt", async () => {
    const talk = play([{ text: "One." }, { text: "Two." }, { text: "Three." }]);
    await chunks(await talk.say("alpha"));
    await expect(compactNow(talk.where)).rejects.toMatchObject({ code: "conflict" });
    await chunks(await talk.say("beta"));
    await sql()`update agents set system_prompt = 'You are Vellum.'`;
    await chunks(await compactNow(talk.where));
    const { messages, run: done } = await talk.read();
    expect(done?.status).toBe("completed");
    expect(messages).toHaveLength(5);
    expect(marks(messages)).toMatchObject([{ state: "done", from: { messageId: messages[2]?.id, part: 0 } }]);
    await chunks(await talk.say("gamma"));
    const last = talk.steps().at(-1);
    expect(roles(last)).toEqual(["system", "user", "user", "assistant", "user"]);
    expect(has(last, "You are Vellum.")).toBe(true);
    expect([has(last, "SUMMARY of it."), has(last, "alpha"), has(last, "beta")]).toEqual([true, false, true]);
  });

  test("on request survives the death of its server", async () => {
    let isBlocked = true;
    const talk = play(four, () => (isBlocked ? { until: new Promise(() => {}) } : { text: "SUMMARY" }));
    for (const name of ["alpha", "beta"]) await chunks(await talk.say(name));
    void compactNow(talk.where).then(chunks);
    await vi.waitFor(() => expect(talk.summaries()).toHaveLength(1));
    await expect(compactNow(talk.where)).rejects.toMatchObject({ code: "conflict" });
    await killed(talk.id);
    isBlocked = false;
    await recoverRuns(script.equipment);
    const { messages, run: done } = await talk.read();
    expect(done?.status).toBe("completed");
    expect(marks(messages)).toMatchObject([{ state: "done", summary: "SUMMARY" }]);
    expect(talk.steps()).toHaveLength(2);
  });
});
