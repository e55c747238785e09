import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { databasesOf, stateOf } from "../attack/sandbox/machine.ts";
import { call } from "../call.ts";
import { expect } from "../fixtures.ts";
import { timePasses } from "../passing-time.ts";
import { directive } from "../provider/directive.ts";
import { begin, incoming, upload } from "../uploads.ts";
import type { Story } from "./story.ts";

export const uploadIsHalf: Story = async ({ easel, folder }) => {
  const { body: before } = await upload(easel.url, "kept.txt", "kept");
  await begin(easel.url, 1_000_000, 400_000);
  await expect.poll(() => incoming(folder).length).toBe(1);
  return {
    async after() {
      const { files } = await (await fetch(`${easel.url}/api/files`)).json();
      expect(files.map(({ name }: { name: string }) => name)).not.toContain("half.bin");
      expect(await (await fetch(`${easel.url}${before.files[0].url}`)).text()).toBe("kept");
      // Delete the incoming file: Easel would do so only after hours, and other tests check these files.
      for (const name of incoming(folder)) rmSync(join(folder, "files", "incoming", name));
    },
  };
};

const ENDLESS = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c";

export const queryDoesNotEnd: Story = async ({ easel }) => {
  const left = call(easel.url, "POST", "/api/database/sql", { sql: ENDLESS }).catch(() => {});
  const running = () => databasesOf(easel.pid).filter((pid) => stateOf(pid) === "R");
  let pids: number[] = [];
  await expect.poll(() => (pids = running())).toHaveLength(1);
  const [pid = 0] = pids;
  // Check that the query delays no other requests. A unit test covers its limit of 5 s.
  const waits: number[] = [];
  const since = performance.now();
  while (waits.length < 30 && performance.now() - since < 3_000) {
    const asked = performance.now();
    expect((await call(easel.url, "GET", "/api/state")).status).toBe(200);
    waits.push(performance.now() - asked);
    await delay(10);
  }
  await expect.poll(running).toContain(pid);
  expect(waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)]).toBeLessThan(250);
  return {
    async whenDown() {
      await left;
      // Accept a zombie: a killed process remains one until its parent waits for it.
      await expect.poll(() => stateOf(pid)).toMatch(/^Z?$/);
    },
    after: async () => {},
  };
};

type Run = { status: string; reason: string | null };

/**
 * A job was due several times while no server was running. Its last job run is started, and the others are marked as
 * missed.
 */
export const jobIsDue: Story = async ({ easel: { url }, folder }) => {
  const job = { name: "Backup", instruction: `Look.\n${directive({ text: "Looked." })}` };
  const { body } = await call(url, "POST", "/api/jobs", { ...job, cronExpression: "0 3 * * *" });
  const { id, nextRunAt } = body.job;
  return {
    whenDown: () =>
      timePasses(
        folder,
        (sql) => sql`update jobs set next_run_at = next_run_at - interval '4 days' where id = ${id}`,
      ),
    async after() {
      const runs = async (): Promise<Run[]> => (await call(url, "GET", `/api/jobs/${id}/runs`)).body.runs;
      await expect
        .poll(async () => (await runs()).map(({ status }) => status), { timeout: 20_000 })
        .toEqual(["completed", "missed", "missed", "missed"]);
      expect((await runs()).at(-1)?.reason).toBe("Easel was not running at that time.");
      expect((await call(url, "GET", `/api/jobs/${id}`)).body.job.nextRunAt).toBe(nextRunAt);
      await call(url, "DELETE", `/api/jobs/${id}`);
    },
  };
};
