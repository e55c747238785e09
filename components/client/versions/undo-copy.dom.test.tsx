import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { aRevision } from "@/components/client/testing/samples";
import type { Revision } from "@/lib/shared/history";
import { UndoCopy } from "./undo-copy";

const { id } = aRevision(3);
const RESTORE = `POST /api/history/${id}/restore`;
const DONE = "12 rows of “sales” were deleted";
const copy = (version: number, rest: Partial<Revision> = {}) =>
  aRevision(version, { kind: "database", name: "database", ...rest });

function draw(revisions: Revision[] = [copy(3)]) {
  const server = new FakeServer()
    .on("GET /api/history", () => ({ revisions }))
    .on(RESTORE, () => ({ ...copy(5), content: null }));
  drawPage(<UndoCopy revision={id} done={DONE} />, { server });
  return server;
}
const open = () => fireEvent.click(screen.getByRole("button", { name: `Undo: ${DONE}` }));
const dialog = () => screen.findByRole("alertdialog", { name: "Undo this change of the database?" });
const confirm = () => fireEvent.click(screen.getByRole("button", { name: "Restore the tables" }));

it("undo restores the tables after a confirmation", async () => {
  const server = draw();
  open();
  expect((await dialog()).textContent).toContain(`${DONE}. All tables return`);
  expect(screen.getByRole("link", { name: "history" }).getAttribute("href")).toBe(`/agent/history/${id}`);
  expect(server.count(RESTORE)).toBe(0);
  confirm();
  await waitFor(() => expect(notices()).toContain("Undone. The tables were restored"));
  expect(server.count(RESTORE)).toBe(1);
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  screen.getByText("Undone");
  expect(screen.queryByRole("button")).toBeNull();
});

it("undo restores nothing when cancelled", async () => {
  const server = draw();
  open();
  await dialog();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(server.count(RESTORE)).toBe(0);
  screen.getByRole("button", { name: `Undo: ${DONE}` });
});

it("undo sends one request despite repeated clicks and shows an error in the open dialog", async () => {
  const server = draw();
  const restoring = gate<Response>();
  server.on(RESTORE, () => restoring.wait);
  open();
  await dialog();
  confirm();
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Restore the tables" }).getAttribute("aria-disabled")).toBe(
      "true",
    ),
  );
  confirm();
  await dialog();
  restoring.open(refusal(500, "The disk is full."));
  expect((await screen.findByRole("alert")).textContent).toBe("Not undone. The disk is full.");
  expect(server.count(RESTORE)).toBe(1);
  server.lose(RESTORE);
  confirm();
  await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/Easel cannot be reached/));
  expect(server.count(RESTORE)).toBe(2);
});

it("the dialog says that this backup was restored before", async () => {
  draw([copy(4, { cause: { restored: { version: 3 } }, createdAt: new Date().toISOString() }), copy(3)]);
  open();
  await dialog();
  await screen.findByText(/^This was undone/);
});

it("the dialog mentions no undo if another backup was restored or the history is not loaded", async () => {
  const server = draw([copy(4, { cause: { restored: { version: 2 } } }), copy(3)]);
  open();
  await dialog();
  await waitFor(() => expect(server.count("GET /api/history")).toBe(1));
  expect(screen.queryByText(/^This was undone/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  server.lose("GET /api/history");
  open();
  expect((await dialog()).textContent).toContain(DONE);
});
