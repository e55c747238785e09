import { randomUUID } from "node:crypto";
import { APICallError } from "ai";
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from "vitest";
import { checkBudget } from "@/lib/models/budget/check-budget";
import type { Budget } from "@/lib/shared/budget";
import { changeSetting } from "@/lib/store/agents/change-settings";
import { sql } from "@/lib/store/db";
import { changeBudget, readBudgetDay } from "@/lib/store/loop/budgets";
import { begin } from "@/lib/store/loop/runs";
import { recoverRuns } from "./keeper";
import { liveRuns } from "./live";
import { startRun } from "./start";
import { type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, killed, stage } from "./testing/stage";

const script = newScript();

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
// Titles would reserve budget, too.
beforeEach(() => changeSetting(scene.agentId, "general", { titles: "words" }));
afterEach(async () => {
  Object.assign(script, { id: "test/model" });
  await Promise.all([...liveRuns().values()].map(({ settled }) => settled));
  await sql()`truncate settings, workspace_settings, model_calls, reservations, budget_days`;
});

const NONE: Budget = { dayUsd: null, dayTokens: null, unattendedDayUsd: null, unattendedDayTokens: null };
const limit = (budget: Partial<Budget>) => changeBudget(scene.agentId, { ...NONE, ...budget });
const today = () => readBudgetDay(scene.agentId);
const never = new Promise<never>(() => {});

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}

async function fire(jobId: string = randomUUID()): Promise<string> {
  const conversationId = randomUUID();
  const cause = { kind: "cron", jobId, name: "Morning", dueAt: "2026-11-23T07:00:00Z" } as const;
  const message = { id: randomUUID(), parts: [{ type: "text", text: "go" }] };
  const jobRun = { id: randomUUID(), jobId, cause, origins: [] };
  const started = await begin({
    agentId: scene.agentId,
    conversationId,
    message,
    title: "x",
    firing: jobRun,
  });
  if (started.outcome !== "begun") throw new Error(started.outcome);
  await startRun(started.run, script.equipment).settled;
  return conversationId;
}

const endOf = async (conversationId: string) =>
  (await sql()`select status, error from runs where conversation_id = ${conversationId}`)[0];

async function worst() {
  await limit({ dayUsd: 1_000, dayTokens: 1e9 });
  const talk = play(() => ({ text: "Hi", until: seen() }));
  const days: Awaited<ReturnType<typeof today>>[] = [];
  const seen = async () => days.push(await today());
  await talk.say("go").then(chunks);
  await talk.read();
  await sql()`truncate model_calls, reservations, budget_days`;
  return days[0]?.reserved ?? { usd: 0, tokens: 0 };
}

describe("fifty concurrent runs", () => {
  test("with a budget for twenty, make twenty model calls and end thirty runs with a notice", async () => {
    const { tokens } = await worst();
    await limit({ dayTokens: 20 * tokens });
    const gate = Promise.withResolvers<void>();
    onTestFinished(() => gate.resolve());
    const made = scripted(Array.from({ length: 50 }, () => ({ text: "Done.", until: gate.promise })));
    script.model = made.model;
    const talks = Array.from({ length: 50 }, () => scene.conversation());
    const streams = talks.map((talk) => talk.say("go").then(chunks));
    await vi.waitFor(async () => {
      const [{ count } = { count: 0 }] = await sql()`select count(*)::int from runs where status = 'failed'`;
      expect(count).toBe(30);
    }, 20_000);
    expect(made.prompts).toHaveLength(20);
    expect((await today()).reserved.tokens).toBe(20 * tokens);
    gate.resolve();
    await Promise.all(streams);
    const views = await Promise.all(talks.map((talk) => talk.read()));
    const errors = views.flatMap(({ run }) => run?.error?.code ?? []);
    expect(errors).toEqual(Array.from({ length: 30 }, () => "budget_day_tokens"));
    expect(await today()).toMatchObject({ spent: { tokens: 20 * 15 }, reserved: { tokens: 0 } });
    expect(made.prompts).toHaveLength(20);
  }, 30_000);

  test("never reserve more than the budget of the day", async () => {
    script.id = "openai/gpt-5.2";
    const { usd } = await worst();
    expect(usd).toBeGreaterThan(0.4);
    await limit({ dayUsd: 20.5 * usd });
    const costs: number[] = [];
    const seen = async () => void costs.push((await today()).used.usd);
    script.model = scripted(Array.from({ length: 50 }, () => () => ({ text: "Done.", until: seen() }))).model;
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const talk = scene.conversation();
        await talk.say("go").then(chunks);
        await talk.read();
      }),
    );
    expect(Math.max(...costs)).toBeLessThanOrEqual(20.5 * usd + 1e-9);
    const { spent, reserved } = await today();
    expect(reserved.usd).toBe(0);
    expect(spent.tokens).toBe(15 * costs.length);
  }, 30_000);
});

describe("without room in the budget", () => {
  test("ends the run without a model call, with a notice that names the budget and the setting", async () => {
    await limit({ dayUsd: 0 });
    const talk = play({ text: "Hi" });
    await talk.say("go").then(chunks);
    const { messages, run } = await talk.read();
    expect(talk.prompts).toEqual([]);
    expect(run).toMatchObject({ status: "failed", error: { code: "budget_day_usd" } });
    expect(messages.at(-1)?.parts.at(-1)).toMatchObject({
      type: "data-notice",
      data: { kind: "limit", message: expect.stringMatching(/daily budget is \$0\.00.*Settings → Usage/) },
    });
    expect((await checkBudget(scene.agentId, { unattended: false }))?.reason).toMatch(/\$0\.00/);
  });

  test("for unattended work, still runs the user's messages", async () => {
    await limit({ unattendedDayTokens: 100 });
    const talk = play({ text: "Hi" });
    expect(await endOf(await fire())).toMatchObject({
      status: "failed",
      error: {
        code: "budget_unattended_tokens",
        message: expect.stringMatching(/unattended work is 100 tokens/),
      },
    });
    await talk.say("go").then(chunks);
    expect((await talk.read()).run?.status).toBe("completed");
    expect(talk.prompts).toHaveLength(1);
  });

  test("ends a run before its next call after the budget was lowered", async () => {
    const lower = () => ({
      calls: [{ tool: "get_state", input: { key: "k" } }],
      until: limit({ dayTokens: 20 }),
    });
    const talk = play(lower, { text: "never" });
    await talk.say("go").then(chunks);
    expect((await talk.read()).run?.error?.code).toBe("budget_day_tokens");
    expect(talk.prompts).toHaveLength(1);
  });
});

test("without a budget nothing is reserved, and unattended work has a budget by default", async () => {
  const talk = play({ text: "Hi" });
  await talk.say("go").then(chunks);
  await talk.read();
  expect(await sql()`select from budget_days`).toHaveLength(0);
  const job = randomUUID();
  play({ text: "Hi" });
  await fire(job);
  expect(await sql()`select unattended, job_id from model_calls order by id`).toEqual([
    { unattended: false, job_id: null },
    { unattended: true, job_id: job },
  ]);
  expect(await today()).toMatchObject({
    spent: { tokens: 30, unattendedTokens: 15 },
    reserved: { tokens: 0 },
  });
});

test("the budget check returns the reason if there is no room, and null otherwise", async () => {
  expect(await checkBudget(scene.agentId, { unattended: true })).toBeNull();
  await limit({ unattendedDayTokens: 10 });
  play({ text: "Hi" });
  await limit({ unattendedDayTokens: 20_000_000 });
  await fire();
  await limit({ unattendedDayTokens: 15 });
  expect((await checkBudget(scene.agentId, { unattended: true }))?.reason).toMatch(
    /unattended work is 15 tokens: 15 tokens is/,
  );
  expect(await checkBudget(scene.agentId, { unattended: false })).toBeNull();
});

describe("a call without token counts", () => {
  const refused = (statusCode: number) =>
    new APICallError({
      message: "No",
      url: "https://x.test",
      requestBodyValues: {},
      statusCode,
      isRetryable: false,
    });

  test("counts nothing if the provider refused it", async () => {
    await limit({ dayTokens: 1e7 });
    const talk = play({ fails: refused(401) });
    await talk.say("go").then(chunks);
    expect((await talk.read()).run?.error?.code).toBe("bad_key");
    expect(await today()).toMatchObject({ used: { tokens: 0 } });
  });

  test("counts the output so far if it broke off", async () => {
    await limit({ dayTokens: 1e7 });
    const talk = play({ text: "Half an answer", breaks: new Error("cut") });
    await talk.say("go").then(chunks);
    await talk.read();
    const { spent, reserved } = await today();
    expect(reserved.tokens).toBe(0);
    expect(spent.tokens).toBeGreaterThan(10);
    expect(spent.tokens).toBeLessThan((await worst()).tokens);
  });

  test("counts in full if its server was killed, in addition to the repeated call", async () => {
    await limit({ dayTokens: 1e7 });
    const talk = play({ until: never }, { text: "Whole" });
    const stream = talk.say("go").then(chunks);
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(1));
    const { reserved } = await today();
    expect((await today()).uncertain.tokens).toBe(0);
    await killed(talk.id);
    await stream;
    await recoverRuns(script.equipment);
    expect((await talk.read()).run?.status).toBe("completed");
    expect(await today()).toMatchObject({
      spent: { tokens: 15 },
      reserved: { tokens: reserved.tokens },
      uncertain: { tokens: reserved.tokens },
    });
  });
});

test("an unattended run has half of the limits, or its own if the user set them", async () => {
  const put = (key: string, value: unknown) => sql()`
    insert into settings (agent_id, key, value) values (${scene.agentId}, ${key}, ${JSON.stringify(value)}::json)`;
  const calls = [{ tool: "get_state", input: { key: "k" } }];
  await put("limits", { steps: 4 });
  play(...Array.from({ length: 6 }, () => ({ calls })));
  expect(await endOf(await fire())).toMatchObject({
    error: { message: expect.stringMatching(/after 2 steps/) },
  });
  await put("unattendedLimits", { steps: 3 });
  play(...Array.from({ length: 6 }, () => ({ calls })));
  expect(await endOf(await fire())).toMatchObject({
    error: { message: expect.stringMatching(/after 3 steps/) },
  });
});
