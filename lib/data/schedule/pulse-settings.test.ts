import { afterAll, beforeAll, expect, test } from "vitest";
import { newAgent } from "@/lib/code/history/testing/agents";
import { PULSE_ID } from "@/lib/shared/jobs/kinds";
import { sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { readSchedule, scheduleText } from "./prompt";
import { changePulseSettings, readPulseSettings } from "./pulse-settings";

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

test("the status and the prompt count today's pulses, even while the pulse is off", async () => {
  const agentId = await newAgent();
  await changePulseSettings(agentId, { enabled: false }, { author: "person", cause: null });
  expect(await readPulseSettings(agentId)).toMatchObject({ firedToday: 0, lastPulseAt: null });
  const now = Date.now();
  for (const [status, age] of [
    ["completed", 1],
    ["failed", 2],
    ["missed", 3],
    ["completed", 3 * 86_400],
  ] as const)
    await sql()`
      insert into job_runs (agent_id, kind, job_id, due_at, status)
      values (${agentId}, 'pulse', ${PULSE_ID}, ${new Date(now - age * 1_000).toISOString()}, ${status})`;
  const { firedToday, enabled } = await readPulseSettings(agentId);
  expect({ enabled, isCounted: firedToday > 0 && firedToday <= 2 }).toEqual({
    enabled: false,
    isCounted: true,
  });
  const { jobs, timeZone } = await readSchedule(agentId);
  const text = scheduleText(jobs, timeZone, new Date(now));
  expect(text).toContain(`The pulse is off`);
  expect(text).toMatch(
    new RegExp(`Fired today: ${firedToday}, left today: 0\\. Last: \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\.`),
  );
});
