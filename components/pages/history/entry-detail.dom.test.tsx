import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { aRevision, NOW } from "@/components/client/testing/samples";
import type { Revision } from "@/lib/shared/history";
import { EntryDetail } from "./entry-detail";

const content = { description: "Halves", code: "return 1", parameter_schema: {}, limits: {} };

function draw(shown: number, ...versions: Revision[]) {
  const server = new FakeServer()
    .on("GET /api/history", () => ({ revisions: versions }))
    .on("GET /api/origins", () => ({ marks: [] }));
  for (const one of versions) server.on(`GET /api/history/${one.id}`, () => ({ ...one, content }));
  const [onGo, onRestorePoint] = [vi.fn(), vi.fn()];
  const revision = versions.find(({ version }) => version === shown);
  if (!revision) throw new Error("There is no such version");
  const entry = { revision, gist: undefined, now: NOW, isChosen: true, onGo, onRestorePoint };
  return {
    ...drawPage(<EntryDetail {...entry} />, { server, path: "/agent/history" }),
    onGo,
    onRestorePoint,
  };
}
const RESTORE = `POST /api/history/${aRevision(1).id}/restore`;
const button = (name: string) => screen.findByRole("button", { name });

it("an older version is restored once, after announcing the result, and the restore can be undone", async () => {
  const answer = gate<unknown>();
  const { server, onGo } = draw(1, aRevision(2), aRevision(1));
  const undone: unknown[] = [];
  server
    .on(RESTORE, () => answer.wait)
    .on(`POST /api/history/${aRevision(2).id}/restore`, ({ body }) => {
      undone.push(body);
      return { ...aRevision(4), content };
    });
  await screen.findByText("Writes version 3. Nothing is lost.");
  const restore = await button("Restore version 1");
  fireEvent.click(restore);
  fireEvent.click(restore);
  await screen.findByText("Restoring");
  answer.open({ ...aRevision(3), content });
  await waitFor(() => expect(notices()).toContain("Restored version 1 of “half”"));
  expect(server.count(RESTORE)).toBe(1);
  expect(onGo).toHaveBeenCalledWith(aRevision(3).id);
  pressNotice("Undo");
  await waitFor(() => expect(notices()).toContain("Restored version 2 of “half”"));
  expect(onGo).toHaveBeenLastCalledWith(aRevision(4).id);
  expect(undone).toHaveLength(1);
});

it("an error is shown if another version went live before the restore", async () => {
  const { server, onGo } = draw(1, aRevision(2), aRevision(1));
  server.on(RESTORE, () => refusal(409, "Another version is live.", { version: 2 }));
  fireEvent.click(await button("Restore version 1"));
  await screen.findByText("Not restored: a newer version went live.");
  expect(onGo).not.toHaveBeenCalled();
});

it("a version that failed its test is restored only after another confirmation", async () => {
  const { server, onGo } = draw(1, aRevision(2), aRevision(1));
  const sent: unknown[] = [];
  const gate = { verdict: "failed", message: "It divides by zero." };
  server.on(RESTORE, ({ body }) => {
    sent.push(body);
    return sent.length === 1 ? refusal(422, "It was tried out.", { gate }) : { ...aRevision(3), content };
  });
  fireEvent.click(await button("Restore version 1"));
  await screen.findByText("Test failed: It divides by zero.");
  fireEvent.click(await button("Restore anyway"));
  await waitFor(() => expect(onGo).toHaveBeenCalledWith(aRevision(3).id));
  expect(sent).toEqual([{}, { accept: true }]);
});

it("an error is shown if Easel is unreachable, and the restore is repeated on retry", async () => {
  const { server, onGo } = draw(1, aRevision(2), aRevision(1));
  server.lose(RESTORE);
  fireEvent.click(await button("Restore version 1"));
  await screen.findByText(/^Not restored\. Easel cannot be reached/);
  server.on(RESTORE, () => ({ ...aRevision(3), content }));
  fireEvent.click(await button("Restore version 1"));
  await waitFor(() => expect(onGo).toHaveBeenCalledWith(aRevision(3).id));
  expect(screen.queryByText(/^Not restored/)).toBeNull();
});

it('offers the previous version for the live one, and "Delete again" for a deletion', async () => {
  const { unmount } = draw(2, aRevision(2), aRevision(1));
  await button("Restore version 1");
  unmount();
  draw(2, aRevision(3), aRevision(2, { deleted: true }), aRevision(1));
  await button("Delete again");
  await screen.findByText(/^Deletes half as version 4\./);
});

it("a link opens the point in time at which the version was made", async () => {
  const { onRestorePoint } = draw(1, aRevision(2), aRevision(1));
  fireEvent.click(await button("Go back here"));
  expect(onRestorePoint).toHaveBeenCalledWith(aRevision(1).createdAt);
});

it("the heading of the selected version gets the focus", () => {
  draw(1, aRevision(2), aRevision(1));
  expect(document.activeElement).toBe(screen.getByRole("heading", { name: "half" }));
});

it("an error is shown if the versions cannot be loaded, with a retry", async () => {
  const { server } = draw(1, aRevision(2), aRevision(1));
  await button("Restore version 1");
  const lost = new FakeServer().lose("GET /api/history").on("GET /api/origins", () => ({ marks: [] }));
  const entry = { revision: aRevision(1), gist: undefined, now: NOW, isChosen: false };
  drawPage(<EntryDetail {...entry} onGo={() => {}} onRestorePoint={() => {}} />, { server: lost });
  const again = await button("Try again");
  lost.on("GET /api/history", ({ url }) => server.fetch(url));
  fireEvent.click(again);
  await waitFor(() => expect(screen.queryByRole("button", { name: "Try again" })).toBeNull());
});

it("a version of a restored time offers to undo the whole restore", async () => {
  const cause = { moment: "2026-11-22T10:00:00.000Z", restore: "r1" };
  const { server } = draw(2, aRevision(2, { author: "restore", cause }), aRevision(1));
  const sent: unknown[] = [];
  server.on("POST /api/history/at/undo", ({ body }) => {
    sent.push(body);
    return sent.length > 1 ? { revisions: [aRevision(3)] } : refusal(409, "Changed since: state oven.");
  });
  fireEvent.click(await button("Undo this restore"));
  await waitFor(() => expect(notices()).toContain("Not undone. Changed since: state oven."));
  fireEvent.click(await button("Undo this restore"));
  await waitFor(() => expect(notices()).toContain("Undone: 1 item"));
  expect(sent).toEqual([{ restore: "r1" }, { restore: "r1" }]);
});
