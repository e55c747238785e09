import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago } from "@/components/client/testing/samples";
import type { AwayView } from "@/lib/shared/away";
import type { Change } from "@/lib/shared/changes";
import { Away } from "./away";
import "./away-panel";

const since = ago(600);
const aChange = (rest: Partial<Change>): Change => ({
  ...{ id: "new", from: "new", kind: "learned_notes", name: "learned_notes", words: "Notes: emptied" },
  ...{ isNew: false, isDeleted: false, state: "done", createdAt: since },
  ...{ conversationId: "talk", messageId: "m", toolCallId: "t", ...rest },
});
const aRun = (rest: Partial<AwayView["runs"][number]> = {}): AwayView["runs"][number] => ({
  ...{ jobId: "a", kind: "cron", name: "Morning plan", conversationId: "talk", cost: 0.25 },
  counts: [{ status: "completed", count: 2 }],
  ...rest,
});
function draw(view: Partial<AwayView>, server = new FakeServer()) {
  const away = { since, runs: [], changes: [], done: [], cost: 0.75, tokens: 10, isCut: false, ...view };
  server
    .on("POST /api/away", () => ({ since }))
    .on("GET /api/away", () => away)
    .on("DELETE /api/away", () => ({ success: true }));
  return drawPage(<Away />, { server });
}
const panel = () => screen.queryByRole("region", { name: "While you were away" });

it("the panel lists runs, changes and cost until dismissed", async () => {
  const { server } = draw({ runs: [aRun()], done: [aChange({})] });
  await screen.findByText("While you were away");
  screen.getByText(/for \$0.75/);
  expect(screen.getByText("Morning plan").getAttribute("href")).toBe("/chat/talk");
  screen.getByText("2× done · $0.25");
  screen.getByText("Notes: emptied");
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
  await screen.findByText("Switched off after ten failures. The site did not answer.");
  fireEvent.click(screen.getByRole("button", { name: "Switch on" }));
  await screen.findByText("Switched on again.");
  expect(server.count("PATCH /api/jobs/a")).toBe(1);
});

it("the panel shows what changed, and undoes it", async () => {
  const server = new FakeServer().on("POST /api/history/b/undo", () => ({
    state: "undone",
    revisionId: "x",
  }));
  draw(
    {
      done: [
        aChange({ id: "a", words: "Notes: added “Rye”", state: "outdated" }),
        aChange({ id: "b", kind: "job", words: "Made the job Door-bell" }),
      ],
    },
    server,
  );
  await screen.findByRole("link", { name: "Changed since" });
  fireEvent.click(screen.getByRole("button", { name: "Undo: Made the job Door-bell" }));
  await screen.findByText("Undone");
  expect(screen.queryByRole("button", { name: "Undo: Notes: added “Rye”" })).toBeNull();
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
  screen.getByText("More in the history.");
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
