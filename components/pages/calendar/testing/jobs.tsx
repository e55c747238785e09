import { screen, within } from "@testing-library/react";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago, NOW } from "@/components/client/testing/samples";
import type { JobView, PulseView, TriggerView } from "@/lib/shared/jobs/contract";
import { CalendarPage } from "../calendar-page";
// Preload lazy modules, so that tests do not wait for them.
import "../jobs/item-panel";
import "../jobs/check-ins-consent";
import "../jobs/check-ins-editor";
import "../jobs/check-ins-panel";
import "@/components/ui/kit/action-menu";

const common = {
  instruction: "Look at the weather.",
  enabled: true,
  chatId: null,
  nextRunAt: "2026-11-23T07:00:00.000Z",
  lastRunAt: null,
  lastStatus: null,
  failures: 0,
  createdAt: ago(60),
};
export const aJob = (id: string, rest: Partial<JobView> = {}): JobView => ({
  ...common,
  ...{ id, name: `Plan ${id}`, cronExpression: "0 7 * * 1-5", timeZone: "UTC", catchUp: "one", nextRuns: [] },
  ...rest,
});
export const aTrigger = (id: string, rest: Partial<TriggerView> = {}): TriggerView => ({
  ...common,
  ...{ id, name: `Bell ${id}`, kind: "webhook", url: "http://localhost/hooks/secret", nextRunAt: null },
  ...rest,
});
export const aPulse = (rest: Partial<PulseView> = {}): PulseView => ({
  ...{ enabled: false, activeDays: [1, 2, 3, 4, 5], pulsesPerDay: 24, quietHours: [], notes: "" },
  ...{
    timeZone: "UTC",
    chatId: null,
    remaining: 3,
    nextPulseAt: null,
    lastPulseAt: null,
    intervalMinutes: 60,
    firedToday: 0,
  },
  ...rest,
});

export const aRun = (id: string, rest: object) => ({
  ...{ id, jobId: "a", kind: "cron", name: "Plan a", dueAt: ago(90), status: "completed", reason: null },
  ...{ conversationId: "talk", runId: id, cost: 0.02, tokens: 9, startedAt: ago(90), endedAt: ago(88) },
  ...rest,
});

export function aServer(jobs: JobView[] = [aJob("a")], triggers: TriggerView[] = []) {
  return new FakeServer()
    .on("GET /api/jobs", () => ({ jobs }))
    .on("GET /api/triggers", () => ({ triggers }))
    .on("GET /api/pulse", () => ({ pulse: aPulse() }))
    .on("GET /api/jobs/b/runs", () => ({
      runs: [aRun("1", { status: "failed", reason: "No key for the model." })],
    }))
    .on("GET /api/jobs/preview", ({ url }) => ({
      cronExpression: url.searchParams.get("cronExpression"),
      timeZone: url.searchParams.get("timeZone"),
      nextRuns: ["2026-11-23T07:00:00.000Z"],
    }));
}
export const draw = (server: FakeServer, path = "/calendar/jobs") =>
  drawPage(<CalendarPage now={NOW} timeZone="UTC" />, { server, path });
export const row = async (name: string) =>
  within((await screen.findByText(name)).closest("li") as HTMLElement);
