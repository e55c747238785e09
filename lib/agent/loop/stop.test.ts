import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { publish, subscribe } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { deleteConversation, purge, restoreConversation } from "@/lib/store/loop/deletion";
import { readProgress } from "@/lib/store/loop/progress";
import { begin } from "@/lib/store/loop/runs";
import { liveRuns } from "./live";
import { deleteWithRun, stop } from "./stop";
import { type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, stage, textIn } from "./testing/stage";

const script = newScript();

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());
afterEach(() => sql()`with shared as (delete from workspace_settings) delete from settings`);

function play(...steps: Step[]) {
  const made = scripted(steps);
  script.model = made.model;
  return { ...scene.conversation(), prompts: made.prompts };
}

const question = (id?: string) => ({ id, tool: "ask_user", input: { question: "Which?" } });

describe("a stop", () => {
  test("of a run on another server waits until that server has stopped it", async () => {
    const conversationId = randomUUID();
    const message = { id: "m", parts: [] };
    const started = await begin({ agentId: scene.agentId, conversationId, message, title: "" });
    const other = subscribe((notice) => {
      if (notice.type !== "stop" || started.outcome !== "begun" || notice.run !== started.run.id) return;
      void sql()`update runs set status = 'stopped' where id = ${notice.run}`.then(() =>
        publish({ type: "conversation", agent: scene.agentId, id: conversationId }),
      );
    });
    expect(await stop(scene.agentId, conversationId)).toMatchObject({ status: "stopped" });
    other();
  });

  test("without a running run changes nothing", async () => {
    expect(await stop(scene.agentId, randomUUID())).toBeNull();
    const talk = play({ text: "Done." });
    await chunks(await talk.say("go"));
    expect(await stop(scene.agentId, talk.id)).toMatchObject({ status: "completed" });
  });
});

describe("a deleted conversation", () => {
  test("with a waiting run makes its question unavailable until it is restored", async () => {
    const talk = play({ calls: [question()] }, { text: "Thanks." });
    await chunks(await talk.say("go"));
    await deleteWithRun(scene.agentId, talk.id);
    await expect(talk.answer("call_1", { answer: "x" })).rejects.toMatchObject({ code: "not_found" });
    await expect(deleteWithRun(scene.agentId, talk.id)).rejects.toMatchObject({ code: "not_found" });
    await restoreConversation(scene.agentId, talk.id);
    expect(textIn(await chunks(await talk.answer("call_1", { answer: "x" })))).toBe("Thanks.");
  });

  test("with a waiting run begins again with a new message", async () => {
    const talk = play({ calls: [question()] }, { text: "Fresh." });
    await chunks(await talk.say("go"));
    await deleteWithRun(scene.agentId, talk.id);
    expect(textIn(await chunks(await talk.say("anew")))).toBe("Fresh.");
  });

  test("with a waiting run is removed with all its data", async () => {
    const talk = play({ calls: [question()] });
    await chunks(await talk.say("go"));
    await deleteWithRun(scene.agentId, talk.id);
    await purge(talk.id);
    for (const table of [
      "conversations where id",
      ...["messages", "runs", "asks", "tool_calls"].map((name) => `${name} where conversation_id`),
    ])
      expect(await sql().unsafe(`select 1 from ${table} = '${talk.id}'`)).toHaveLength(0);
  });

  test("with a running run ends the run", async () => {
    const talk = play({ text: "Working ", until: new Promise(() => {}) });
    const stream = talk.say("go").then(chunks);
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(1));
    await deleteWithRun(scene.agentId, talk.id);
    expect(textIn(await stream)).toBe("Working ");
    expect(liveRuns().has(talk.id)).toBe(false);
  });

  test("that is purged ends its run without storing its output", async () => {
    const gate = Promise.withResolvers<void>();
    const talk = play({ text: "Working ", until: gate.promise });
    const stream = talk.say("go").then(chunks);
    await vi.waitFor(() => expect(talk.prompts).toHaveLength(1));
    await deleteConversation(scene.agentId, talk.id);
    await purge(talk.id);
    gate.resolve();
    expect(textIn(await stream)).toBe("Working ");
    expect(await readProgress(talk.id)).toBeNull();
  });
});

test("a notice is published for every visible change of a conversation", async () => {
  let notices = 0;
  const talk = play({ calls: [question(), question()] }, { text: "Done." }, { calls: [question()] });
  const leave = subscribe((notice) => {
    if (notice.type === "conversation" && notice.id === talk.id) notices += 1;
  });
  const after = async (change: Promise<unknown>) => {
    notices = 0;
    await change;
    await liveRuns().get(talk.id)?.settled;
    return notices;
  };
  const counts = [
    await after(talk.say("go").then(chunks)),
    await after(talk.answer("call_1", { answer: "1" }).then(chunks)),
    await after(talk.answer("call_2", { answer: "2" }).then(chunks)),
    await after(talk.say("again").then(chunks)),
    await after(stop(scene.agentId, talk.id)),
    await after(deleteWithRun(scene.agentId, talk.id)),
  ];
  leave();
  expect(counts.map((count) => count > 0)).toEqual(counts.map(() => true));
});
