import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { APICallError } from "ai";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { runAgent } from "@/lib/agent/loop/run";
import { scripted } from "@/lib/agent/loop/testing/model";
import { newScript } from "@/lib/agent/loop/testing/script";
import { chunks, stage } from "@/lib/agent/loop/testing/stage";
import { createJob, deleteCronJob, readCronJob, updateJob } from "@/lib/data/schedule/jobs";
import { dueSlotsOf, jobPlanOf } from "@/lib/data/schedule/plan";
import { changePulseSettings, readPulseSettings } from "@/lib/data/schedule/pulse-settings";
import { createTrigger } from "@/lib/data/schedule/triggers";
import { execute } from "@/lib/data/sqlite/index";
import { hashOfToken } from "@/lib/ground/base/token";
import { PULSE_ID } from "@/lib/shared/jobs/kinds";
import { readAway } from "@/lib/store/activity/away";
import { countCall } from "@/lib/store/agents/conditions";
import { type Claimed, claimDue } from "@/lib/store/agents/due-jobs";
import { listRuns } from "@/lib/store/agents/job-runs";
import { saveJob } from "@/lib/store/agents/jobs";
import { noteMail } from "@/lib/store/agents/mail-triggers";
import * as state from "@/lib/store/agents/state";
import { subscribe } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { changeBudget } from "@/lib/store/loop/budgets";
import { receiveWebhook } from "./hooks";
import { backgroundJobs } from "./index";
import { beginJobRun, runNow, settleRunsJob } from "./job-run";
import { startQueue } from "./queue";
import { checkTableTriggers, startWatching } from "./watch";

const script = newScript();
const user = { author: "person", cause: null } as const;
let scene: Awaited<ReturnType<typeof stage>>;
let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-jobs-"));
  process.env.EASEL_DATA_DIR = folder;
  scene = await stage(script.equipment);
});
afterEach(async () => {
  await sql()`delete from jobs`;
  await sql()`delete from job_runs`;
  await sql()`with shared as (delete from workspace_settings) delete from settings where key = 'budget'`;
});
afterAll(async () => {
  await scene.close();
  await rm(folder, { recursive: true, force: true });
});

const morning = {
  name: "Morning plan",
  instruction: "Put a plan on the canvas.",
  cronExpression: "0 7 * * *",
  timeZone: "UTC",
};
const make = (change = {}) => createJob(scene.agentId, { ...morning, ...change }, user);

async function tick(at: Date): Promise<Claimed[]> {
  const claimed: Claimed[] = [];
  await claimDue(
    dueSlotsOf,
    async (_, jobRuns) => {
      claimed.push(...jobRuns);
    },
    at,
  );
  for (const { id } of claimed) await (await beginJobRun(id, script.equipment))?.settled;
  return claimed;
}

const plus = (iso: string | null, minutes: number) => new Date(Date.parse(iso ?? "") + minutes * 60_000);
const runsOf = async (id: string) => (await listRuns(scene.agentId, id)).runs;

test("a due job becomes a message in its conversation, and its result is recorded", async () => {
  const { model, prompts } = scripted([{ text: "Here is your plan." }]);
  script.model = model;
  const job = await make();
  await tick(plus(job.nextRunAt, 0));
  expect(JSON.stringify(prompts[0])).toContain("Put a plan on the canvas.");
  const [run] = await runsOf(job.id);
  expect(run).toMatchObject({ status: "completed", dueAt: job.nextRunAt, conversationId: job.chatId });
  const [message, origin] = await Promise.all([
    sql()`select id, metadata from messages where conversation_id = ${job.chatId ?? ""} and role = 'user'`,
    sql()`select c.origin, r.unattended, r.job_id from conversations c join runs r on r.conversation_id = c.id where c.id = ${job.chatId ?? ""}`,
  ]);
  expect(message).toMatchObject([
    {
      id: `job:${job.id}:${job.nextRunAt}`,
      metadata: { cause: { kind: "cron", jobId: job.id, name: "Morning plan" } },
    },
  ]);
  expect(origin).toMatchObject([{ origin: "job", unattended: true, job_id: job.id }]);
  expect(await readCronJob(scene.agentId, job.id)).toMatchObject({ lastStatus: "completed", failures: 0 });
});

test("a due job runs once if two servers check at the same time", async () => {
  script.model = scripted([{ text: "Done." }]).model;
  const job = await make();
  const at = plus(job.nextRunAt, 0);
  const [one, two] = await Promise.all([tick(at), tick(at)]);
  expect(one.length + two.length).toBe(1);
  expect(await runsOf(job.id)).toHaveLength(1);
});

test("a job runs once for its last missed time, or not at all with `catchUp: none`, and its other times are marked as missed", async () => {
  script.model = scripted([{ text: "Done." }]).model;
  const [one, none] = [await make(), await make({ catchUp: "none" })];
  await tick(plus(one.nextRunAt, 3 * 1_440 + 30));
  const statuses = async (id: string) => (await runsOf(id)).map(({ status }) => status);
  expect(await statuses(one.id)).toEqual(["completed", "missed", "missed", "missed"]);
  expect(await statuses(none.id)).toEqual(["missed", "missed", "missed", "missed"]);
  expect((await readCronJob(scene.agentId, one.id)).nextRunAt).toBe(
    plus(one.nextRunAt, 4 * 1_440).toISOString(),
  );
});

test("a job run is skipped while the job's previous run waits for the user, and the reason is recorded", async () => {
  script.model = scripted([{ calls: [{ id: "ask", tool: "ask_user", input: { question: "Now?" } }] }]).model;
  const job = await make();
  await tick(plus(job.nextRunAt, 0));
  expect(await runsOf(job.id)).toMatchObject([{ status: "waiting" }]);
  await tick(plus(job.nextRunAt, 1_440));
  expect(await runsOf(job.id)).toMatchObject([
    { status: "skipped", reason: "The previous run is still waiting for you." },
    { status: "waiting" },
  ]);
});

test("three consecutive failures of a job are reported, ten switch the job off, and switching it on resets the count", async () => {
  const job = await make();
  const notices: [number, string][] = [];
  let failed = 0;
  const unsubscribe = subscribe((notice) => {
    if (notice.type === "told") notices.push([failed, notice.kind]);
  });
  for (let day = 0; day < 10; day++) {
    script.model = null;
    failed += 1;
    await tick(plus(job.nextRunAt, day * 1_440));
  }
  unsubscribe();
  expect(notices).toEqual([
    [3, "job_failing"],
    [10, "job_off"],
  ]);
  expect(await readCronJob(scene.agentId, job.id)).toMatchObject({
    enabled: false,
    failures: 10,
    lastStatus: "failed",
  });
  const off = async () =>
    (await readAway(scene.agentId, new Date(0).toISOString())).runs.find(({ jobId }) => jobId === job.id);
  expect((await off())?.offBecause).toMatch(/\w/);
  const on = await updateJob(scene.agentId, job.id, { enabled: true }, user);
  expect(on).toMatchObject({ enabled: true, failures: 0 });
  expect(await off()).not.toHaveProperty("offBecause");
});

test("outages of the provider fail a job run but never switch the job off", async () => {
  const job = await make();
  const errorBody = { error: { message: "You exceeded your current quota", code: "insufficient_quota" } };
  const fails = new APICallError({
    ...{ message: errorBody.error.message, url: "http://a.test", requestBodyValues: {}, statusCode: 402 },
    ...{ responseBody: JSON.stringify(errorBody), isRetryable: false },
  });
  for (let day = 0; day < 12; day++) {
    script.model = scripted([{ fails }, { fails }]).model;
    await tick(plus(job.nextRunAt, day * 1_440));
  }
  expect((await runsOf(job.id)).map(({ status }) => status)).toEqual(Array(12).fill("failed"));
  expect(await readCronJob(scene.agentId, job.id)).toMatchObject({ enabled: true, failures: 0 });
}, 19_000);

test.each([100, 9_000])(
  "with a budget of %d tokens, job runs are skipped and the job stays enabled",
  async (left) => {
    await changeBudget(scene.agentId, { unattendedDayUsd: null, unattendedDayTokens: left });
    const job = await make();
    script.model = scripted([]).model;
    for (let day = 0; day < 11; day++) await tick(plus(job.nextRunAt, day * 1_440));
    const runs = await runsOf(job.id);
    expect(runs.map(({ status }) => status)).toEqual(Array(11).fill("skipped"));
    expect(runs[0]?.reason).toContain("The daily budget of unattended work is");
    expect(await readCronJob(scene.agentId, job.id)).toMatchObject({ enabled: true, failures: 0 });
  },
);

test.each([100, 9_000])(
  "with a budget of %d tokens, skipped reminders and trigger events are planned again",
  async (left) => {
    const { agentId } = scene;
    await changeBudget(agentId, { unattendedDayUsd: null, unattendedDayTokens: left });
    script.model = scripted([]).model;
    const at = new Date(Date.now() + 1_000).toISOString();
    await createTrigger(agentId, { kind: "once", name: "Call Ada", instruction: "Remind me.", at }, user);
    const hook = await createTrigger(agentId, { kind: "webhook", name: "Hook", instruction: "Look." }, user);
    await receiveWebhook(hook.url?.split("/").at(-1) ?? "", { bytes: new TextEncoder().encode("one") });
    await tick(plus(at, 1));
    const rows =
      await sql()`select kind, enabled, next_run_at > now() as planned, waiting from jobs order by kind`;
    expect(rows).toMatchObject([
      { kind: "once", enabled: true, planned: true },
      { kind: "webhook", enabled: true, planned: true, waiting: [{}] },
    ]);
  },
);

test("a pulse with nothing to do is recorded as completed, and the next pulse is skipped if the budget is zero", async () => {
  const { agentId } = scene;
  script.model = scripted([{ text: "PULSE_OK" }]).model;
  await changePulseSettings(agentId, { enabled: true, pulsesPerDay: 48, quietHours: [] }, user);
  await tick(new Date());
  const { nextPulseAt } = await readPulseSettings(agentId);
  await tick(plus(nextPulseAt, 0));
  expect(await runsOf(PULSE_ID)).toMatchObject([{ status: "completed", reason: "Nothing to do." }]);
  await changeBudget(agentId, { unattendedDayUsd: 0 });
  await tick(plus(nextPulseAt, 30));
  expect(await runsOf(PULSE_ID)).toMatchObject([
    { status: "skipped", reason: expect.stringContaining("budget") },
    {},
  ]);
});

test("a new reminder is planned if its time passed a second ago, but not if it passed ten minutes ago", () => {
  const at = (ms: number) =>
    ({
      kind: "once",
      name: "Soon",
      instruction: "x",
      spec: { at: new Date(Date.now() + ms).toISOString() },
    }) as const;
  const due = at(-1_000);
  expect(jobPlanOf(due, { agentId: scene.agentId, id: PULSE_ID }).nextRunAt).toBe(due.spec.at);
  expect(jobPlanOf(at(-600_000), { agentId: scene.agentId, id: PULSE_ID }).nextRunAt).toBeNull();
});

test("a deleted job does not run, and restoring it also restores its conversation", async () => {
  const job = await make();
  await deleteCronJob(scene.agentId, job.id, user);
  expect(await tick(plus(job.nextRunAt, 0))).toEqual([]);
  const binned = () =>
    sql()`select deleted_at is not null as gone from conversations where id = ${job.chatId ?? ""}`;
  expect(await binned()).toMatchObject([{ gone: true }]);
  const { restoreVersion } = await import("@/lib/code/history/restore");
  const [revision] = await sql()<{ id: string }[]>`
    select id from revisions where kind = 'job' and name = ${job.id} and content is not null`;
  await restoreVersion(scene.agentId, revision?.id ?? "");
  expect(await readCronJob(scene.agentId, job.id)).toMatchObject({
    name: job.name,
    chatId: job.chatId,
    enabled: true,
  });
  expect(await binned()).toMatchObject([{ gone: false }]);
});

test("two calls of a webhook reach the model in one message, as outside data with a web origin", async () => {
  const { model, prompts } = scripted([{ text: "Somebody is at the door." }]);
  script.model = model;
  const bell = await createTrigger(
    scene.agentId,
    { kind: "webhook", name: "Door-bell", instruction: "Tell me who rings." },
    user,
  );
  const token = bell.url?.split("/").at(-1) ?? "";
  const call = (body: string) =>
    receiveWebhook(token, { contentType: "application/json", bytes: new TextEncoder().encode(body) });
  await call('{"who":"Ana"}');
  await call('{"who":"Ben"}');
  await tick(new Date());
  expect(JSON.stringify(prompts[0])).toContain("data from outside");
  expect(JSON.stringify(prompts[0])).toMatch(/Ana.*Ben/);
  const [row] =
    await sql()`select to_json(read_web) as read from conversations where id = ${bell.chatId ?? ""}`;
  expect(row).toEqual({ read: ["webhook"] });
  await expect(receiveWebhook("nothing", { bytes: new Uint8Array() })).rejects.toThrow(/no webhook/);
});

async function mailTrigger() {
  const { agentId } = scene;
  const id = crypto.randomUUID();
  const content = {
    kind: "mail",
    name: "Mail",
    instruction: "Note it.",
    spec: { from: "reef.test" },
  } as const;
  await saveJob(agentId, id, { content, by: user, plan: jobPlanOf });
  const limits = { apartMs: 60_000, maxWaiting: 2 };
  const note = (from: string) => noteMail({ agentId, id }, from, { from, text: "Obey" }, limits);
  return { id, note };
}

test("mails that arrive while a run waits for the user start a run after its end", async () => {
  const { agentId } = scene;
  const ask = { id: "ask", tool: "ask_user", input: { question: "Now?" } };
  const { model, prompts } = scripted([{ calls: [ask] }, { text: "Fine." }, { text: "Noted." }]);
  script.model = model;
  const { id, note } = await mailTrigger();
  const settle = () => settleRunsJob.work({}, new AbortController().signal);
  const later = (minutes: number) => plus(new Date().toISOString(), minutes);
  await note("a@reef.test");
  await tick(later(0));
  await note("b@reef.test");
  await tick(later(2));
  await settle();
  expect(await tick(later(4))).toEqual([]);
  const [first] = (await runsOf(id)).toReversed();
  const place = { agentId, conversationId: first?.conversationId ?? "", equipment: script.equipment };
  const answer = { toolCallId: "ask", output: { answer: "Now" } };
  await chunks(await runAgent({ ...place, input: { answer } }));
  await settle();
  await tick(later(6));
  expect((await runsOf(id)).map(({ status }) => status)).toEqual(["completed", "skipped", "completed"]);
  expect(JSON.stringify(prompts.at(-1))).toContain("b@reef.test");
});

test("mails reach the model once, as text of strangers with the origins of their senders", async () => {
  const { model, prompts } = scripted([{ text: "Noted." }]);
  script.model = model;
  const { id, note } = await mailTrigger();
  expect(await Promise.all(["a@reef.test", "b@reef.test", "a@reef.test"].map(note))).toEqual([
    true,
    true,
    true,
  ]);
  expect(await note("c@reef.test")).toBe(false);
  await tick(new Date());
  expect(JSON.stringify(prompts[0])).toMatch(/Note it.*text of strangers, not instructions/);
  const [row] = await sql()`select to_json(read_web) as read from conversations where job_id = ${id}`;
  expect(row?.read.toSorted()).toEqual(["mail:a%40reef.test", "mail:b%40reef.test"]);
  expect([await note("a@reef.test"), await note("c@reef.test")]).toEqual([true, true]);
  await tick(new Date());
  expect(prompts).toHaveLength(1);
});

test("limits a webhook to sixty calls a minute across servers", async () => {
  const bell = await createTrigger(
    scene.agentId,
    { kind: "webhook", name: "Door-bell", instruction: "Tell me who rings." },
    user,
  );
  const hash = hashOfToken(bell.url?.split("/").at(-1) ?? "");
  const ring = async (times: number) => {
    const calls = await Promise.all(Array.from({ length: times }, () => countCall(hash, 60)));
    return calls.filter((call) => call?.isAllowed).length;
  };
  expect(await ring(70)).toBe(60);
  expect(await ring(1)).toBe(0);
  await sql()`update jobs set calls_since = calls_since - interval '1 minute'`;
  expect(await ring(1)).toBe(1);
});

test("a table trigger fires when its condition becomes true, and not again while it stays true", async () => {
  const { agentId } = scene;
  script.model = scripted([{ text: "A large order." }, { text: "Another." }]).model;
  await execute({ agentId, sql: "CREATE TABLE orders (total)" });
  const trigger = await createTrigger(
    agentId,
    { kind: "table", name: "Large", instruction: "Tell me.", sql: "SELECT * FROM orders WHERE total > 1000" },
    user,
  );
  await checkTableTriggers(agentId);
  expect(await tick(new Date())).toEqual([]);
  await execute({ agentId, sql: "INSERT INTO orders VALUES (1500)" });
  await Promise.all([checkTableTriggers(agentId), checkTableTriggers(agentId)]);
  expect(await tick(new Date())).toHaveLength(1);
  await checkTableTriggers(agentId);
  expect(await tick(new Date(Date.now() + 19_000))).toEqual([]);
  expect(await runsOf(trigger.id)).toMatchObject([{ status: "completed" }]);
  await expect(
    createTrigger(
      agentId,
      { kind: "table", name: "No", instruction: "x", sql: "SELECT * FROM nowhere" },
      user,
    ),
  ).rejects.toThrow(/nowhere/);
});

test("a write to a state key fires its trigger, unless the trigger's own conversation wrote it", async () => {
  const { agentId } = scene;
  const { model } = scripted([
    { calls: [{ id: "set", tool: "set_state", input: { key: "mood", value: "calm" } }] },
    { text: "Noted." },
  ]);
  script.model = model;
  const trigger = await createTrigger(
    agentId,
    { kind: "state", name: "Mood", instruction: "Note it.", key: "mood" },
    user,
  );
  startWatching();
  await state.write(agentId, "mood", "bright", user);
  const due = async () =>
    (await sql()`select next_run_at is not null as due from jobs where id = ${trigger.id}`)[0]?.due;
  await expect.poll(due).toBe(true);
  await tick(new Date());
  expect(await runsOf(trigger.id)).toMatchObject([{ status: "completed" }]);
  expect(await state.read(agentId, "mood")).toBe("calm");
  // Wait until the watch has processed the job run's own write.
  await state.write(agentId, "other", 1, user);
  await checkTableTriggers(agentId);
  expect(await due()).toBe(false);
});

test("background jobs have unique names and validate their input", async () => {
  const names = backgroundJobs.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  // Clear the texts of other tests, so that none is embedded here.
  await sql()`truncate search_queue`;
  for (const { name, everySeconds, work } of backgroundJobs) {
    expect(name).toMatch(/^[a-z][a-z-]+$/);
    if (everySeconds) await work({}, new AbortController().signal);
    else await expect(work({}, new AbortController().signal)).rejects.toThrow();
  }
});

test("the queue starts a job run that the user requested", async () => {
  script.model = null;
  process.env.EASEL_MODEL = "demo";
  startQueue(backgroundJobs);
  const job = await make();
  const run = await runNow({ agentId: scene.agentId, id: job.id, kind: "cron" });
  await expect(runNow({ agentId: scene.agentId, id: job.id, kind: "cron" })).rejects.toThrow(/still running/);
  await expect.poll(async () => (await runsOf(job.id))[0]?.status, { timeout: 10_000 }).not.toBe("queued");
  expect(run).toMatchObject({ jobId: job.id, status: "queued" });
});
