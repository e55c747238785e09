import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago, aRevision } from "@/components/client/testing/samples";
import type { AwayChange, AwayView } from "@/lib/shared/away";
import { Away } from "./away";
import "./away-panel";

const since = ago(600);
const aChange = (rest: Partial<AwayChange>): AwayChange => ({
  ...{ kind: "learned_notes", name: "learned_notes", title: null, revisionId: "new", versions: 1 },
  ...{ isDeleted: false, conversationId: "talk", beforeId: "before", isOvertaken: false, createdAt: since },
  ...rest,
});
const aRun = (rest: Partial<AwayView["runs"][number]> = {}): AwayView["runs"][number] => ({
  ...{ jobId: "a", kind: "cron", name: "Morning plan", conversationId: "talk", cost: 0.25 },
  counts: [{ status: "completed", count: 2 }],
  ...rest,
});
function draw(view: Partial<AwayView>, server = new FakeServer()) {
  const away = { since, runs: [], changes: [], cost: 0.75, tokens: 10, isCut: false, ...view };
  server
    .on("POST /api/away", () => ({ since }))
    .on("GET /api/away", () => away)
    .on("DELETE /api/away", () => ({ success: true }));
  return drawPage(<Away />, { server });
}
const panel = () => screen.queryByRole("region", { name: "While you were away" });

it("the panel lists runs, changes and cost until dismissed", async () => {
  const { server } = draw({ runs: [aRun()], changes: [aChange({ versions: 3 })] });
  await screen.findByText("While you were away");
  screen.getByText(/for \$0.75/);
  expect(screen.getByText("Morning plan").getAttribute("href")).toBe("/chat/talk");
  screen.getByText("2× done · $0.25");
  screen.getByText("changed 3 times");
  fireEvent.click(screen.getByRole("button", { name: "Dismiss" }));
  expect(panel()).toBeNull();
  await waitFor(() => expect(server.count("DELETE /api/away")).toBe(1));
});

it("the panel renders nothing without news, for example if only check-ins ran and found nothing", async () => {
  const { server } = draw({ runs: [aRun({ kind: "pulse" })] });
  await waitFor(() => expect(server.count("GET /api/away")).toBe(1));
  expect(panel()).toBeNull();
});

it("the panel shows a job that failures switched off with the reason, and switches it on", async () => {
  const server = new FakeServer().on("PATCH /api/jobs/a", ({ body }) => body ?? {});
  draw({ runs: [aRun({ offBecause: "The site did not answer." })] }, server);
  await screen.findByText("Switched off after ten failures in a row. The site did not answer.");
  fireEvent.click(screen.getByRole("button", { name: "Switch on" }));
  await screen.findByText("Switched on again.");
  expect(server.count("PATCH /api/jobs/a")).toBe(1);
});

it("the panel undoes a change by restoring the earlier version, and a creation by deleting the item", async () => {
  const server = new FakeServer()
    .on("POST /api/history/before/restore", () => refusal(409, "It is being changed."))
    .on("DELETE /api/triggers/job", () => ({ success: true }))
    .on("DELETE /api/jobs/job", () => refusal(404, "There is no such job."));
  draw(
    {
      changes: [
        aChange({}),
        aChange({ kind: "job", name: "job", title: "Door-bell", beforeId: null }),
        aChange({ kind: "tool", name: "half", isOvertaken: true }),
      ],
    },
    server,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Undo: Door-bell" }));
  await screen.findByText("Undone");
  expect(screen.queryByRole("button", { name: "Undo: half" })).toBeNull();
  screen.getByText("changed since");
  fireEvent.click(screen.getByRole("button", { name: "Undo: Learned notes" }));
  await screen.findByText("Not undone. It is being changed.");
});

it("one undo is sent despite repeated clicks, and restores a version even if its test fails", async () => {
  const answer = gate<unknown>();
  const sent: unknown[] = [];
  const server = new FakeServer().on("POST /api/history/before/restore", ({ body }) => {
    sent.push(body);
    return answer.wait;
  });
  draw({ changes: [aChange({})] }, server);
  const undo = await screen.findByRole("button", { name: "Undo: Learned notes" });
  fireEvent.click(undo);
  await waitFor(() => expect(undo.getAttribute("aria-disabled")).toBe("true"));
  fireEvent.click(undo);
  answer.open({ ...aRevision(3), content: "" });
  await screen.findByText("Undone");
  expect(sent).toEqual([{ accept: true }]);
});

it.each<[string, Partial<AwayChange>, string]>([
  ["a fact", { kind: "memory", name: "f1" }, "DELETE /api/memory/memories/f1"],
  ["a block of memory", { kind: "block", name: "archive:trip" }, "DELETE /api/memory/blocks/archive%3Atrip"],
  ["a value of the state", { kind: "state", name: "trip/day 1" }, "DELETE /api/state/trip/day%201"],
  ["a component", { kind: "component", name: "Board" }, "DELETE /api/components/Board"],
])("the panel deletes %s on undo if it had no earlier version", async (_, change, route) => {
  const { server } = draw({ changes: [aChange({ ...change, beforeId: null })] });
  server.on(route, () => ({}));
  fireEvent.click(await screen.findByRole("button", { name: /^Undo: / }));
  await screen.findByText("Undone");
  expect(server.count(route)).toBe(1);
});

it("the panel marks urgent runs, says if there are more, and closes when the jobs are opened", async () => {
  const { server } = draw({
    runs: [
      aRun({ kind: "pulse", cost: 0.004, counts: [{ status: "waiting", count: 1 }] }),
      aRun({
        jobId: "b",
        name: null,
        conversationId: null,
        cost: null,
        counts: [{ status: "failed", count: 2 }],
      }),
    ],
    ...{ isCut: true, cost: null },
  });
  await screen.findByText("waiting for you");
  screen.getByText(/less than \$0\.01/);
  screen.getByText("A deleted job");
  screen.getByText("2× failed");
  screen.getByText("The history has more changes.");
  fireEvent.click(screen.getByRole("link", { name: "Open the jobs" }));
  expect(panel()).toBeNull();
  await waitFor(() => expect(server.count("DELETE /api/away")).toBe(1));
});

it("the panel reports presence only while the tab is visible, and again after an error", async () => {
  vi.useFakeTimers();
  const seen = vi.spyOn(document, "visibilityState", "get").mockReturnValue("hidden");
  const server = new FakeServer();
  draw({ runs: [aRun()] }, server).server.lose("POST /api/away");
  expect(server.asked).toEqual([]);
  seen.mockReturnValue("visible");
  await act(async () => document.dispatchEvent(new Event("visibilitychange")));
  expect(server.count("POST /api/away")).toBe(1);
  await act(() => vi.advanceTimersByTimeAsync(4 * 60_000));
  expect(server.count("POST /api/away")).toBe(1);
  server.on("POST /api/away", () => ({ since }));
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(server.count("POST /api/away")).toBe(2);
  expect(panel()).not.toBeNull();
  seen.mockRestore();
});
