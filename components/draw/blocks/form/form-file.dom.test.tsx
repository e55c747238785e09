import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { anImage } from "@/components/client/testing/samples";
import { type Block, blockSchema } from "@/lib/shared/blocks";
import { MAX_BYTES } from "@/lib/shared/file-address";
import { FormOpen } from "./form-open";
// Loaded in advance, so that the first test does not wait for the lazy import.
import "@/components/client/upload";

/** A request that reports progress, answered by the test. */
class FakeRequest {
  static all: FakeRequest[] = [];
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload = () => {};
  onabort = () => {};
  status = 0;
  responseText = "";

  open(): void {}
  setRequestHeader(): void {}

  send(): void {
    FakeRequest.all.push(this);
  }

  abort(): void {
    this.onabort();
  }
}

const sent = (at: number) =>
  waitFor(() => {
    const request = FakeRequest.all[at];
    if (!request) throw new Error("Not sent yet");
    return request;
  });
const answer = (request: FakeRequest, status: number, body: unknown) =>
  act(async () => {
    Object.assign(request, { status, responseText: JSON.stringify(body) });
    request.onload();
  });
const idOf = (name: string) => `00000000-0000-4000-8000-${String(name.charCodeAt(0)).padStart(12, "0")}`;
const stored = (name: string) => ({ files: [anImage(idOf(name), { name, mediaType: "text/plain" })] });

function draw(field: object = {}) {
  const onAnswer = vi.fn(async () => {});
  const whole = { name: "plan", label: "Plan", type: "file", ...field };
  const block = blockSchema.parse({ type: "form", fields: [whole], submitLabel: "Go" }) as Block<"form">;
  const page = render(<FormOpen block={block} ask={{ state: "waiting", onAnswer }} />);
  return { ...page, onAnswer };
}
const field = () => screen.getByLabelText<HTMLInputElement>(/Plan/, { selector: "input" });
const file = (name: string, type = "text/plain", text = "x") => new File([text], name, { type });
const choose = (...files: File[]) => fireEvent.change(field(), { target: { files } });

beforeEach(() => {
  FakeRequest.all = [];
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});

it("a file field shows the progress of an upload and that it is being stored", async () => {
  draw();
  choose(file("plan.txt"));
  const request = await sent(0);
  screen.getByText("Uploading");
  act(() => request.upload.onprogress?.({ loaded: 456, total: 1_000 }));
  screen.getByText("45%");
  act(() => request.upload.onprogress?.({ loaded: 1_000, total: 1_000 }));
  screen.getByText("Storing");
  await answer(request, 201, stored("plan.txt"));
  await screen.findByRole("button", { name: "Remove plan.txt" });
  expect(screen.queryByText("Storing")).toBeNull();
});

it("a file field shows why an upload failed, by file name, and accepts the next file", async () => {
  draw();
  choose(file("plan.txt"));
  await answer(await sent(0), 422, { error: { code: "refused", message: "It holds a virus." } });
  await screen.findByText("plan.txt: It holds a virus.");
  expect(screen.queryByRole("button", { name: /plan\.txt/ })).toBeNull();
  choose(file("clean.txt"));
  await answer(await sent(1), 201, stored("clean.txt"));
  await screen.findByRole("button", { name: "Remove clean.txt" });
  expect(screen.queryByText(/virus/)).toBeNull();
});

it.each([
  ["empty", file("plan.txt", "text/plain", ""), "plan.txt is empty."],
  ["of another type", file("plan.exe", "application/x-msdownload"), "plan.exe is none of image/*, .txt."],
  [
    "too large",
    Object.defineProperty(file("plan.txt"), "size", { value: MAX_BYTES + 1 }),
    "plan.txt is larger than 50 MB.",
  ],
])("a file field shows an error for a file that is %s and does not upload it", async (_, chosen, why) => {
  draw({ accept: ["image/*", ".txt"] });
  choose(chosen);
  await screen.findByText(why);
  expect(FakeRequest.all).toEqual([]);
});

it("a file field leaves a file of unknown type to the server", async () => {
  draw({ accept: ["image/*"] });
  choose(file("scan.heic", ""));
  await sent(0);
});

it("a file field cancels an upload without a message", async () => {
  draw();
  choose(file("plan.txt"));
  await sent(0);
  fireEvent.click(screen.getByRole("button", { name: "Cancel plan.txt" }));
  await waitFor(() => expect(screen.queryByText("plan.txt")).toBeNull());
  expect(screen.queryByText(/Cancelled/)).toBeNull();
});

it("a file field limits the number of files and shows the limit", async () => {
  const { onAnswer } = draw({ max: 2 });
  choose(file("a.txt"), file("b.txt"), file("c.txt"));
  await screen.findByText("At most 2 files.");
  await answer(await sent(0), 201, stored("a.txt"));
  await answer(await sent(1), 201, stored("b.txt"));
  await screen.findByRole("button", { name: "Remove b.txt" });
  expect(field().disabled).toBe(true);
  expect(FakeRequest.all).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "Remove a.txt" }));
  await waitFor(() => expect(field().disabled).toBe(false));
  fireEvent.click(screen.getByRole("button", { name: "Go" }));
  const data = { plan: [{ url: `/api/files/${idOf("b")}`, name: "b.txt", mediaType: "text/plain" }] };
  await waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ action: "submit", data }));
});

it("a file field replaces the file if only one is allowed", async () => {
  draw();
  choose(file("old.txt"));
  await answer(await sent(0), 201, stored("old.txt"));
  await screen.findByRole("button", { name: "Remove old.txt" });
  choose(file("new.txt"));
  await answer(await sent(1), 201, stored("new.txt"));
  await screen.findByRole("button", { name: "Remove new.txt" });
  expect(screen.queryByRole("button", { name: "Remove old.txt" })).toBeNull();
});

it("a file field aborts running uploads on unmount", async () => {
  const { unmount } = draw();
  choose(file("plan.txt"));
  const request = await sent(0);
  const abort = vi.spyOn(request, "abort");
  unmount();
  expect(abort).toHaveBeenCalled();
});
