import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { JOBS } from "@/components/client/events";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago, aRevision, NOW } from "@/components/client/testing/samples";
import type { JobView, PulseView, TriggerView } from "@/lib/shared/jobs/contract";
import { CalendarPage } from "../calendar-page";
// Preload lazy modules, so that tests do not wait for them.
import "./item-panel";
import "@/components/ui/kit/action-menu";
import "./check-ins-consent";
import "./check-ins-editor";
import "./check-ins-panel";

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
const aJob = (id: string, rest: Partial<JobView> = {}): JobView => ({
  ...common,
  ...{ id, name: `Plan ${id}`, cronExpression: "0 7 * * 1-5", timeZone: "UTC", catchUp: "one", nextRuns: [] },
  ...rest,
});
const aTrigger = (id: string, rest: Partial<TriggerView> = {}): TriggerView => ({
  ...common,
  ...{ id, name: `Bell ${id}`, kind: "webhook", url: "http://localhost/hooks/secret", nextRunAt: null },
  ...rest,
});
const aPulse = (rest: Partial<PulseView> = {}): PulseView => ({
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

const aRun = (id: string, rest: object) => ({
  ...{ id, jobId: "a", kind: "cron", name: "Plan a", dueAt: ago(90), status: "completed", reason: null },
  ...{ conversationId: "talk", runId: id, cost: 0.02, tokens: 9, startedAt: ago(90), endedAt: ago(88) },
  ...rest,
});

function aServer(jobs: JobView[] = [aJob("a")], triggers: TriggerView[] = []) {
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
const draw = (server: FakeServer, path = "/calendar/jobs") =>
  drawPage(<CalendarPage now={NOW} timeZone="UTC" />, { server, path });
const row = async (name: string) => within((await screen.findByText(name)).closest("li") as HTMLElement);

it("the page shows when each job or trigger runs next, its last result, and repeated failures", async () => {
  draw(
    aServer(
      [
        aJob("a"),
        aJob("b", { lastStatus: "failed", lastRunAt: ago(30), failures: 3, chatId: "talk" }),
        aJob("c", { enabled: false }),
      ],
      [
        aTrigger("d"),
        aTrigger("e", { kind: "table", sql: "select 1 from orders" }),
        aTrigger("f", {
          kind: "once",
          at: ago(60),
          enabled: false,
          lastStatus: "completed",
          lastRunAt: ago(60),
        }),
        aTrigger("g", { kind: "once", at: ago(-60), enabled: false }),
      ],
    ),
  );
  const first = await row("Plan a");
  await first.findByText("Weekdays at 07:00");
  first.getByText("tomorrow 07:00");
  first.getByText("Not yet run");
  const second = await row("Plan b");
  second.getByText("Failed 3 times in a row");
  await second.findByText("No key for the model.");
  expect(second.getByText("today 11:30").closest("a")?.textContent).toBe("Failed today 11:30");
  (await row("Plan c")).getByText("Paused");
  (await row("Bell d")).getByText("When its address is called");
  (await row("Bell e")).getByText("select 1 from orders");
  (await row("Bell f")).getByText("Over");
  (await row("Bell g")).getByText("Paused");
});

it("the page shows example prompts if there are no jobs, and puts it in the message field", async () => {
  const { router } = draw(aServer([]));
  fireEvent.click(await screen.findByText(/Remind me in two hours/));
  const [[address] = []] = router.push.mock.calls;
  expect(localStorage.getItem(`easel:draft:${String(address).replace("/chat/", "")}`)).toMatch(/^Remind me/);
});

it("the page pauses a job immediately, and reverts it if the server refuses", async () => {
  const answer = gate<unknown>();
  draw(aServer().on("PATCH /api/jobs/a", () => answer.wait));
  const control = (await row("Plan a")).getByRole("switch");
  fireEvent.click(control);
  expect(control.getAttribute("aria-checked")).toBe("false");
  answer.open(refusal(409, "It is being deleted."));
  await waitFor(() => expect(control.getAttribute("aria-checked")).toBe("true"));
  await waitFor(() => expect(notices()).toContain("Could not switch “Plan a” off. It is being deleted."));
});

it("the page starts a run once despite repeated clicks, and reports it", async () => {
  const answer = gate<unknown>();
  const server = aServer().on("POST /api/jobs/a/run", () => answer.wait);
  draw(server);
  const button = (await row("Plan a")).getByRole("button", { name: "Run “Plan a” now" });
  fireEvent.click(button);
  fireEvent.click(button);
  answer.open({ run: { id: "run" } });
  await waitFor(() => expect(notices()).toContain("“Plan a” is starting"));
  expect(server.count("POST /api/jobs/a/run")).toBe(1);
});

it("the page removes a deleted job immediately, and restores its last version on undo", async () => {
  const jobs = [aJob("a")];
  const revision = aRevision(1, { kind: "job", name: "a" });
  const server = aServer(jobs)
    .on("DELETE /api/jobs/a", () => {
      jobs.pop();
      return { success: true };
    })
    .on("GET /api/history", () => ({ revisions: [aRevision(2, { ...revision, deleted: true }), revision] }))
    .on(`POST /api/history/${revision.id}/restore`, () => {
      jobs.push(aJob("a"));
      return { ...revision, content: {} };
    });
  draw(server);
  const more = (await row("Plan a")).getByRole("button", { name: "More for “Plan a”" });
  fireEvent.click(more);
  fireEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
  await waitFor(() => expect(screen.queryByText("Plan a")).toBeNull());
  await waitFor(() => expect(notices()).toContain("Deleted “Plan a”"));
  pressNotice("Undo");
  await screen.findByText("Plan a");
});

it("the page reloads if a job changes elsewhere", async () => {
  const jobs = [aJob("a")];
  const { tell } = draw(aServer(jobs));
  await screen.findByText("Plan a");
  jobs.push(aJob("b"));
  tell(JOBS);
  await screen.findByText("Plan b");
});

it("the panel of a job shows its runs with duration, cost and reason, and older runs on request", async () => {
  const server = aServer().on("GET /api/jobs/a/runs", ({ url }) =>
    url.searchParams.has("cursor")
      ? {
          runs: [
            aRun("2", {
              status: "skipped",
              reason: "The last one still ran",
              cost: null,
              conversationId: null,
            }),
          ],
        }
      : { runs: [aRun("1", {})], nextCursor: "next" },
  );
  draw(server, "/calendar/jobs/a");
  const runs = within(await screen.findByRole("list", { name: "Runs" }));
  runs.getByText("2 min 0 s · $0.02");
  expect(runs.getByText(/today/).closest("a")?.getAttribute("href")).toBe("/chat/talk");
  fireEvent.click(screen.getByRole("button", { name: "Show older runs" }));
  await runs.findByText("The last one still ran");
});

it("the page shows a message if the job that the URL names does not exist", async () => {
  draw(aServer(), "/calendar/jobs/gone");
  await screen.findByText("No such job");
});

it("the page shows an error if loading fails, and loads on retry", async () => {
  const server = aServer().lose("GET /api/jobs");
  draw(server);
  const list = within((await screen.findByText(/Could not load the jobs/)).parentElement as HTMLElement);
  server.on("GET /api/jobs", () => ({ jobs: [aJob("a")] }));
  fireEvent.click(list.getByRole("button", { name: "Try again" }));
  await screen.findByText("Plan a");
});

it("the page asks before check-ins are turned on, and shows its possible cost per day", async () => {
  const sent: unknown[] = [];
  const server = aServer()
    .on("GET /api/budget", () => ({ budget: { unattendedDayUsd: 1, unattendedDayTokens: 500_000 } }))
    .on("PUT /api/pulse", ({ body }) => {
      sent.push(body);
      return { pulse: aPulse({ enabled: true }) };
    });
  draw(server);
  fireEvent.click(await screen.findByRole("switch", { name: "“Check-ins” is on" }));
  await screen.findByText(/may cost at most \$1.00 or 500,000 tokens a day/);
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Turn on" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(sent).toEqual([{ enabled: true }]);
});

it("check-ins are a row of the list; their panel shows the latest runs, older ones on request, and starts one", async () => {
  const aCheckIn = (id: string, reason: string) =>
    aRun(id, { kind: "pulse", name: "Pulse", reason, cost: null });
  const limits: unknown[] = [];
  const server = aServer()
    .on("GET /api/pulse", () => ({
      pulse: aPulse({ enabled: true, lastPulseAt: ago(90), nextPulseAt: ago(-30) }),
    }))
    .on("GET /api/pulse/runs", ({ url }) => {
      limits.push(url.searchParams.get("limit"));
      return url.searchParams.has("cursor")
        ? { runs: [aCheckIn("2", "An older one")] }
        : { runs: [aCheckIn("1", "Nothing to do.")], nextCursor: "next" };
    })
    .on("POST /api/pulse/run", () => ({ run: { id: "run" } }));
  draw(server);
  const checkIns = await row("Check-ins");
  checkIns.getByText("Every hour, Monday to Friday");
  await checkIns.findByText("today 10:30");
  fireEvent.click(checkIns.getByRole("link", { name: "Check-ins" }));
  const panel = within(await screen.findByRole("dialog", { name: "Check-ins" }));
  panel.getByText("Next today 12:30 · 3 runs left today");
  await panel.findByText("Nothing to do.");
  fireEvent.click(panel.getByRole("button", { name: "Show older runs" }));
  await panel.findByText("An older one");
  expect(limits).toEqual(["1", "5", "5"]);
  fireEvent.click(panel.getByRole("button", { name: "Run now" }));
  await waitFor(() => expect(notices()).toContain("“Check-ins” is starting"));
});

it("the page saves the settings of check-ins with quiet hours and notes", async () => {
  const sent: unknown[] = [];
  const server = aServer().on("PUT /api/pulse", ({ body }) => {
    sent.push(body);
    return { pulse: aPulse(body as object) };
  });
  draw(server);
  fireEvent.click(await screen.findByRole("button", { name: "Edit “Check-ins”" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("How often"), { target: { value: "12" } });
  fireEvent.click(dialog.getByRole("button", { name: "Saturday" }));
  fireEvent.click(dialog.getByRole("button", { name: "Add quiet hours" }));
  fireEvent.change(dialog.getByLabelText("Quiet hours 1 end"), { target: { value: "06:30" } });
  fireEvent.change(dialog.getByLabelText("Notes to itself"), { target: { value: "Look at the mail." } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Off. When on: every 2 hours, Monday to Saturday, except 22:00–06:30");
  expect(sent).toEqual([
    {
      ...{ activeDays: [1, 2, 3, 4, 5, 6], pulsesPerDay: 12, notes: "Look at the mail." },
      quietHours: [{ start: "22:00", end: "06:30" }],
    },
  ]);
});

it("the page reports why a run did not start or a job was not deleted, and deletes it on retry", async () => {
  const jobs = [aJob("a")];
  const server = aServer(jobs)
    .on("POST /api/jobs/a/run", () => refusal(409, "It runs already."))
    .on("DELETE /api/jobs/a", () => refusal(503, "The database is away."));
  draw(server, "/calendar/jobs/a");
  const open = within(await screen.findByRole("dialog"));
  fireEvent.click(await open.findByRole("button", { name: "Run now" }));
  await waitFor(() => expect(notices()).toContain("Could not start “Plan a”. It runs already."));
  fireEvent.click(open.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(notices()).toContain("Could not delete “Plan a”. The database is away."));
  await screen.findByText("Plan a");
  server.on("DELETE /api/jobs/a", () => {
    jobs.pop();
    return { success: true };
  });
  pressNotice("Try again");
  await waitFor(() => expect(screen.queryByText("Plan a")).toBeNull());
});

it("the page offers a retry if restoring a deleted job failed", async () => {
  const jobs = [aJob("a")];
  const last = { kind: "job", name: "a" } as const;
  const revision = aRevision(1, last);
  const server = aServer(jobs)
    .on("DELETE /api/jobs/a", () => {
      jobs.pop();
      return { success: true };
    })
    .on("GET /api/history", () => ({ revisions: [aRevision(2, { ...last, deleted: true }), revision] }))
    .lose(`POST /api/history/${revision.id}/restore`);
  draw(server, "/calendar/jobs/a");
  const open = within(await screen.findByRole("dialog"));
  fireEvent.click(await open.findByRole("button", { name: "Delete" }));
  await waitFor(() => expect(notices()).toContain("Deleted “Plan a”"));
  pressNotice("Undo");
  await waitFor(() => expect(notices().join()).toContain("Could not restore “Plan a”."));
  server.on(`POST /api/history/${revision.id}/restore`, () => {
    jobs.push(aJob("a"));
    return { ...revision, content: {} };
  });
  pressNotice("Try again");
  await screen.findByText("Plan a");
});

it("the page keeps the edited settings of check-ins if saving fails, and removes quiet hours", async () => {
  const sent: unknown[] = [];
  const quietHours = [
    { start: "22:00", end: "07:00" },
    { start: "12:00", end: "13:00" },
  ];
  const server = aServer()
    .on("GET /api/pulse", () => ({ pulse: aPulse({ quietHours }) }))
    .on("PUT /api/pulse", ({ body }) => {
      sent.push(body);
      return sent.length === 1
        ? refusal(422, "That cannot be.", [{ path: "notes", message: "Too long for it to read" }])
        : { pulse: aPulse(body as object) };
    });
  draw(server);
  fireEvent.click(await screen.findByRole("button", { name: "Edit “Check-ins”" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Remove quiet hours 1" }));
  // Emptying a time field has no effect: it keeps the previous time.
  fireEvent.change(dialog.getByLabelText("Quiet hours 1 begin"), { target: { value: "" } });
  const notes = dialog.getByLabelText<HTMLTextAreaElement>("Notes to itself");
  fireEvent.change(notes, { target: { value: "Look at the mail." } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("Not saved. That cannot be.");
  dialog.getByText("Too long for it to read");
  expect(notes.value).toBe("Look at the mail.");
  fireEvent.click(dialog.getByRole("button", { name: "Remove quiet hours 1" }));
  dialog.getByText("None: it checks in at night, too.");
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toMatchObject([{ quietHours: quietHours.slice(1) }, { quietHours: [] }]);
});
