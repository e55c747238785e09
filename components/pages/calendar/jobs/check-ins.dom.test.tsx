import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { refusal } from "@/components/client/testing/fake-server";
import { notices } from "@/components/client/testing/notices";
import { ago } from "@/components/client/testing/samples";
import { aPulse, aRun, aServer, draw, row } from "../testing/jobs";

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
  panel.getByText("Next today 12:30 · 3 left today");
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
  fireEvent.change(dialog.getByLabelText("End 1"), { target: { value: "06:30" } });
  fireEvent.change(dialog.getByLabelText("Notes to itself"), { target: { value: "Look at the mail." } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await screen.findByText("Off · Every 2 hours, Monday to Saturday, except 22:00–06:30");
  expect(sent).toEqual([
    {
      ...{ activeDays: [1, 2, 3, 4, 5, 6], pulsesPerDay: 12, notes: "Look at the mail." },
      quietHours: [{ start: "22:00", end: "06:30" }],
    },
  ]);
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
  fireEvent.change(dialog.getByLabelText("Begin 1"), { target: { value: "" } });
  const notes = dialog.getByLabelText<HTMLTextAreaElement>("Notes to itself");
  fireEvent.change(notes, { target: { value: "Look at the mail." } });
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await dialog.findByText("Not saved. That cannot be.");
  dialog.getByText("Too long for it to read");
  expect(notes.value).toBe("Look at the mail.");
  fireEvent.click(dialog.getByRole("button", { name: "Remove quiet hours 1" }));
  dialog.getByText("None");
  fireEvent.click(dialog.getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toMatchObject([{ quietHours: quietHours.slice(1) }, { quietHours: [] }]);
});
