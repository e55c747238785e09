import { expect, test } from "vitest";
import type { JobRunView, ScheduleView } from "@/lib/shared/jobs/contract";
import { jobEntriesOf } from "./job-entries";

const run = (dueAt: string, rest: Partial<JobRunView> = {}): JobRunView => ({
  ...{ id: dueAt, jobId: "mail", kind: "cron", name: "Look at the mail", dueAt, status: "completed" },
  ...{
    reason: null,
    conversationId: "talk",
    runId: "run",
    cost: 0.01,
    tokens: 10,
    startedAt: dueAt,
    endedAt: dueAt,
  },
  ...rest,
});
const view = (runs: JobRunView[], due: ScheduleView["due"] = []): ScheduleView => ({
  runs,
  due,
  isCut: false,
});
const hours = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, at) => `2026-11-23T${String(from + at).padStart(2, "0")}:00:00.000Z`);

test("a few runs of a day are separate: completed ones link to their conversation, others to the job", () => {
  const [first, second, third] = jobEntriesOf(
    view(
      [
        run("2026-11-23T07:00:00.000Z"),
        run("2026-11-23T08:00:00.000Z", {
          ...{ status: "skipped", reason: "The last one still ran", conversationId: null, cost: null },
        }),
      ],
      [{ jobId: "mail", kind: "cron", name: "Look at the mail", at: "2026-11-23T09:00:00.000Z" }],
    ),
    "UTC",
  );
  expect(first).toMatchObject({ status: "completed", about: "Done, $0.01", href: "/chat/talk", count: 1 });
  expect(second).toMatchObject({ about: "Skipped, The last one still ran", href: "/calendar/jobs/mail" });
  expect(third).toMatchObject({ status: "due", about: "Due", href: "/calendar/jobs/mail" });
});

test("jobEntriesOf combines many runs of one job on a day into one entry with their number by status", () => {
  const due = hours(12, 24).map((at) => ({
    jobId: "mail",
    kind: "cron" as const,
    name: "Look at the mail",
    at,
  }));
  const past = hours(0, 12).map((at, nth) => run(at, nth === 3 ? { status: "failed", cost: null } : {}));
  expect(jobEntriesOf(view(past, due), "UTC")).toEqual([
    {
      ...{ id: "mail 2026-11-23", jobId: "mail", kind: "cron", name: "Look at the mail", at: "2026-11-23" },
      ...{
        status: "failed",
        count: 24,
        about: "1× Failed, 12× Due, 11× Done, $0.11",
        href: "/calendar/jobs/mail",
      },
    },
  ]);
});

test("jobEntriesOf uses the days of the time zone, and does not combine runs of different jobs", () => {
  const runs = hours(20, 24).map((at) => run(at));
  expect(jobEntriesOf(view(runs), "UTC")).toHaveLength(1);
  expect(jobEntriesOf(view(runs), "Europe/Berlin").map(({ count }) => count)).toEqual([1, 1, 1, 1]);
  const other = run("2026-11-23T21:30:00.000Z", { id: "x", jobId: "other", name: null });
  expect(jobEntriesOf(view([...runs, other]), "UTC").map(({ name }) => name)).toEqual([
    "Look at the mail",
    "Deleted job",
  ]);
});

test("a failed run opens its job with the reason, unless the job was deleted", () => {
  const failed = { status: "failed", reason: "No key", cost: null } as const;
  const of = (rest: Partial<JobRunView>) =>
    jobEntriesOf(view([run("2026-11-23T07:00:00.000Z", { ...failed, ...rest })]), "UTC")[0];
  expect(of({})).toMatchObject({ about: "Failed, No key", href: "/calendar/jobs/mail" });
  expect(of({ name: null })).toMatchObject({ name: "Deleted job", href: "/chat/talk" });
  expect(of({ kind: "pulse", name: "Pulse" })).toMatchObject({
    ...{ name: "Check-ins", href: "/calendar/jobs/check-ins" },
  });
});
