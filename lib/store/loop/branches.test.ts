import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resolveAgent } from "@/lib/store/agents/agents";
import { sql } from "@/lib/store/db";
import { listConversations } from "@/lib/store/search/conversation-list";
import { testDatabase } from "@/lib/store/testing/database";
import { previewBranch, restoreBranch, undoBranch } from "./branch-at";
import { beginVersion, branchThrough, showBranch } from "./branches";
import { readConversation } from "./conversations";
import { deleteConversation } from "./deletion";
import type { RunContext } from "./run-context";
import { begin, steer } from "./runs";
import { turnPage } from "./steps";

let agentId: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await testDatabase();
  drop = database.drop;
  agentId = await resolveAgent();
});
afterAll(() => drop());

const parts = (text: string) => [{ type: "text", text }];
const userMessage = (id: string) => ({ id, parts: parts(id) });

/** Creates a conversation with the messages `u1`, `u2` … and an answer to each. */
async function talk(turns: number) {
  const place = { agentId, conversationId: randomUUID() };
  const answers: string[] = [];
  const say = async (id: string): Promise<RunContext> => {
    const started = await begin({ ...place, message: userMessage(id), title: id });
    if (started.outcome !== "begun") throw new Error(started.outcome);
    return started.run;
  };
  const end = (status = "completed") => sql()`
    update runs set status = ${status} where conversation_id = ${place.conversationId} and status = 'running'`;
  for (let n = 1; n <= turns; n++) {
    answers.push((await say(`u${n}`)).messageId);
    await end();
  }
  const edit = (replaces: string, id: string) =>
    beginVersion(place, { replaces, message: userMessage(id), title: id });
  const retry = (messageId = "") => beginVersion(place, { retry: messageId });
  const show = (messageId = "") => showBranch(place, messageId);
  const read = async () => {
    const view = await readConversation(agentId, place.conversationId);
    if (!view) throw new Error("The conversation is not there");
    return view;
  };
  /** The visible ids; answers are numbered in order of creation: a1, a2 … */
  const shown = async () =>
    (await read()).messages.map(({ id }) => (answers.includes(id) ? `a${answers.indexOf(id) + 1}` : id));
  const answered = async (started: Awaited<ReturnType<typeof retry>>) => {
    if (started.outcome !== "begun") throw new Error(started.outcome);
    answers.push(started.run.messageId);
    await end();
    return started.run;
  };
  const versions = async (id = "") =>
    (await read()).messages.find((message) => message.id === id)?.metadata.versions;
  return { ...place, answers, say, end, edit, retry, show, read, shown, answered, versions };
}

const ids = (run: RunContext) => run.history.map(({ id }) => id);

describe("a retry", () => {
  test("hides the answer and everything after it, and writes a new answer", async () => {
    const { answers, shown, retry, answered, versions } = await talk(2);
    const [a1 = "", a2] = answers;
    const run = await answered(await retry(a1));
    expect(ids(run)).toEqual(["u1", run.messageId]);
    expect(await shown()).toEqual(["u1", "a3"]);
    expect(await versions(run.messageId)).toEqual([a1, run.messageId]);
    expect(await versions("u1")).toBeUndefined();
    await expect(retry(a2)).rejects.toMatchObject({ code: "conflict" });
  });

  test("is made only once if it is requested twice concurrently", async () => {
    const { answers, retry } = await talk(1);
    const both = await Promise.allSettled([retry(answers[0]), retry(answers[0])]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({ reason: { code: "conflict" } });
  });

  test("is rejected for user messages, unknown messages and unavailable conversations", async () => {
    const { retry, conversationId } = await talk(1);
    await expect(retry("u1")).rejects.toMatchObject({
      code: "invalid",
      details: [{ path: "retry.messageId" }],
    });
    await expect(retry("nothing")).rejects.toMatchObject({ code: "not_found" });
    await expect(
      beginVersion({ agentId: randomUUID(), conversationId }, { retry: "u1" }),
    ).rejects.toMatchObject({ code: "not_found" });
    await deleteConversation(agentId, conversationId);
    await expect(retry("u1")).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("an edit", () => {
  test("hides the message and everything after it, and continues with the new version", async () => {
    const { answers, shown, edit, answered, versions, say, end } = await talk(2);
    const run = await answered(await edit("u2", "u2b"));
    expect(ids(run)).toEqual(["u1", answers[0], "u2b", run.messageId]);
    expect(run.history[2]).toEqual({ ...userMessage("u2b"), role: "user", metadata: null });
    expect(await shown()).toEqual(["u1", "a1", "u2b", "a3"]);
    expect(await versions("u2b")).toEqual(["u2", "u2b"]);
    expect(ids(await say("u3"))).toEqual(["u1", answers[0], "u2b", run.messageId, "u3", expect.any(String)]);
    await end();
  });

  test("of the first message changes the conversation's title, unless the user has set it", async () => {
    const { edit, answered, read, conversationId } = await talk(1);
    await answered(await edit("u1", "first"));
    expect((await read()).conversation.title).toBe("first");
    await sql()`update conversations set title = 'mine', titled_by = 'person' where id = ${conversationId}`;
    await answered(await edit("first", "second"));
    expect((await read()).conversation.title).toBe("mine");
  });

  test("is made only once, and is rejected for messages of the agent", async () => {
    const { edit, answered, answers, shown } = await talk(1);
    await answered(await edit("u1", "again"));
    expect((await edit("u1", "again")).outcome).toBe("duplicate");
    expect(await shown()).toEqual(["again", "a2"]);
    await expect(edit(answers[1] ?? "", "x")).rejects.toMatchObject({
      code: "invalid",
      details: [{ path: "replaces" }],
    });
  });

  test("is refused as busy while a run is live", async () => {
    const { edit, say, end, shown } = await talk(1);
    await say("u2");
    expect((await edit("u1", "x")).outcome).toBe("busy");
    await end("waiting");
    expect((await edit("u1", "x")).outcome).toBe("busy");
    expect(await shown()).toHaveLength(4);
  });
});

describe("switching to another branch", () => {
  test("shows it down to its newest message, after which the conversation can continue", async () => {
    const { answers, shown, retry, edit, answered, show, say, end, versions } = await talk(2);
    const [a1 = "", a2 = ""] = answers;
    await answered(await retry(a2));
    await answered(await edit("u1", "other"));
    expect(await shown()).toEqual(["other", "a4"]);
    await show("u1");
    expect(await shown()).toEqual(["u1", "a1", "u2", "a3"]);
    await show(a2);
    expect(await shown()).toEqual(["u1", "a1", "u2", "a2"]);
    expect(await versions(a2)).toEqual([a2, answers[2]]);
    expect(await versions("u1")).toEqual(["u1", "other"]);
    expect(ids(await say("u3")).slice(0, -1)).toEqual(["u1", a1, "u2", a2, "u3"]);
    await end();
    await show(answers[2]);
    expect(await shown()).toEqual(["u1", "a1", "u2", "a3"]);
  });

  test("is rejected while a run is live", async () => {
    const { answers, retry, show, answered, end, say, shown } = await talk(1);
    await answered(await retry(answers[0]));
    await say("u2");
    await expect(show(answers[0])).rejects.toMatchObject({ code: "conflict" });
    await show("u1");
    await end("waiting");
    await expect(show(answers[0])).rejects.toMatchObject({ code: "conflict" });
    await end();
    await expect(show("nothing")).rejects.toMatchObject({ code: "not_found" });
    expect((await shown()).slice(0, 3)).toEqual(["u1", "a2", "u2"]);
  });

  test("also switches to its last run and open asks", async () => {
    const { answers, conversationId, retry, show, read } = await talk(1);
    const started = await retry(answers[0]);
    await sql()`update runs set status = 'failed', error = '{"code":"x","message":"y"}' where status = 'running'`;
    expect((await read()).run).toMatchObject({ status: "failed", error: { code: "x" } });
    if (started.outcome !== "begun") throw new Error(started.outcome);
    const { id, messageId } = started.run;
    await sql()`
      insert into asks (conversation_id, message_id, agent_id, run_id, tool_call_id, tool_name, kind, input)
      values (${conversationId}, ${messageId}, ${agentId}, ${id}, 'call', 'ask_user', 'answer', '{}')`;
    const row = async () =>
      (await listConversations(agentId)).conversations.find((each) => each.id === conversationId);
    expect(await row()).toMatchObject({ run: { status: "failed" }, openAsks: 1 });
    await show(answers[0]);
    expect(await read()).toMatchObject({ run: { status: "completed", messageId: answers[0] }, asks: [] });
    expect(await row()).toMatchObject({ run: { status: "completed" }, openAsks: 0 });
  });

  test("while a message is sent leaves the visible branch connected", async () => {
    for (let round = 0; round < 15; round++) {
      const { answers, conversationId, retry, answered, show } = await talk(1);
      await answered(await retry(answers[0]));
      const start = { agentId, conversationId, message: userMessage("u2"), title: "" };
      const [started] = await Promise.all([begin(start), show(answers[0]).catch(() => {})]);
      if (started.outcome === "busy") expect((await begin(start)).outcome).toBe("begun");
      const rows = await sql()<{ id: string; parent_id: string | null }[]>`
        select id, parent_id from messages where conversation_id = ${conversationId} and active order by position`;
      expect(rows.map((row) => row.parent_id)).toEqual([null, ...rows.slice(0, -1).map(({ id }) => id)]);
    }
  });
});

test("messages that are sent concurrently to a live run follow each other", async () => {
  const { conversationId, say, shown, answered } = await talk(0);
  const run = await say("u1");
  const steered = ["a", "b", "c", "d", "e", "f"];
  const taken = await Promise.all(
    [...steered, "a"].map((id) => steer({ agentId, conversationId, message: userMessage(id) })),
  );
  expect(taken.filter(Boolean)).toHaveLength(6);
  const page = await turnPage(run);
  const rows = await sql()<{ id: string; parent_id: string | null }[]>`
    select id, parent_id from messages where conversation_id = ${conversationId} order by position`;
  expect(rows.map((row) => row.parent_id)).toEqual([null, ...rows.slice(0, -1).map(({ id }) => id)]);
  expect(page?.said.map(({ id }) => id).toSorted()).toEqual(steered);
  await answered({ outcome: "begun", run });
  expect(await shown()).toHaveLength(9);
});

test("branchThrough returns ids from the root through a message to the newest one after it", () => {
  const tree = [
    { id: "1", parentId: null },
    { id: "2", parentId: "1" },
    { id: "3", parentId: "2" },
    { id: "2b", parentId: "1" },
    { id: "3b", parentId: "2b" },
    { id: "3c", parentId: "2" },
  ];
  expect([...branchThrough(tree, "2")].toSorted()).toEqual(["1", "2", "3c"]);
  expect([...branchThrough(tree, "1")].toSorted()).toEqual(["1", "2", "3c"]);
  expect([...branchThrough(tree, "2b")].toSorted()).toEqual(["1", "2b", "3b"]);
  expect([...branchThrough(tree, "3")].toSorted()).toEqual(["1", "2", "3"]);
});

describe("an earlier time", () => {
  const restore = (place: { agentId: string; conversationId: string }, at: string, expect?: string) =>
    sql().begin((tx) => restoreBranch(tx, place, at, expect));
  /** Returns a time after all earlier writes and before all later ones. */
  async function now(): Promise<string> {
    const [clock] = await sql()<{ at: Date }[]>`select clock_timestamp() + interval '2 ms' as at`;
    await sql()`select pg_sleep(0.004)`;
    return new Date(clock?.at ?? 0).toISOString();
  }

  test("shows the branch and the messages of then, hides later ones without loss, and is undone", async () => {
    const { answers, shown, retry, answered, show, read, versions, say, end, ...place } = await talk(1);
    const early = await now();
    await say("u2");
    await end();
    const first = await now();
    await answered(await retry(answers[0]));
    const second = await now();
    await show(answers[0]);
    const third = await now();
    expect(await shown()).toEqual(["u1", "a1", "u2", expect.any(String)]);

    expect(await previewBranch(sql(), place, second)).toMatchObject({ title: "u1", hidden: 3, shown: 1 });
    const restored = await restore(place, second);
    expect(await shown()).toEqual(["u1", "a2"]);
    expect(await restore(place, second)).toBeNull();
    await restore(place, early);
    expect(await shown()).toEqual(["u1", "a1"]);
    expect((await read()).later).toBe("u2");
    await restore(place, first);
    expect(await shown()).toEqual(["u1", "a1", "u2", expect.any(String)]);
    expect((await read()).later).toBeUndefined();
    await restore(place, third);
    expect(await shown()).toEqual(["u1", "a1", "u2", expect.any(String)]);

    await restore(place, early);
    expect(ids(await say("u3"))).toEqual(["u1", answers[0], "u3", expect.any(String)]);
    await end();
    expect(await versions("u3")).toEqual(["u2", "u3"]);
    await show("u2");
    expect(await shown()).toEqual(["u1", "a1", "u2", expect.any(String)]);

    if (!restored) throw new Error("Nothing was restored");
    await restore(place, second);
    await sql().begin((tx) => undoBranch(tx, place.agentId, restored));
    expect(await shown()).toEqual(["u1", "a1", "u2", expect.any(String)]);
    await restore(place, early);
    await expect(sql().begin((tx) => undoBranch(tx, place.agentId, restored))).rejects.toMatchObject({
      code: "conflict",
    });
  });

  test("is rejected while a run is live, after a change, before the first message, and for other agents", async () => {
    const before = await now();
    const { say, end, ...place } = await talk(1);
    const at = await now();
    const { hash } = await previewBranch(sql(), place, at);
    await say("u2");
    expect(await previewBranch(sql(), place, at)).toMatchObject({ hidden: 2, live: "running" });
    await expect(restore(place, at)).rejects.toMatchObject({
      code: "conflict",
      message: "The agent is still writing. Stop it first.",
    });
    await end();
    await expect(restore(place, at, hash)).rejects.toMatchObject({ code: "conflict" });
    expect(await previewBranch(sql(), place, before)).toMatchObject({ isLater: true });
    await expect(restore(place, before)).rejects.toMatchObject({ code: "invalid" });
    const other = { ...place, agentId: randomUUID() };
    await expect(previewBranch(sql(), other, at)).rejects.toMatchObject({ code: "not_found" });
    await expect(restore(other, at)).rejects.toMatchObject({ code: "not_found" });
  });
});
