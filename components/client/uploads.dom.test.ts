import { beforeEach, describe, expect, it, vi } from "vitest";
import { anImage } from "./testing/samples";
import { Uploads } from "./uploads";

class FakeRequest {
  static all: FakeRequest[] = [];
  readonly upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  onload = () => {};
  onerror = () => {};
  onabort = () => {};
  status = 0;
  responseText = "";
  isAborted = false;

  open(): void {}
  setRequestHeader(): void {}

  send(): void {
    FakeRequest.all.push(this);
  }

  abort(): void {
    this.isAborted = true;
    this.onabort();
  }

  answer(status: number, body: unknown): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload();
  }
}

let count = 0;
const conversation = () => `conversation ${++count}`;
const file = (name: string, bytes = 3, type = "text/plain") => new File(["x".repeat(bytes)], name, { type });
const sent = (at: number) =>
  vi.waitFor(() => {
    const request = FakeRequest.all[at];
    if (!request) throw new Error("Not sent yet");
    return request;
  });
const stored = (id: string) => ({ files: [anImage(id, { name: `${id}.txt`, mediaType: "text/plain" })] });
const states = (uploads: Uploads) => uploads.items.map(({ name, state }) => `${name} ${state}`);
const first = (uploads: Uploads) => {
  const [item] = uploads.items;
  if (!item) throw new Error("Nothing is attached");
  return item;
};

beforeEach(() => {
  FakeRequest.all = [];
  localStorage.clear();
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
});

describe("attachments of a message", () => {
  it("upload at once, report progress and become message parts", async () => {
    const uploads = new Uploads(conversation());
    const seen: number[] = [];
    uploads.subscribe(() => seen.push(uploads.items[0]?.progress ?? -1));
    uploads.add([file("a.txt")]);
    const request = await sent(0);
    request.upload.onprogress?.({ loaded: 1, total: 2 });
    request.answer(201, stored("a"));
    await vi.waitFor(() => expect(states(uploads)).toEqual(["a.txt done"]));
    expect(seen).toContain(0.5);
    expect(uploads.take()).toEqual([
      { type: "file", url: "/api/files/a", filename: "a.txt", mediaType: "text/plain" },
    ]);
    expect(uploads.items).toEqual([]);
  });

  it("upload three at a time", async () => {
    const uploads = new Uploads(conversation());
    uploads.add(["a", "b", "c", "d"].map((name) => file(name)));
    await sent(2);
    await new Promise((done) => setTimeout(done));
    expect(FakeRequest.all).toHaveLength(3);
    FakeRequest.all[0]?.answer(201, stored("a"));
    await sent(3);
    uploads.take();
  });

  it("are limited to thirty", () => {
    const uploads = new Uploads(conversation());
    const empty = Array.from({ length: 32 }, (_, at) => file(`${at}`, 0));
    expect(uploads.add(empty)).toBe(2);
    expect(uploads.items).toHaveLength(30);
  });

  it("are rejected if they are empty", () => {
    const uploads = new Uploads(conversation());
    uploads.add([file("nothing", 0)]);
    expect(first(uploads)).toMatchObject({
      state: "failed",
      problem: "Empty, or a folder. Attach its files.",
    });
  });

  it("show the server's error and whether a retry can succeed", async () => {
    const uploads = new Uploads(conversation());
    uploads.add([file("a.txt")]);
    (await sent(0)).answer(415, { error: { code: "bad", message: "No such file is read here." } });
    await vi.waitFor(() =>
      expect(first(uploads)).toMatchObject({ problem: "No such file is read here.", canRetry: false }),
    );
  });

  it("can be retried if the server was unreachable", async () => {
    const uploads = new Uploads(conversation());
    uploads.add([file("a.txt")]);
    (await sent(0)).onerror();
    await vi.waitFor(() => expect(first(uploads)).toMatchObject({ state: "failed", canRetry: true }));
    uploads.retry(first(uploads).key);
    (await sent(1)).answer(201, stored("a"));
    await vi.waitFor(() => expect(states(uploads)).toEqual(["a.txt done"]));
  });

  it("are aborted and stay removed if removed during the upload", async () => {
    const uploads = new Uploads(conversation());
    uploads.add([file("a.txt")]);
    const request = await sent(0);
    uploads.remove(first(uploads).key);
    expect(request.isAborted).toBe(true);
    await new Promise((done) => setTimeout(done));
    expect(uploads.items).toEqual([]);
  });

  it("revoke the preview of an image when removed", () => {
    URL.createObjectURL = vi.fn(() => "blob:preview");
    URL.revokeObjectURL = vi.fn();
    const uploads = new Uploads(conversation());
    uploads.add([file("fox.png", 0, "image/png")]);
    expect(first(uploads).preview).toBe("blob:preview");
    uploads.remove(first(uploads).key);
    expect(URL.revokeObjectURL).toHaveBeenCalledExactlyOnceWith("blob:preview");
  });
});

describe("a draft with attachments", () => {
  it("restores uploaded files and marks incomplete ones as failed", async () => {
    const id = conversation();
    const uploads = new Uploads(id);
    uploads.add([file("a.txt"), file("b.txt")]);
    (await sent(0)).answer(201, stored("a"));
    await vi.waitFor(() => expect(states(uploads)).toContain("a.txt done"));
    const again = new Uploads(id);
    expect(states(again)).toEqual(["a.txt done", "b.txt failed"]);
    expect(again.items[1]).toMatchObject({
      problem: expect.stringContaining("Attach the file again"),
      canRetry: false,
    });
    uploads.take();
    expect(new Uploads(id).items).toEqual([]);
  });

  it("starts empty if the stored value is invalid", () => {
    const id = conversation();
    localStorage.setItem(`easel:files:${id}`, "{");
    expect(new Uploads(id).items).toEqual([]);
  });

  it("does not duplicate stored files, including those of an unsent message", () => {
    const uploads = new Uploads(conversation());
    const id = "00000000-0000-4000-8000-000000000001";
    uploads.attach(anImage(id));
    uploads.attach(anImage(id));
    const parts = uploads.take();
    uploads.putBack(parts);
    uploads.putBack(parts);
    uploads.putBack([{ type: "file", url: "https://example.com/other.png", mediaType: "image/png" }]);
    expect(uploads.items.map((item) => item.id)).toEqual([id]);
  });
});
