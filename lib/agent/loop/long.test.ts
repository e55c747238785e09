import { getEventListeners } from "node:events";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { sql } from "@/lib/store/db";
import { liveRuns } from "./live";
import { lab, withLab } from "./testing/lab";
import { type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage, textIn } from "./testing/stage";

const script = newScript({}, withLab());

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(async () => {
  lab.reset();
  await sql()`with shared as (delete from workspace_settings) delete from settings`;
});

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}

const limit = (value: unknown) => sql()`
  insert into settings (agent_id, key, value) values (${scene.agentId}, 'limits', ${JSON.stringify(value)}::json)`;

describe("a run of many steps", () => {
  test("leaks no listeners", async () => {
    const steps = Array.from({ length: 90 }, (_, n): Step => ({ calls: [{ tool: "look", input: { n } }] }));
    const talk = play(...steps, { text: "Done." });
    const counts: number[] = [];
    lab.act = async () => {
      const signal = liveRuns().get(talk.id)?.abort.signal;
      if (signal) counts.push(getEventListeners(signal, "abort").length);
      return 1;
    };
    expect(textIn(await chunks(await talk.say("go")))).toBe("Done.");
    expect(counts).toHaveLength(90);
    expect(new Set(counts).size).toBe(1);
  });
});

describe("a limit", () => {
  test("of time ends a call of a silent model", async () => {
    await limit({ minutes: 0.005 });
    const talk = play({ text: "Let me think. ", until: new Promise(() => {}) });
    const stream = await chunks(await talk.say("go"));
    expect(textIn(stream)).toBe("Let me think. ");
    const { run, messages } = await talk.read();
    expect(run).toMatchObject({ status: "failed", error: { code: "limit_time" } });
    expect(messages[1]?.parts.at(-1)).toMatchObject({ data: { kind: "limit" } });
  });

  test("of tokens ends the run at the next step", async () => {
    await limit({ tokens: 30 });
    const talk = play(
      ...Array.from({ length: 9 }, (_, n): Step => ({ calls: [{ tool: "look", input: { n } }] })),
    );
    await chunks(await talk.say("go"));
    expect((await talk.read()).run).toMatchObject({ error: { code: "limit_tokens" } });
    expect(lab.ran).toHaveLength(2);
  });

  test("with an invalid stored value falls back to the default", async () => {
    await limit({ steps: "many" });
    const talk = play({ text: "Hello." });
    expect(textIn(await chunks(await talk.say("go")))).toBe("Hello.");
    await sql()`update settings set value = 'null'`;
    const other = play({ text: "Hello." });
    expect(textIn(await chunks(await other.say("go")))).toBe("Hello.");
  });
});

describe("an answer", () => {
  test("that has no content fails with a notice, and the conversation continues", async () => {
    const talk = play({}, { text: "Here." });
    await chunks(await talk.say("go"));
    expect((await talk.read()).run).toMatchObject({ status: "failed", error: { code: "no_answer" } });
    expect(textIn(await chunks(await talk.say("hello?")))).toBe("Here.");
    expect(talk.prompts[1]?.map(({ role }) => role)).toEqual(["system", "user", "user"]);
  });

  test("that has no content after a call completes the run", async () => {
    const talk = play({ calls: [{ tool: "send_message", input: { text: "Done" } }] }, {});
    await chunks(await talk.say("go"));
    expect((await talk.read()).run?.status).toBe("completed");
  });

  test("with U+0000 and lone surrogates is stored and read with U+FFFD instead", async () => {
    const odd = "nul \0, half \ud83d, \u2028";
    const call = (id: string, input: unknown) => ({ id, tool: "ask_user", input });
    const talk = play(
      {
        text: `${odd} `,
        calls: [
          { id: odd, tool: odd, input: { odd } },
          { tool: "look", input: { n: odd } },
        ],
      },
      { calls: [{ tool: "load_toolset", input: { id: odd } }, call(odd, { question: odd, options: [odd] })] },
      { text: "Fine." },
    );
    await chunks(await talk.say("go"));
    const { messages, asks, run } = await talk.read();
    expect(run?.status).toBe("waiting");
    const clean = "nul \ufffd, half \ufffd, \u2028";
    expect(textIn(messages[1]?.parts ?? [])).toBe(`${clean} `);
    const [ask] = asks;
    expect(ask?.input).toEqual({ question: clean, options: [clean] });
    expect(textIn(await chunks(await talk.answer(ask?.toolCallId ?? "", { answer: "yes" })))).toBe("Fine.");
  });

  test("that breaks off in a call leaves a history that providers accept", async () => {
    const talk = play(
      { text: "Half ", calls: [{ tool: "look", input: "{broken" }] },
      { text: "Again." },
      { text: "Once more." },
    );
    await chunks(await talk.say("go"));
    await chunks(await talk.say("more"));
    const inputs = talk.prompts[2]?.flatMap(({ content }) =>
      Array.isArray(content)
        ? content.flatMap((part) => (part.type === "tool-call" ? [part.input] : []))
        : [],
    );
    expect(inputs).toEqual([{ not_json: "{broken" }]);
  });
});
