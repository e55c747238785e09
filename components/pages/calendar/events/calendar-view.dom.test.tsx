import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import type { Document } from "@/components/pages/data/documents/api";
import { REVISION } from "@/lib/shared/data/documents";
import { CalendarView } from "./calendar-view";
import type { Shown } from "./event-draft";
import { useCalendar } from "./use-calendar";

const TODAY = new Date().toISOString().slice(0, 10);
const at = (time: string) => `${TODAY}T${time}:00Z`;
const DENTIST = {
  _id: "tooth",
  title: "Dentist",
  start: { $date: at("09:00") },
  end: { $date: at("10:00") },
};
const RUN = { _id: "run", title: "Run", start: { $date: at("07:00") }, rrule: "FREQ=DAILY" };

const occurrences = (events: readonly Document[]) => ({
  events,
  occurrences: events.map(({ _id, start, rrule }, event) => ({
    ...{
      key: String(_id),
      event,
      start: (start as { $date: string }).$date,
      end: at("10:00"),
      allDay: false,
    },
    original: rrule ? at("07:00") : null,
  })),
  isCut: false,
});

const PROPS = { event: undefined, on: undefined, onGo: vi.fn() };
const give = (file: File) =>
  fireEvent.change(screen.getByLabelText("File to import"), { target: { files: [file] } });

/** Renders the calendar as an agenda of `events`. `answer` is the server's response to every change. */
function drawCalendar(
  events: Document[],
  {
    answer = () => ({ revision: "r1" }) as unknown,
    schedule = { runs: [], due: [], isCut: false } as object,
  } = {},
) {
  const changes: unknown[] = [];
  const server = new FakeServer()
    .on("GET /api/documents/calendar", () => occurrences(events))
    .on("POST /api/documents/calendar-change", ({ body }) => {
      changes.push(body);
      return answer();
    })
    .on("GET /api/schedule", () => schedule)
    .on("POST /api/documents/undo", () => ({ revision: "r2" }));
  const page = drawPage(<CalendarView {...PROPS} />, { server });
  fireEvent.click(screen.getByRole("radio", { name: "Agenda" }));
  return { ...page, changes, events };
}

it("the calendar shows jobs with their result; a past run opens its conversation, a due or failed one its job", async () => {
  const run = {
    ...{ id: "1", jobId: "a", kind: "cron", name: "Plan", dueAt: at("07:00"), status: "completed" },
    ...{ reason: null, conversationId: "talk", runId: "1", cost: 0.02, tokens: 9 },
    ...{ startedAt: at("07:00"), endedAt: at("07:01") },
  };
  const failed = { ...run, id: "2", jobId: "c", name: "Mail", status: "failed", reason: "No key" };
  const due = [{ jobId: "b", kind: "cron", name: "<b>Bell</b>", at: at("09:30") }];
  const { router } = drawCalendar([], { schedule: { runs: [run, failed], due, isCut: true } });
  const titleOf = (name: string) => screen.getByText(name).closest("[title]");
  await screen.findByText("Plan");
  expect(titleOf("Plan")?.getAttribute("title")).toBe("Plan: Done, $0.02");
  expect(titleOf("Plan")?.textContent).toMatch(/07:00Plan, job, Done, \$0\.02$/);
  expect(titleOf("Mail")?.textContent).toMatch(/Mail, job, Failed, No key, \$0\.02$/);
  expect(titleOf("<b>Bell</b>")?.textContent).toMatch(/09:30.*, Due$/);
  screen.getByText("Not all shown.");
  for (const name of ["Plan", "Mail", "<b>Bell</b>"]) fireEvent.click(screen.getByText(name));
  expect(router.push.mock.calls.map(([href]) => href)).toEqual([
    ...["/chat/talk", "/calendar/jobs/c", "/calendar/jobs/b"],
  ]);
});

it("the calendar opens on the next seven days, and the agenda has the next thirty", async () => {
  const spans: string[] = [];
  const server = new FakeServer()
    .on("GET /api/schedule", () => ({ runs: [], due: [], isCut: false }))
    .on("GET /api/documents/calendar", ({ url }) => {
      const [from, to] = ["from", "to"].map((name) => url.searchParams.get(name)?.slice(0, 10));
      spans.push(`${from} ${to}`);
      return occurrences([]);
    });
  drawPage(<CalendarView {...PROPS} />, { server });
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  await waitFor(() => expect(spans.at(-1)).toBe(`${day(0)} ${day(7)}`));
  fireEvent.click(screen.getByRole("radio", { name: "Agenda" }));
  await waitFor(() => expect(spans.at(-1)).toBe(`${day(0)} ${day(30)}`));
  await screen.findByText("No events");
  fireEvent.click(screen.getByRole("button", { name: "Later" }));
  await waitFor(() => expect(spans.at(-1)).toBe(`${day(30)} ${day(60)}`));
});

it("Shift and an arrow move the focused event, and the message undoes it", async () => {
  const { changes, server } = drawCalendar([DENTIST]);
  const [shown] = await screen.findAllByText("Dentist");
  const focusable = shown?.closest("[tabindex], a[href]") as HTMLElement;
  fireEvent.keyDown(focusable, { key: "ArrowRight" });
  fireEvent.keyDown(focusable, { key: "ArrowDown", shiftKey: true });
  await screen.findByText(/^Dentist: .*09:00 → .*09:30$/);
  expect(changes).toMatchObject([
    { scope: "this", set: { start: { $date: at("09:30") }, end: { $date: at("10:30") } } },
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText("Undone");
  expect(server.count("POST /api/documents/undo")).toBe(1);
});

const open = async (title: string) => {
  fireEvent.click((await screen.findAllByText(title))[0] as HTMLElement);
  return screen.findByRole("dialog");
};

it("the calendar shows events and refetches them on changes of the schedule", async () => {
  const { events, tell } = drawCalendar([DENTIST]);
  await screen.findAllByText("Dentist");
  events.splice(0, 1, { ...DENTIST, title: "Dentist, root canal" });
  tell('documents ["schedule"]');
  await screen.findAllByText("Dentist, root canal");
  expect(screen.queryByText("Dentist")).toBeNull();
});

it("the calendar shows the server's validation error at its field, and saves on the next attempt", async () => {
  const problems = [{ field: "end", message: "It ends before it starts" }];
  let answer: () => unknown = () => refusal(422, "This is no document for schedule.", { problems });
  const { changes } = drawCalendar([DENTIST], { answer: () => answer() });
  const dialog = within(await open("Dentist"));
  fireEvent.change(dialog.getByLabelText(/^Title/), { target: { value: "Root canal" } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("It ends before it starts");
  answer = () => ({ revision: "r1" });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(changes.at(-1)).toMatchObject({ was: { _id: "tooth" }, scope: "all", set: { title: "Root canal" } });
});

it("the calendar deletes one event of a series and restores it on undo", async () => {
  const { changes, server } = drawCalendar([RUN]);
  const dialog = await open("Run");
  fireEvent.click(within(dialog).getByRole("button", { name: "Delete" }));
  const asked = await screen.findByRole("dialog", { name: "Which events?" });
  fireEvent.click(within(asked).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(changes).toHaveLength(1));
  expect(changes).toMatchObject([{ was: { _id: "run" }, scope: "this", original: at("07:00") }]);
  await waitFor(() => expect(notices()).toContain("Deleted “Run”"));
  pressNotice("Undo");
  await waitFor(() => expect(notices()).toContain("Restored “Run”"));
  expect(server.count("GET /api/documents/calendar")).toBeGreaterThan(1);
});

it("the calendar sends an imported file once and shows the report", async () => {
  const report = { added: 1, updated: 0, same: 0, problems: [{ line: 13, reason: "TZID" }], problemCount: 1 };
  const left = { left: [{ property: "ATTENDEE", count: 1 }], leftCount: 1, revision: "r1" };
  const file = new File(["BEGIN:VCALENDAR\r\nEND:VCALENDAR"], "old.ics", { type: "text/calendar" });
  const server = new FakeServer()
    .on("GET /api/documents/calendar", () => occurrences([]))
    .on("POST /api/documents/calendar-import", () => ({ ...report, ...left }));
  drawPage(<CalendarView {...PROPS} />, { server });
  give(file);
  await screen.findByText(
    /^1 event added, 0 updated, 0 unchanged, 1 unreadable\. Line 13: TZID Not imported: attendees \(1\)\.$/,
  );
  expect(server.count("POST /api/documents/calendar-import")).toBe(1);
});

it("the calendar shows an error if loading fails", async () => {
  const server = new FakeServer().on("GET /api/documents/calendar", () => refusal(503, "It is busy."));
  drawPage(<CalendarView {...PROPS} />, { server });
  expect((await screen.findByRole("alert")).textContent).toBe("Not loaded. It is busy.");
});

it("the calendar bases a second immediate change on the result of the first", async () => {
  let now: Document = DENTIST;
  const changes: unknown[] = [];
  const server = new FakeServer()
    .on("GET /api/documents/calendar", () => occurrences([now]))
    .on("POST /api/documents/calendar-change", ({ body }) => {
      const { was, set } = body as { was: Document; set: object };
      if (JSON.stringify(was) !== JSON.stringify(now))
        return refusal(409, "This event changed since you opened it.");
      now = { ...now, ...set };
      changes.push(set);
      return { revision: `r${changes.length}` };
    });
  const outcomes: Promise<void>[] = [];
  function Twice() {
    const { entries, change } = useCalendar("UTC", () => {});
    const [entry] = entries;
    const shown = entry && "shown" in entry.extendedProps ? entry.extendedProps.shown : undefined;
    const changeTwice = (one: Shown) =>
      outcomes.push(change(one, "this", { title: "One" }), change(one, "this", { title: "Two" }));
    if (!shown) return null;
    return (
      <button type="button" onClick={() => changeTwice(shown)}>
        Change
      </button>
    );
  }
  drawPage(<Twice />, { server });
  fireEvent.click(await screen.findByRole("button", { name: "Change" }));
  await Promise.all(outcomes);
  expect(changes).toEqual([{ title: "One" }, { title: "Two" }]);
});

it("the calendar keeps a new event if the server is unreachable and adds it once on retry", async () => {
  const { server } = drawCalendar([]);
  const added: unknown[] = [];
  server.on("POST /api/documents/query", ({ body }) => {
    const { operation, data } = body as { operation: string; data?: object[] };
    if (operation !== "insertMany") return operation === "find" ? { rows: [] } : { count: 0 };
    added.push(data);
    if (added.length === 1) throw new TypeError("Failed to fetch");
    return Response.json({ insertedCount: 1 }, { headers: { [REVISION]: "r1" } });
  });
  fireEvent.click(screen.getByRole("button", { name: "New event" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New event" }));
  const title = dialog.getByRole<HTMLInputElement>("textbox", { name: /^Title/ });
  fireEvent.change(title, { target: { value: "Tea" } });
  fireEvent.click(dialog.getByRole("switch", { name: "All day" }));
  fireEvent.change(dialog.getByLabelText("Starts"), { target: { value: "2026-11-05" } });
  fireEvent.change(dialog.getByLabelText("Ends"), { target: { value: "2026-11-06" } });
  fireEvent.change(dialog.getByLabelText("Repeats"), { target: { value: "own" } });
  fireEvent.change(dialog.getByLabelText("Rule"), { target: { value: "FREQ=MONTHLY;BYDAY=1TH" } });
  fireEvent.click(dialog.getByRole("button", { name: "Create" }));
  await dialog.findByText("Easel cannot be reached. Is it running?");
  expect(title.value).toBe("Tea");
  fireEvent.click(dialog.getByRole("button", { name: "Create" }));
  fireEvent.click(dialog.getByRole("button", { name: "Create" }));
  await screen.findByText("“Tea” added");
  const times = { start: "2026-11-05", end: "2026-11-07", allDay: true };
  expect(added).toHaveLength(2);
  expect(added[1]).toEqual([{ title: "Tea", ...times, rrule: "FREQ=MONTHLY;BYDAY=1TH" }]);
  await screen.findByRole("button", { name: "Undo adding “Tea”" });
});

it("the calendar shows an error if a deletion cannot be undone", async () => {
  const { server } = drawCalendar([DENTIST]);
  server.on("POST /api/documents/undo", () => refusal(409, "It has changed since."));
  fireEvent.click(within(await open("Dentist")).getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(notices()).toContain("Deleted “Dentist”"));
  pressNotice("Undo");
  await waitFor(() => expect(notices()).toContain("Not restored. It has changed since."));
  expect(notices()).not.toContain("Restored “Dentist”");
});

it("the calendar rejects a file without events", async () => {
  const { server } = drawCalendar([]);
  give(new File(["[1]"], "events.json"));
  await screen.findByText("Not imported. Entry 1 is not an object.");
  expect(server.count("POST /api/documents/query")).toBe(0);
});
