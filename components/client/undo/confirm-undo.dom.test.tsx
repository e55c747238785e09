import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { gate } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ConfirmUndo } from "./confirm-undo";

const words = "12 rows of “sales” were deleted";

function draw(onConfirm: () => Promise<void>) {
  drawPage(<ConfirmUndo change={{ id: "c1", words }} onConfirm={onConfirm} />);
}
const open = () => fireEvent.click(screen.getByRole("button", { name: `Undo: ${words}` }));
const dialog = () => screen.findByRole("alertdialog", { name: "Undo this database change?" });
const confirm = () => fireEvent.click(screen.getByRole("button", { name: "Restore the tables" }));

it("undo restores the tables after a confirmation", async () => {
  const undo = vi.fn(async () => {});
  draw(undo);
  open();
  expect((await dialog()).textContent).toContain(`${words}. Later changes of all tables are lost`);
  expect(screen.getByRole("link", { name: "history" }).getAttribute("href")).toBe("/agent/history/c1");
  expect(undo).not.toHaveBeenCalled();
  confirm();
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(undo).toHaveBeenCalledOnce();
});

it("undo restores nothing when cancelled", async () => {
  const undo = vi.fn(async () => {});
  draw(undo);
  open();
  await dialog();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(undo).not.toHaveBeenCalled();
});

it("undo is sent once despite repeated clicks, and the open dialog shows its failure", async () => {
  const restoring = gate<void>();
  const undo = vi.fn(async () => {
    await restoring.wait;
    throw new Error("The disk is full.");
  });
  draw(undo);
  open();
  await dialog();
  confirm();
  await waitFor(() =>
    expect(screen.getByRole("button", { name: "Restore the tables" }).getAttribute("aria-disabled")).toBe(
      "true",
    ),
  );
  confirm();
  restoring.open();
  expect((await screen.findByRole("alert")).textContent).toContain("Not undone.");
  expect(undo).toHaveBeenCalledOnce();
});
