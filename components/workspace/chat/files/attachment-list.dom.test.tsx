import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { attachHere } from "@/components/client/attach-file";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { anImage } from "@/components/client/testing/samples";
import type { Attachment } from "@/components/client/uploads";
import { newId } from "@/lib/shared/chat/id";
import { AttachmentList } from "./attachment-list";
import { type Attachments, useAttachments } from "./use-attachments";

let attached: Attachments;

function draw() {
  const id = newId();
  function Above() {
    attached = useAttachments(id);
    return <AttachmentList attachments={attached} />;
  }
  return drawPage(<Above />);
}

const empty = (name: string) => new File([], name);
const rows = () =>
  within(screen.getByRole("list", { name: "Attached files" }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);

it("the attachment list renders nothing without attachments, and stored files once", () => {
  draw();
  expect(screen.queryByRole("list")).toBeNull();
  act(() => attachHere(anImage("rye")));
  act(() => attachHere(anImage("rye")));
  expect(rows()).toEqual(["rye.png1 KB"]);
  expect(attached).toMatchObject({ isUploading: false, hasFailed: false });
  const part = { type: "file", url: "/api/files/rye", filename: "rye.png", mediaType: "image/png" };
  act(() => void expect(attached.take()).toEqual([part]));
  expect(screen.queryByRole("list")).toBeNull();
});

it("the attachment list shows failed files first with the reason and can remove them", () => {
  draw();
  act(() => attachHere(anImage("rye")));
  act(() => attached.add([empty("oats.txt")]));
  expect(rows()).toEqual(["oats.txtEmpty, or a folder. Attach its files.", "rye.png1 KB"]);
  expect(attached.hasFailed).toBe(true);
  // Retrying an empty file would fail again.
  expect(screen.queryByRole("button", { name: /^Retry/ })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Remove oats.txt" }));
  expect(rows()).toEqual(["rye.png1 KB"]);
  expect(attached.hasFailed).toBe(false);
});

it("the attachment list reports the number of files over the limit", async () => {
  draw();
  act(() => attached.add(Array.from({ length: 32 }, (_, at) => empty(`${at}.txt`))));
  await vi.waitFor(() => expect(notices()).toEqual(["2 files not attached: at most 30 per message."]));
  expect(rows()).toHaveLength(30);
});

it("the attachment list shows upload progress, cancels uploads and retries failed ones", () => {
  const [retry, remove] = [vi.fn(), vi.fn()];
  const item: Attachment = {
    ...{ key: "k", name: "rye.mp4", size: 2_000_000, mediaType: "video/mp4" },
    ...{ state: "uploading", progress: 0.499 },
  };
  const page = (change: Partial<Attachment>) => (
    <AttachmentList attachments={{ items: [{ ...item, ...change }], retry, remove } as never} />
  );
  const { rerender } = drawPage(page({}));
  screen.getByText("49% of 2 MB");
  fireEvent.click(screen.getByRole("button", { name: "Cancel rye.mp4" }));
  expect(remove).toHaveBeenCalledExactlyOnceWith("k");
  rerender(page({ progress: 1 }));
  screen.getByText("Storing");
  rerender(page({ state: "failed", problem: "The disk is full.", canRetry: true }));
  screen.getByText("The disk is full.");
  fireEvent.click(screen.getByRole("button", { name: "Retry rye.mp4" }));
  expect(retry).toHaveBeenCalledExactlyOnceWith("k");
});
