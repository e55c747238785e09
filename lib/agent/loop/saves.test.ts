import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Draft } from "@/lib/agent/message/draft";
import type { Chunk } from "@/lib/agent/message/message";
import { StepAccount } from "@/lib/agent/step/account";
import { LostRun } from "@/lib/agent/step/in-time";
import { connect } from "@/lib/store/connection";
import { begin } from "@/lib/store/loop/runs";
import { LiveRun } from "./live";
import { Saves } from "./saves";
import { breakable } from "./testing/outage";
import { stage } from "./testing/stage";

const way = breakable();
let scene: Awaited<ReturnType<typeof stage>>;
let direct: ReturnType<typeof connect>;
beforeAll(async () => {
  scene = await stage(undefined, (url) => {
    direct = connect(url, { max: 1 });
    return way.reach(url);
  });
});
afterAll(async () => {
  await direct.end();
  await scene.close();
  await way.cut();
});

const used = {
  finishReason: "tool-calls" as const,
  ...{ inputTokens: 10, outputTokens: 5, cachedTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
};
const text = (content: string): Chunk[] => [
  { type: "start-step" },
  { type: "text-start", id: "0" },
  { type: "text-delta", id: "0", delta: content },
  { type: "text-end", id: "0" },
];
const call = (output: unknown) => ({
  ...{ toolCallId: "call_1", toolName: "look", input: {}, status: "ok" as const, output },
  ...{ error: null, durationMs: 3 },
});

async function startRunning() {
  const message = { id: randomUUID(), parts: [{ type: "text", text: "go" }] };
  const { agentId } = scene;
  const started = await begin({ agentId, conversationId: randomUUID(), message, title: "" });
  if (started.outcome !== "begun") throw new Error(started.outcome);
  const { run } = started;
  const [draft, account] = [new Draft(), new StepAccount(run)];
  const saves = new Saves(run, new LiveRun(run));
  const say = (content: string) => {
    for (const chunk of text(content)) draft.apply(chunk);
    account.spent({ id: "some/model" }, used);
  };
  const save = (step: Parameters<Saves["save"]>[0]["step"], how?: { isAhead: boolean }) =>
    saves.save({ draft, account, unstoredOrigins: [], step }, how);
  const stored = async () => {
    const [row] = await direct`
      select m.parts, r.steps, r.status,
        (select json_agg(json_build_array(t.status, t.output)) from tool_calls t where t.run_id = r.id) as calls,
        (select count(*)::int from model_calls) as spent
      from runs r join messages m on m.id = r.message_id where r.id = ${run.id}`;
    return { ...row, parts: row?.parts.flatMap((part: { text?: string }) => part.text ?? []) };
  };
  return { run, saves, say, save, stored };
}

/**
 * Reduces the stored data to its state after a crash: the run at its start, without its first step.
 */
const lose = ({ id, messageId }: { id: string; messageId: string }) =>
  direct.begin(async (tx) => {
    await tx`update messages set parts = '[]' where id = ${messageId}`;
    await tx`update runs set steps = 0, input_tokens = 0, output_tokens = 0 where id = ${id}`;
    await tx`delete from tool_calls where run_id = ${id}`;
    await tx`delete from model_calls`;
  });

test("a step that a database crash lost is stored together with the next step", async () => {
  const { run, saves, say, save, stored } = await startRunning();
  say("One ");
  saves.settled([call("seen")]);
  await save({ status: "running" }, { isAhead: true });
  await way.cut();
  await lose(run);
  await way.mend();
  say("two.");
  await save({ status: "completed" });
  expect(await stored()).toEqual({
    ...{ parts: ["One ", "two."], steps: 2, status: "completed", calls: [["ok", "seen"]], spent: 2 },
  });
});

test("nothing is stored or counted twice if only the connection broke", async () => {
  await direct`delete from model_calls`;
  const { saves, say, save, stored } = await startRunning();
  say("One ");
  saves.settled([call("seen")]);
  await save({ status: "running" }, { isAhead: true });
  await way.cut();
  await way.mend();
  expect(await saves.isOnDisk()).toBe(false);
  say("two.");
  await save({ status: "completed" });
  expect(await stored()).toEqual({
    ...{ parts: ["One ", "two."], steps: 2, status: "completed", calls: [["ok", "seen"]], spent: 2 },
  });
});

test("a save throws LostRun if another server has taken the run, also after a crash lost a step of the run", async () => {
  const { run, say, save } = await startRunning();
  say("One ");
  await save({ status: "running" }, { isAhead: true });
  await way.cut();
  await lose(run);
  await direct`update runs set attempt = attempt + 1 where id = ${run.id}`;
  await way.mend();
  say("two.");
  await expect(save({ status: "completed" })).rejects.toThrow(LostRun);
});
