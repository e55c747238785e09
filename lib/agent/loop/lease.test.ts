import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Message } from "@/lib/agent/message/message";
import { closeAll } from "@/lib/ground/base/process";
import { isDirect } from "@/lib/store/connection";
import { sql } from "@/lib/store/db";
import { markUnreachable } from "@/lib/store/loop/contact";
import { takeOver } from "@/lib/store/loop/leases";
import { readProgress } from "@/lib/store/loop/progress";
import { requestStop } from "@/lib/store/loop/runs";
import { keeper, keepRuns, recoverRuns } from "./keeper";
import { liveRuns } from "./live";
import { lab, withLab } from "./testing/lab";
import { type Call, type Step, scripted } from "./testing/model";
import { newScript } from "./testing/script";
import { chunks, killed, stage, textIn } from "./testing/stage";

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

type Talk = ReturnType<typeof play>;

const never = new Promise(() => {});
const act = (n: number): Call => ({ tool: "act", input: { n } });
const outcome = (messages: Message[]) => messages.map(({ role, parts }) => [role, textIn(parts)]);

async function startRunning(talk: Talk) {
  const stream = talk.say("go").then(chunks);
  await vi.waitFor(() => expect(talk.prompts).toHaveLength(1));
  return { stream };
}

const end = (talk: Talk) => sql()`update runs set status = 'stopped' where conversation_id = ${talk.id}`;
/** Simulates another server that takes the run, without a notice to this one. */
const taken = (talk: Talk) => sql()`
  update runs set attempt = attempt + 1, lease_owner = ${randomUUID()} where conversation_id = ${talk.id}`;

describe("a run of a dead server", () => {
  test("is resumed by only one server", async () => {
    const talk = play({ text: "Half ", until: never });
    await startRunning(talk);
    await killed(talk.id);
    const runs = (await Promise.all([takeOver(), takeOver(), takeOver()])).flat();
    expect(runs.map(({ conversationId }) => conversationId)).toEqual([talk.id]);
    expect(await takeOver()).toEqual([]);
    await end(talk);
  });

  test.runIf(isDirect(process.env.DATABASE_URL ?? "postgres://x/x?host=/x"))(
    "is taken over 3 s after the last heartbeat, but not after 1 s, if the server disconnected",
    async () => {
      const talk = play({ text: "Half ", until: never });
      await startRunning(talk);
      await killed(talk.id);
      const silentFor = (s: number) => sql()`
        update runs set lease_until = now() + (8 - ${s}) * interval '1 s' where conversation_id = ${talk.id}`;
      await silentFor(1);
      expect(await takeOver()).toEqual([]);
      await silentFor(3);
      expect(await takeOver()).toHaveLength(1);
      await end(talk);
    },
  );
});

describe("a server after a database outage", () => {
  const clock = vi.spyOn(performance, "now");
  afterAll(() => clock.mockRestore());

  test("takes over an expired run only once it has been connected again for the duration of a lease", async () => {
    const talk = play({ text: "Half ", until: never });
    await startRunning(talk);
    await killed(talk.id);
    const at = performance.now();
    // Let the response of the first statement take as long as the outage.
    clock.mockReturnValueOnce(at).mockReturnValue(at + 9_000);
    expect(await takeOver()).toEqual([]);
    clock.mockReturnValue(at + 16_900);
    expect(await takeOver()).toEqual([]);
    clock.mockReturnValue(at + 17_100);
    expect(await takeOver()).toMatchObject([{ conversationId: talk.id }]);
    await end(talk);
    await closeAll();
  });

  test("takes over no run right after it lost the database, unless it is restarted", async () => {
    const talk = play({ text: "Half ", until: never });
    await startRunning(talk);
    await killed(talk.id);
    markUnreachable();
    expect(await takeOver()).toEqual([]);
    await closeAll();
    expect(await takeOver()).toMatchObject([{ conversationId: talk.id }]);
    await end(talk);
  });
});

describe("a server that was suspended for longer than a lease", () => {
  test("renews its expired leases without starting a new attempt", async () => {
    const gate = Promise.withResolvers<void>();
    const talk = play({ text: "One ", until: gate.promise, calls: [act(1)] }, { text: "answer." });
    const { stream } = await startRunning(talk);
    await sql()`update runs set lease_until = now() - interval '20 s' where conversation_id = ${talk.id}`;
    await recoverRuns(script.equipment);
    await keepRuns();
    const [row] = await sql()`
      select attempt, crashes, lease_until > now() + interval '5 s' as kept from runs where conversation_id = ${talk.id}`;
    expect(row).toEqual({ attempt: 1, crashes: 0, kept: true });
    gate.resolve();
    expect(textIn(await stream)).toBe("One answer.");
    expect(talk.prompts).toHaveLength(2);
  });

  test("still takes over runs of other servers", async () => {
    const mine = play({ text: "Mine ", until: never });
    await startRunning(mine);
    const theirs = play({ text: "Half ", until: never }, { text: "Whole." });
    await startRunning(theirs);
    await killed(theirs.id);
    await recoverRuns(script.equipment);
    expect(outcome((await theirs.read()).messages)[1]).toEqual(["assistant", "Whole."]);
    await killed(mine.id);
    await end(mine);
  });
});

describe("a run of a server of the same data folder", () => {
  const folder = mkdtempSync(join(tmpdir(), "presence-"));
  beforeAll(() => void vi.stubEnv("EASEL_DATA_DIR", folder));
  afterAll(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  test("is resumed at once when the server is killed, and not before", async () => {
    await closeAll();
    const talk = play({ text: "Half ", until: never });
    await startRunning(talk);
    await killed(talk.id);
    const [run] = await sql()`select lease_owner as owner from runs where conversation_id = ${talk.id}`;
    const holder = spawn(
      process.execPath,
      [join(import.meta.dirname, "testing/holder.ts"), folder, run?.owner],
      {
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    onTestFinished(() => void holder.kill("SIGKILL"));
    await once(holder.stdout, "data");
    // Renew the lease here: starting the holder can take longer than a lease, and the holder does not renew
    // it.
    await sql()`update runs set lease_until = now() + interval '8 s' where conversation_id = ${talk.id}`;
    expect(await takeOver()).toEqual([]);
    holder.kill("SIGKILL");
    await once(holder, "exit");
    expect(await takeOver()).toMatchObject([{ conversationId: talk.id, crashes: 1 }]);
    expect(readdirSync(join(folder, "servers"))).toEqual([]);
    await end(talk);
    await closeAll();
  });
});

test("a server resumes its own run that is missing from its list of live runs", async () => {
  const talk = play({ text: "Half ", until: never });
  await startRunning(talk);
  const { runId = "" } = liveRuns().get(talk.id) ?? {};
  await sql()`update runs set lease_until = now() + interval '5 s' where id = ${runId}`;
  expect(await takeOver([runId])).toEqual([]);
  expect(await takeOver([])).toMatchObject([{ id: runId }]);
  await killed(talk.id);
  await end(talk);
});

describe("a server with live runs", () => {
  test("stores nothing more of a run that it lost, even if it does not know of the loss", async () => {
    const gate = Promise.withResolvers<void>();
    const talk = play({ text: "Old ", until: gate.promise, calls: [act(1)] });
    await startRunning(talk);
    await taken(talk);
    gate.resolve();
    await liveRuns().get(talk.id)?.settled;
    const [row] =
      await sql()`select status, parts from runs r join messages m on m.id = r.message_id where r.conversation_id = ${talk.id}`;
    expect(row).toEqual({ status: "running", parts: [] });
    expect(lab.ran).toEqual([]);
    await end(talk);
  });

  test("at the next heartbeat, releases a run that it lost", async () => {
    const talk = play({ text: "Old ", until: never });
    const { stream } = await startRunning(talk);
    await taken(talk);
    await keepRuns();
    expect(textIn(await stream)).toBe("Old ");
    expect(liveRuns().has(talk.id)).toBe(false);
    await end(talk);
  });

  test("at the next heartbeat, stops a run whose stop notice was lost", async () => {
    const talk = play({ text: "Half ", until: never });
    const { stream } = await startRunning(talk);
    await requestStop(liveRuns().get(talk.id)?.runId ?? "");
    await keepRuns();
    await stream;
    expect((await talk.read()).run?.status).toBe("stopped");
  });

  test("renews the leases of its runs at each heartbeat", async () => {
    const talk = play({ text: "Mine ", until: never });
    await startRunning(talk);
    await sql()`update runs set lease_until = now() + interval '1 s' where conversation_id = ${talk.id}`;
    await keepRuns();
    const [row] =
      await sql()`select lease_until > now() + interval '5 s' as kept from runs where conversation_id = ${talk.id}`;
    expect(row).toEqual({ kept: true });
    await killed(talk.id);
    await end(talk);
  });
});

describe("a run whose end cannot be stored", () => {
  test("fails after a limited number of attempts", async () => {
    await sql()`alter table messages add constraint refused check (parts::text not like '%forbidden%')`;
    const talk = play(...Array.from({ length: 9 }, (): Step => ({ text: "A forbidden word." })));
    await chunks(await talk.say("go"));
    await vi.waitFor(() => expect(liveRuns().has(talk.id)).toBe(false));
    for (let tries = 0; (await readProgress(talk.id))?.status === "running"; tries++) {
      expect(tries).toBeLessThan(9);
      await keepRuns();
      await sql()`update runs set lease_until = lease_until - interval '9 s' where conversation_id = ${talk.id}`;
      await recoverRuns(script.equipment);
      await liveRuns().get(talk.id)?.settled;
    }
    const { messages, run } = await talk.read();
    expect(run).toMatchObject({ status: "failed", error: { code: "crashed" } });
    expect(messages[1]?.parts.at(-1)).toMatchObject({ type: "data-notice" });
    await sql()`alter table messages drop constraint refused`;
  });
});

describe("a server that shuts down", () => {
  test("hands over its runs at once, without counting a crash", async () => {
    await closeAll();
    keeper();
    const talk = play({ text: "Half ", until: never }, { text: "Whole." });
    const { stream } = await startRunning(talk);
    await closeAll();
    expect(textIn(await stream)).toBe("Half ");
    const [row] =
      await sql()`select status, crashes, lease_until < now() as free from runs where conversation_id = ${talk.id}`;
    expect(row).toEqual({ status: "running", crashes: -1, free: true });
    await recoverRuns(script.equipment);
    const { messages, run } = await talk.read();
    expect([run?.status, outcome(messages)[1]]).toEqual(["completed", ["assistant", "Whole."]]);
  });
});
