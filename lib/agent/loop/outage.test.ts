import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Chunk, isToolPart } from "@/lib/agent/message/message";
import * as tables from "@/lib/agent/prompt/tables";
import { replace } from "@/lib/ground/base/testing/replaced";
import { changes } from "@/lib/platform/http/changes";
import { listening, payload, publish, waitForNotice } from "@/lib/store/bus";
import { connect } from "@/lib/store/connection";
import { readProgress } from "@/lib/store/loop/progress";
import * as unreachable from "@/lib/store/unreachable";
import { followElsewhere } from "./follow";
import { recoverRuns } from "./keeper";
import { liveRuns } from "./live";
import { lab, withLab } from "./testing/lab";
import { type Step, scripted } from "./testing/model";
import { breakable } from "./testing/outage";
import { newScript } from "./testing/script";
import { chunks, stage, textIn } from "./testing/stage";

const fault = { patience: true, breaks: 0 };
const script = newScript({}, withLab());
const { withRetry: patiently } = unreachable;
const { tablesText } = tables;
replace(unreachable, {
  withRetry: (write, patienceMs) => (fault.patience ? patiently(write, patienceMs) : write()),
});
replace(tables, {
  tablesText: async (agentId) => {
    if (fault.breaks-- > 0) throw Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    return tablesText(agentId);
  },
});

const way = breakable();
let scene: Awaited<ReturnType<typeof stage>>;
let direct: ReturnType<typeof connect>;
beforeAll(async () => {
  scene = await stage(script.equipment, (url) => {
    direct = connect(url, { max: 1 });
    return way.reach(url);
  });
});
afterAll(async () => {
  await direct.end();
  await scene.close();
  await way.cut();
});

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  lab.reset();
  return { ...scene.conversation(), prompts: made.prompts };
}

/** Ends all our connections, as a restart of the database does. */
const hangUp = () => direct`
  select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'easel %' and datname = current_database()`;

describe("a database outage", () => {
  test("loses and duplicates nothing if it repeats during a run, also for followers on other servers", async () => {
    const steps = Array.from(
      { length: 12 },
      (_, n): Step =>
        () => ({ text: `word${n} `, calls: [{ tool: "act", input: { n } }], until: delay(120) }),
    );
    const talk = play(...steps, { text: "The end." });
    lab.act = async ({ n }) => ({ n });
    const stream = talk.say("go").then(chunks);
    await vi.waitFor(async () => expect((await readProgress(talk.id))?.status).toBe("running"));
    const progress = await readProgress(talk.id);
    const other = progress && chunks(followElsewhere(progress));
    await vi.waitFor(() => expect(lab.ran.length).toBeGreaterThan(0));
    const trouble = (async () => {
      for (let times = 0; times < 5; times++) {
        const before = lab.ran.length;
        await hangUp();
        // Cut again only after the run has continued: two cuts within one statement make the server leave the
        // run.
        await vi.waitFor(() => expect(lab.ran.length).toBeGreaterThan(before));
      }
    })();
    const whole = `${steps.map((_, n) => `word${n} `).join("")}The end.`;
    const shown = textIn(await stream);
    await trouble;
    expect(shown).toBe(whole);
    // Retry, because a pooled connection may fail at its first use after the last cut.
    const { messages, run } = await vi.waitFor(() => talk.read());
    expect(run?.status).toBe("completed");
    expect(textIn(messages[1]?.parts ?? [])).toBe(whole);
    expect(messages[1]?.parts.filter(isToolPart)).toMatchObject(
      steps.map((_, n) => ({ state: "output-available", output: { n } })),
    );
    expect(lab.ran).toEqual(steps.map((_, n) => `act ${n}`));
    expect(whole.startsWith(textIn((await other) ?? []))).toBe(true);
    const rows = await direct`select status from tool_calls where conversation_id = ${talk.id}`;
    expect(rows.map(({ status }) => status)).toEqual(steps.map(() => "ok"));
  });

  test("only delays a message and an answer that are sent during it", async () => {
    const talk = play({ calls: [{ tool: "ask_user", input: { question: "Which?" } }] }, { text: "Fine." });
    await way.cut();
    const reply = talk.say("go").then(chunks);
    await delay(250);
    await way.mend();
    await reply;
    await way.cut();
    const answered = talk.answer("call_1", { answer: "this" }).then(chunks);
    await delay(250);
    await way.mend();
    expect(textIn(await answered)).toBe("Fine.");
  });

  test("does not fail the model call if it occurs while the prompt is read", async () => {
    const talk = play({ text: "Fine." });
    fault.breaks = 2;
    expect(textIn(await talk.say("go").then(chunks))).toBe("Fine.");
    expect(fault.breaks).toBeLessThan(0);
    expect((await talk.read()).run?.status).toBe("completed");
  });

  test("is reported after about two seconds if it does not end", async () => {
    const talk = play({ text: "Never." });
    await way.cut();
    await delay(50);
    const asked = performance.now();
    const code = await talk.say("go").then(
      () => "said",
      (error) => error.code,
    );
    const took = performance.now() - asked;
    await way.mend();
    expect(code).toBe("ECONNREFUSED");
    expect(took).toBeGreaterThan(1_800);
    expect(took).toBeLessThan(5_000);
  });

  test("delays the answer if it is short, but loses none of it", async () => {
    const gate = Promise.withResolvers<void>();
    const talk = play(
      { text: "One ", calls: [{ tool: "act", input: { n: 1 } }], until: gate.promise },
      { text: "two." },
    );
    const stream = talk.say("go").then(chunks);
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(1));
    const progress = await readProgress(talk.id);
    await way.cut();
    gate.resolve();
    await delay(1_200);
    expect(lab.ran).toEqual([]);
    await way.mend();
    expect(textIn(await stream)).toBe("One two.");
    expect(lab.ran).toEqual(["act 1"]);
    expect((await talk.read()).run?.status).toBe("completed");
    expect(progress && textIn(await chunks(followElsewhere(progress)))).toBe("One two.");
  });

  test("makes the run resume from its last save if it is long", async () => {
    const gate = Promise.withResolvers<void>();
    const talk = play(
      { text: "One ", calls: [{ tool: "look", input: { n: 1 } }] },
      { text: "lost", until: gate.promise },
      { text: "two." },
    );
    const shown: Chunk[] = [];
    const stream = talk.say("go").then(async (output) => {
      for await (const chunk of output) shown.push(chunk);
    });
    await vi.waitFor(() => expect(textIn(shown)).toBe("One lost"));
    fault.patience = false;
    await way.cut();
    gate.resolve();
    await stream;
    expect(textIn(shown)).toBe("One lost");
    expect(liveRuns().has(talk.id)).toBe(false);
    fault.patience = true;
    await way.mend();
    await direct`update runs set lease_until = now() - interval '1 s' where conversation_id = ${talk.id}`;
    // Retry, because the run's row stays locked until the database notices that the old connection is gone.
    const messages = await vi.waitFor(async () => {
      await recoverRuns(script.equipment);
      const { run, messages } = await talk.read();
      expect(run?.status).toBe("completed");
      return messages;
    });
    expect(textIn(messages[1]?.parts ?? [])).toBe("One two.");
    expect(JSON.stringify(messages)).not.toContain("data-notice");
  });

  test("does not end the delivery of other servers' notices", async () => {
    await listening();
    const tab = (await changes(new Request("http://x/"), () => null)).text();
    const gap = waitForNotice(({ type }) => type === "gap", 10_000);
    await way.cut();
    await delay(300);
    await way.mend();
    await gap;
    expect(await tab).toBe(": connected\n\n");
    const notice = { type: "stop" as const, run: "x" };
    const sendNotice = () =>
      direct`select pg_notify('easel', ${JSON.stringify({ from: "another", notices: [notice] })})`;
    const start = Date.now();
    for (let got = false; !got; ) {
      expect(Date.now() - start).toBeLessThan(10_000);
      const hearing = waitForNotice((item) => {
        got = item.type === "stop" && item.run === "x";
        return got;
      }, 200);
      await sendNotice();
      await hearing;
    }
    publish(notice);
    expect(payload([notice])).toContain("stop");
  });
});
