import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { JOBS } from "@/components/client/events";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { ago, aRevision, NOW } from "@/components/client/testing/samples";
import type { JobView, PulseView, TriggerView } from "@/lib/shared/jobs/contract";
import { SchedulePage } from "./schedule-page";
// Preload lazy modules, so that tests do not wait for them.
import "./item-detail";
import "@/components/ui/kit/action-menu";
import "./pulse-consent";
import "./pulse-editor";

// The calendar needs the layout of a real browser.
vi.mock("./calendar", () => ({ Calendar: () => null }));

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

function aServer(jobs: JobView[] = [aJob("a")], triggers: TriggerView[] = []) {
  return new FakeServer()
    .on("GET /api/jobs", () => ({ jobs }))
    .on("GET /api/triggers", () => ({ triggers }))
    .on("GET /api/pulse", () => ({ pulse: aPulse() }))
    .on("GET /api/schedule", () => ({ runs: [], due: [], isCut: false }))
    .on("GET /api/jobs/preview", ({ url }) => ({
      cronExpression: url.searchParams.get("cronExpression"),
      timeZone: url.searchParams.get("timeZone"),
      nextRuns: ["2026-11-23T07:00:00.000Z"],
    }));
}
const draw = (server: FakeServer, path = "/schedule") =>
  drawPage(<SchedulePage now={NOW} timeZone="UTC" />, { server, path });
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
  await first.findByText("At 07:00, Monday through Friday");
  first.getByText("tomorrow 07:00");
  first.getByText("Not yet run");
  const second = await row("Plan b");
  second.getByText("Failed 3 times in a row");
  expect(second.getByText("today 11:30").closest("a")?.textContent).toBe("Failed today 11:30");
  (await row("Plan c")).getByText("Paused");
  (await row("Bell d")).getByText("When its address is called");
  (await row("Bell e")).getByText("select 1 from orders");
  (await row("Bell f")).getByText("Over");
  (await row("Bell g")).getByText("Paused");
});

it("the page shows an example prompt if there are no jobs, and puts it in the message field", async () => {
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
  const run = (id: string, rest: object) => ({
    ...{ id, jobId: "a", kind: "cron", name: "Plan a", dueAt: ago(90), status: "completed", reason: null },
    ...{ conversationId: "talk", runId: id, cost: 0.02, tokens: 9, startedAt: ago(90), endedAt: ago(88) },
    ...rest,
  });
  const server = aServer().on("GET /api/jobs/a/runs", ({ url }) =>
    url.searchParams.has("cursor")
      ? {
          runs: [
            run("2", {
              status: "skipped",
              reason: "The last one still ran",
              cost: null,
              conversationId: null,
            }),
          ],
        }
      : { runs: [run("1", {})], nextCursor: "next" },
  );
  draw(server, "/schedule/a");
  const runs = within(await screen.findByRole("list", { name: "Runs" }));
  runs.getByText("2 min 0 s · $0.02");
  expect(runs.getByText(/today/).closest("a")?.getAttribute("href")).toBe("/chat/talk");
  fireEvent.click(screen.getByRole("button", { name: "Show older runs" }));
  await runs.findByText("The last one still ran");
});

it("the page shows a message if the job that the URL names does not exist", async () => {
  draw(aServer(), "/schedule/gone");
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

it("the page asks before the pulse is enabled, and shows its possible cost per day", async () => {
  const sent: unknown[] = [];
  const server = aServer()
    .on("GET /api/budget", () => ({ budget: { unattendedDayUsd: 1, unattendedDayTokens: 500_000 } }))
    .on("PUT /api/pulse", ({ body }) => {
      sent.push(body);
      return { pulse: aPulse({ enabled: true }) };
    });
  draw(server);
  fireEvent.click(await screen.findByRole("switch", { name: "The pulse is on" }));
  await screen.findByText(/may cost at most \$1.00 or 500,000 tokens a day/);
  expect(sent).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Switch on" }));
  await screen.findByText(/3 runs left today/);
  expect(sent).toEqual([{ enabled: true }]);
});

it("the page shows the latest runs of the pulse, older runs on request, and starts a run", async () => {
  const beat = (id: string, reason: string) => ({
    ...{ id, jobId: "pulse", kind: "pulse", name: "Pulse", dueAt: ago(90), status: "completed", reason },
    ...{ conversationId: "talk", runId: id, cost: null, tokens: 9, startedAt: ago(90), endedAt: ago(89) },
  });
  const server = aServer()
    .on("GET /api/pulse", () => ({ pulse: aPulse({ enabled: true, lastPulseAt: ago(90) }) }))
    .on("GET /api/pulse/runs", ({ url }) => {
      expect(url.searchParams.get("limit")).toBe("5");
      return url.searchParams.has("cursor")
        ? { runs: [beat("2", "An older one")] }
        : { runs: [beat("1", "Nothing to do.")], nextCursor: "next" };
    })
    .on("POST /api/pulse/run", () => ({ run: { id: "run" } }));
  draw(server);
  const card = within(await screen.findByRole("region", { name: "Pulse" }));
  await card.findByText("Nothing to do.");
  fireEvent.click(card.getByRole("button", { name: "Show older runs" }));
  await card.findByText("An older one");
  fireEvent.click(card.getByRole("button", { name: "Run now" }));
  await waitFor(() => expect(notices()).toContain("“Pulse” is starting"));
});

it("the page saves the settings of the pulse with quiet hours and notes", async () => {
  const sent: unknown[] = [];
  const server = aServer().on("PUT /api/pulse", ({ body }) => {
    sent.push(body);
    return { pulse: aPulse(body as object) };
  });
  draw(server);
  const card = within(await screen.findByRole("region", { name: "Pulse" }));
  fireEvent.click(await card.findByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.change(dialog.getByLabelText("How often"), { target: { value: "12" } });
  fireEvent.click(dialog.getByRole("button", { name: "Saturday" }));
  fireEvent.click(dialog.getByRole("button", { name: "Add quiet hours" }));
  fireEvent.change(dialog.getByLabelText("Quiet hours 1 end"), { target: { value: "06:30" } });
  fireEvent.change(dialog.getByLabelText("Its notes to itself"), { target: { value: "Look at the mail." } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Every 2 hours, Monday to Saturday, not 22:00 to 06:30");
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
  draw(server, "/schedule/a");
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
  draw(server, "/schedule/a");
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

it("the page keeps the edited settings of the pulse if saving fails, and removes quiet hours", async () => {
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
  const card = within(await screen.findByRole("region", { name: "Pulse" }));
  fireEvent.click(await card.findByRole("button", { name: "Edit" }));
  const dialog = within(await screen.findByRole("dialog"));
  fireEvent.click(dialog.getByRole("button", { name: "Remove quiet hours 1" }));
  // Emptying a time field has no effect: it keeps the previous time.
  fireEvent.change(dialog.getByLabelText("Quiet hours 1 begin"), { target: { value: "" } });
  const notes = dialog.getByLabelText<HTMLTextAreaElement>("Its notes to itself");
  fireEvent.change(notes, { target: { value: "Look at the mail." } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("Not saved. That cannot be.");
  dialog.getByText("Too long for it to read");
  expect(notes.value).toBe("Look at the mail.");
  fireEvent.click(dialog.getByRole("button", { name: "Remove quiet hours 1" }));
  dialog.getByText("None: the pulse runs at night, too.");
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toMatchObject([{ quietHours: quietHours.slice(1) }, { quietHours: [] }]);
});
