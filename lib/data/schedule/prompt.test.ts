import { expect, test } from "vitest";
import type { PromptJob } from "@/lib/store/agents/jobs";
import { scheduleText } from "./prompt";
import { DEFAULT_PULSE } from "./pulse";

const now = new Date("2026-11-24T12:00:00Z");
const job = (change: Partial<PromptJob> = {}): PromptJob => ({
  ...{
    id: "1",
    kind: "cron",
    name: "Plan",
    enabled: true,
    nextRunAt: "2026-11-25T06:00:00Z",
    origins: [],
    fired: null,
  },
  spec: { cronExpression: "0 7 * * *", timeZone: "Europe/Berlin", catchUp: "one" },
  ...change,
});

test("scheduleText lists at most twenty jobs, one per line, and the pulse with its notes", () => {
  const pulse = job({ kind: "pulse", spec: { ...DEFAULT_PULSE, notes: "Water the plants." } });
  const text = scheduleText([pulse, ...Array.from({ length: 21 }, () => job())], "Europe/Berlin", now);
  expect(text.match(/- Plan \(cron 0 7 \* \* \* Europe\/Berlin, next 2026-11-25 07:00\)/g)).toHaveLength(20);
  expect(text).toContain("- and more");
  expect(text).toContain(
    "## Pulse Status\n\nThe pulse is on: every 120 minutes, every day, quiet 22:00-07:00.",
  );
  expect(text).toContain("Fired today: 0, left today: 4. Last: never. Next: 2026-11-24 14:00.");
  expect(text).toContain("## Your Pulse Notes\n\nWater the plants.");
});

test("scheduleText always contains the status of the pulse, even without jobs and while the pulse is off", () => {
  const off = "## Pulse Status\n\nThe pulse is off: every 120 minutes, every day, quiet 22:00-07:00.";
  const never = "Fired today: 0, left today: 0. Last: never. Next: none.";
  expect(scheduleText([], "UTC", now)).toBe("## Pulse Status\n\nOff, never fired.");
  const spec = { ...DEFAULT_PULSE, notes: "Water the plants." };
  const text = scheduleText([job({ kind: "pulse", enabled: false, spec })], "UTC", now);
  expect(text).toBe(`${off} ${never}\n\n## Your Pulse Notes\n\nWater the plants.`);
});

test("scheduleText counts today's pulses in the user's time zone, and names the time of the last one", () => {
  const fired = ["2026-11-24T11:00:00Z", "2026-11-23T23:30:00Z", "2026-11-23T22:30:00Z"];
  const pulse = job({ kind: "pulse", spec: DEFAULT_PULSE, fired });
  const text = scheduleText([pulse], "Europe/Berlin", now);
  expect(text).toContain("Fired today: 2, left today: 4. Last: 2026-11-24 12:00.");
});
