import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { aRevision, NOW } from "@/components/client/testing/samples";
import type { Revision } from "@/lib/shared/history";
import { RowsDetail } from "./rows-detail";

const revision = { ...aRevision(1), kind: "database", name: "rows" } as const;
const table = {
  ...{ name: "trips", added: 1, changed: 1, removed: 1, columns: ["id", "town"], key: ["rowid"] },
  rows: [
    { key: [3], before: null, after: [3, "Bonn"] },
    { key: [1], before: [1, "Rome"], after: [1, "Pisa"] },
    { key: [2], before: [2, null], after: null },
  ],
};

function draw(more: Partial<Revision> = {}) {
  const server = new FakeServer().on(`GET /api/history/${revision.id}/rows`, () => ({ tables: [table] }));
  const [onGo, onRestorePoint] = [vi.fn(), vi.fn()];
  const entry = {
    revision: { ...revision, ...more },
    gist: undefined,
    now: NOW,
    isChosen: true,
    onGo,
    onRestorePoint,
  };
  return { ...drawPage(<RowsDetail {...entry} />, { server, path: "/agent/history" }), server, onGo };
}
const UNDO = `POST /api/history/${revision.id}/undo`;

it("shows each changed row with its cells before and after", async () => {
  draw();
  const trips = within(await screen.findByRole("region", { name: "trips" }));
  expect(trips.getByRole("heading").textContent).toContain("1 row added1 changed1 removed");
  const [, ...rows] = trips.getAllByRole("row").map((row) => row.textContent);
  expect(rows).toEqual(["+Added3Bonn", "Changed1RomePisa", "−Removed2NULL"]);
});

it("undoes the change and opens the new version, or names the rows that changed since", async () => {
  const { server, onGo } = draw();
  const undo = await screen.findByRole("button", { name: "Undo" });
  server.on(UNDO, () => refusal(409, "These rows changed since: trips 1. Nothing was undone."));
  fireEvent.click(undo);
  expect((await screen.findByRole("alert")).textContent).toContain("trips 1");
  server.on(UNDO, () => ({ state: "undone", revisionId: aRevision(2).id }));
  fireEvent.click(undo);
  await waitFor(() => expect(onGo).toHaveBeenCalledWith(aRevision(2).id));
});

it("takes back all that the visitor of a change wrote", async () => {
  const ids = { app: "a1", visitor: "v1" };
  const cause = { app: { title: "Party", visitor: "Ann", ids } };
  const { server, onGo } = draw({ author: "visitor", cause });
  let sent: unknown;
  server.on("POST /api/apps/a1/undo", ({ body }) => {
    sent = body;
    return { undone: 2, changed: [{ table: "trips", key: { id: "1" } }] };
  });
  fireEvent.click(await screen.findByRole("button", { name: "Take back all of visitor Ann" }));
  const status = await screen.findByText(/2 changes were taken back/);
  expect(status.textContent).toContain("1 row was changed by someone else since and stays.");
  expect([sent, onGo.mock.calls]).toEqual([{ visitor: "v1" }, []]);
});
