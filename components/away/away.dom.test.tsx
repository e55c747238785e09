import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago } from "@/components/client/testing/samples";
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

it("tells what ran, what changed and what it cost, until it is dismissed", async () => {
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

it("says nothing where nothing went on, or only the pulse beat and found nothing", async () => {
  const { server } = draw({ runs: [aRun({ kind: "pulse" })] });
  await waitFor(() => expect(server.count("GET /api/away")).toBe(1));
  expect(panel()).toBeNull();
});

it("undoes a change by the version before, and what was made by deleting it", async () => {
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
