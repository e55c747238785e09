import { act, createEvent, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { useHandedFile } from "@/components/client/handed-file";
import { FakeServer } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { anImage, NOW } from "@/components/client/testing/samples";
import type { FileEntry } from "@/lib/shared/file-entries";
import { FilesPage } from "./files-page";

const ROUTE = "GET /api/files/entries";
const table: FileEntry = { kind: "table", name: "a", type: "table", rows: 2, origins: [] };
const notes: FileEntry = {
  ...{ kind: "document", conversation: null },
  file: anImage("n", { name: "notes.txt", mediaType: "text/plain", description: null }),
};
const pageOf = (...entries: FileEntry[]) => ({
  entries,
  counts: { document: 1, image: 0, table: 1, collection: 0 },
});

const draw = (entries: FileEntry[], server = new FakeServer()) =>
  drawPage(<FilesPage first={{ entries: pageOf(...entries) }} now={NOW} />, { server, path: "/files" });
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const main = () => screen.getByRole("main");
const carrying = (files: File[], types = ["Files"]) => ({ dataTransfer: { files, types, dropEffect: "" } });

class FakeRequest {
  static all: FakeRequest[] = [];
  readonly upload = {};
  onload = () => {};
  status = 0;
  responseText = "";
  path = "";

  open(_: string, path: string): void {
    this.path = path;
  }

  setRequestHeader(): void {}

  send(): void {
    FakeRequest.all.push(this);
  }

  abort(): void {}

  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload();
  }
}

describe("files that are dropped", () => {
  beforeEach(() => {
    FakeRequest.all = [];
    vi.stubGlobal("XMLHttpRequest", FakeRequest);
  });
  const text = (name: string) => new File(["x"], name, { lastModified: 1 });
  const drop = (...files: File[]) => fireEvent.drop(main(), carrying(files));
  const sent = (at = 0) =>
    vi.waitFor(() => {
      const request = FakeRequest.all[at];
      if (!request) throw new Error("Not sent yet");
      return request;
    });

  it("are uploaded to stay, and are listed then", async () => {
    const server = new FakeServer().on(ROUTE, () => pageOf(notes));
    draw([], server);
    drop(text("notes.txt"), new File([], "empty.txt"));
    const uploads = within(screen.getByRole("list", { name: "Uploads" }));
    expect(uploads.getByRole("alert").textContent).toBe("Empty file or folder");
    const request = await sent();
    expect(request.path).toBe("/api/files?name=notes.txt&keep=");
    await act(async () => request.answer(201, { files: [anImage("n")] }));
    await screen.findByRole("link", { name: "notes.txt" });
    press("Dismiss empty.txt");
    expect(screen.queryByRole("list", { name: "Uploads" })).toBeNull();
  });

  it("can be sent again after a failure", async () => {
    draw(
      [table],
      new FakeServer().on(ROUTE, () => pageOf(table)),
    );
    drop(text("notes.txt"));
    const request = await sent();
    await act(async () =>
      request.answer(503, { error: { code: "unavailable", message: "The disk is full." } }),
    );
    screen.getByText("The disk is full.");
    press("Try again");
    const again = await sent(1);
    await act(async () => again.answer(201, { files: [anImage("n")] }));
    await waitFor(() => expect(screen.queryByRole("list", { name: "Uploads" })).toBeNull());
  });

  it("open the dialog of a CSV one after the other, and can be stored unchanged", async () => {
    draw([table]);
    drop(new File(["a,b"], "a.csv"), new File(["a\tb"], "b.TSV"));
    const first = within(await screen.findByRole("dialog", { name: "Import a CSV" }));
    first.getByText(/^a\.csv, /);
    fireEvent.click(first.getByRole("button", { name: "Cancel" }));
    const second = within(await screen.findByRole("dialog", { name: "Import a CSV" }));
    second.getByText(/^b\.TSV, /);
    fireEvent.click(second.getByRole("radio", { name: "File, unchanged" }));
    fireEvent.click(second.getByRole("button", { name: "Upload" }));
    expect((await sent()).path).toBe("/api/files?name=b.TSV&keep=");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it.each([
    ["fair.ics", "schedule", "/calendar"],
    ["ada.vcf", "contacts", "/calendar/contacts"],
  ])("hand %s to the page that imports it", (name, to, address) => {
    const { router, unmount } = draw([table]);
    drop(text(name));
    expect(router.push).toHaveBeenCalledWith(address);
    unmount();
    const taken: string[] = [];
    const Receiver = () => {
      useHandedFile(to, (file) => taken.push(file.name));
      return null;
    };
    drawPage(<Receiver />).unmount();
    drawPage(<Receiver />);
    expect(taken).toEqual([name]);
  });

  it("show the drop area until the drag leaves the page, but not for dragged text", () => {
    draw([table]);
    fireEvent.dragEnter(main(), carrying([], ["text/plain"]));
    expect(screen.queryByText("Drop to add")).toBeNull();
    const dropped = createEvent.drop(main(), carrying([], ["text/plain"]));
    fireEvent(main(), dropped);
    expect(dropped.defaultPrevented).toBe(false);
    fireEvent.dragEnter(main(), carrying([]));
    screen.getByText("Drop to add");
    fireEvent.dragLeave(main(), carrying([]));
    expect(screen.queryByText("Drop to add")).toBeNull();
  });
});
