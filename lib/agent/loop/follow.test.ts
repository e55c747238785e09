import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Chunk } from "@/lib/agent/message/message";
import { chunkEvents } from "@/lib/platform/http/sse";
import { publish } from "@/lib/store/bus";
import { sql } from "@/lib/store/db";
import { prune } from "@/lib/store/events";
import { readProgress } from "@/lib/store/loop/progress";
import type { RunContext } from "@/lib/store/loop/run-context";
import { begin } from "@/lib/store/loop/runs";
import { chain, followElsewhere } from "./follow";
import { LiveMessage } from "./live";
import { follow } from "./run";
import { newScript } from "./testing/script";
import { chunks, stage, textIn } from "./testing/stage";

const script = newScript();

let scene: Awaited<ReturnType<typeof stage>>;
beforeAll(async () => {
  scene = await stage(script.equipment);
});
afterAll(() => scene.close());

/** Simulates a run of another server through its stored rows. */
async function elsewhereRun() {
  const started = await begin({
    agentId: scene.agentId,
    conversationId: randomUUID(),
    message: { id: randomUUID(), parts: [] },
    title: "",
  });
  if (started.outcome !== "begun") throw new Error(started.outcome);
  const { run } = started;
  return {
    run,
    follow: async () => chunks((await follow(run.conversationId)) ?? chain([])),
    /** Follows the run. Resolves after the first piece, with the rest of the stream. */
    async open() {
      const progress = await readProgress(run.conversationId);
      if (!progress) throw new Error("Nothing runs");
      const pieces = followElsewhere(progress);
      const { value } = await pieces.next();
      return { first: value ?? [], rest: chunks(pieces) };
    },
    put: (seq: number, deltas: string[], last = false, attempt = run.attempt) =>
      store(run, seq, [...deltas.map(textDelta), ...(last ? [finish] : [])], attempt),
    set: (change: "completed" | "taken") =>
      change === "taken"
        ? sql()`update runs set attempt = attempt + 1 where id = ${run.id}`
        : sql()`update runs set status = 'completed', ended_at = now() where id = ${run.id}`,
  };
}

const parseChunks = (text: string): Chunk[] =>
  text
    .split("\n\n")
    .flatMap((event) => (event.startsWith("data: {") ? [JSON.parse(event.slice(6)) as Chunk] : []));

const textDelta = (delta: string): Chunk => ({ type: "text-delta", id: "t", delta });
const finish: Chunk = { type: "finish", finishReason: "stop" };

async function store(run: RunContext, seq: number, items: Chunk[], attempt: number) {
  await sql()`
    insert into run_events (run_id, attempt, seq, count, chunks)
    values (${run.id}, ${attempt}, ${seq}, ${items.length}, ${JSON.stringify(items)}::json)`;
  publish({ type: "events", runs: [run.id] });
}

describe("a message of another server", () => {
  test("is replayed from its first chunk and followed to its end", async () => {
    const { put, follow } = await elsewhereRun();
    await put(0, ["a", "b"]);
    const stream = follow();
    await put(2, ["c"]);
    await put(3, ["d"], true);
    expect(textIn(await stream)).toBe("abcd");
  });

  test("is followed without any notice", async () => {
    const { run, follow } = await elsewhereRun();
    const stream = follow();
    await sql()`
      insert into run_events (run_id, attempt, seq, count, chunks)
      values (${run.id}, 1, 0, 2, ${JSON.stringify([textDelta("a"), finish])}::json)`;
    expect(textIn(await stream)).toBe("a");
  });

  test("is not shown beyond a gap until the gap is filled", async () => {
    const { put, open } = await elsewhereRun();
    await put(0, ["a"]);
    await put(2, ["c"]);
    const { first, rest } = await open();
    expect(first).toEqual([JSON.stringify(textDelta("a"))]);
    await delay(50);
    await put(1, ["b"]);
    await put(3, [], true);
    expect(textIn(await rest)).toBe("bc");
  });

  test("includes last chunks that are stored after the run's end", async () => {
    const { put, set, open } = await elsewhereRun();
    await put(0, ["a"]);
    const { rest } = await open();
    await set("completed");
    await delay(150);
    await put(1, ["z"], true);
    expect(await rest).toEqual([textDelta("z"), finish]);
  });

  test("ends when another server takes over the run", async () => {
    const { put, set, open, follow } = await elsewhereRun();
    await put(0, ["a"]);
    const { rest } = await open();
    await set("taken");
    await put(0, ["anew"], true, 2);
    expect(await rest).toEqual([]);
    expect(textIn(await follow())).toBe("anew");
  });

  test("ends when its conversation is deleted", async () => {
    const { put, run, open } = await elsewhereRun();
    await put(0, ["a"]);
    const { rest } = await open();
    await sql()`delete from conversations where id = ${run.conversationId}`;
    publish({ type: "conversation", agent: run.agentId, id: run.conversationId });
    expect(await rest).toEqual([]);
  });

  test("ends when the database returns an error", async () => {
    const { run } = await elsewhereRun();
    const progress = await readProgress(run.conversationId);
    if (!progress) throw new Error("No run");
    const stream = chunkEvents(followElsewhere({ ...progress, id: "no uuid" }));
    expect(await stream.text()).toBe("data: [DONE]\n\n");
  });

  test("is null if no run is running", async () => {
    const { run, set } = await elsewhereRun();
    await set("completed");
    expect(await follow(run.conversationId)).toBeNull();
    expect(await follow(randomUUID())).toBeNull();
  });
});

describe("the chunks of a stored message", () => {
  test("are deleted when no client can still need them", async () => {
    const attemptsLeft = async (change: string) => {
      const { run, put } = await elsewhereRun();
      for (const attempt of [1, 2, 3]) await put(0, ["a"], true, attempt);
      await sql().unsafe(`update runs set attempt = 3, ${change} where id = '${run.id}'`);
      await prune();
      const rows = await sql()<{ attempt: number }[]>`
        select attempt from run_events where run_id = ${run.id} order by attempt`;
      return rows.map(({ attempt }) => attempt);
    };
    expect(await attemptsLeft("status = 'running'")).toEqual([2, 3]);
    expect(await attemptsLeft("status = 'completed', ended_at = now()")).toEqual([2, 3]);
    expect(await attemptsLeft("status = 'completed', ended_at = now() - interval '2 min'")).toEqual([]);
    expect(await attemptsLeft("status = 'waiting', lease_until = now()")).toEqual([2, 3]);
    expect(await attemptsLeft("status = 'waiting', lease_until = now() - interval '2 min'")).toEqual([]);
    expect(await attemptsLeft("status = 'waiting', lease_until = null")).toEqual([]);
  });
});

describe("a client that does not read", () => {
  test("does not delay others, and receives everything when it reads again", async () => {
    const { run } = await elsewhereRun();
    const message = new LiveMessage({ ...run, runId: run.id });
    const slow = chunkEvents(message.follow());
    const quick = chunks(message.follow());
    for (let n = 0; n < 5_000; n++) {
      message.emit(textDelta(`${n} `));
      if (n % 500 === 0) await delay(1);
    }
    message.end();
    const all = Array.from({ length: 5_000 }, (_, n) => `${n} `).join("");
    expect(textIn(await quick)).toBe(all);
    expect(textIn(parseChunks(await slow.text()))).toBe(all);
    expect(textIn(await chunks(message.follow(4_999)))).toBe("4999 ");
  });

  test("can disconnect at any time", async () => {
    const { run } = await elsewhereRun();
    const message = new LiveMessage({ ...run, runId: run.id });
    const gone = chunkEvents(message.follow());
    const reader = gone.body?.getReader();
    message.emit(textDelta("a"));
    await reader?.read();
    const waiting = reader?.read();
    await reader?.cancel();
    expect((await waiting)?.done).toBe(true);
    message.emit(textDelta("b"));
    message.end();
    await delay(5);
  });
});
