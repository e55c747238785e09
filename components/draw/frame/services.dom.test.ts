import { beforeEach, describe, expect, it, vi } from "vitest";
import { download } from "@/components/ui/kit/download";
import type { ServiceMessage, ToFrame } from "@/lib/shared/frame/protocol";
import { Services, safeName } from "./services";

vi.mock("@/components/ui/kit/download");
const writeText = vi.fn<(text: string) => Promise<void>>();
Object.defineProperty(navigator, "clipboard", { value: { writeText }, configurable: true });

const done: ToFrame[] = [];
const onBreach = vi.fn();
const handlers = { onOpen: vi.fn(), onCopied: vi.fn() };
const store = vi.fn(async (file: File) => ({ id: "f1", name: file.name }));
const hand = { fits: true };
const frame = { handlers, server: { store } };
let services: Services;

beforeEach(() => {
  vi.clearAllMocks();
  writeText.mockResolvedValue();
  done.length = 0;
  hand.fits = true;
  services = new Services(frame as never, hand as never, {
    send: (message) => void done.push(message),
    onBreach,
  });
});

const file = { file: 1, name: "days.csv", mediaType: "text/csv" };
const ALL: ServiceMessage[] = [
  { type: "store", id: 1, ...file, byHand: true },
  { type: "save", id: 2, ...file, byHand: true },
  { type: "copy", id: 3, text: "x", byHand: true },
  { type: "open", id: 4, url: "https://example.test/", byHand: true },
];
const effects = () =>
  [store, download, writeText, handlers.onOpen].map((each) => vi.mocked(each).mock.calls.length);

describe("Services", () => {
  it("performs a request after a press", async () => {
    for (const message of ALL) {
      services.take({ type: "part", file: 1, data: btoa("a,b") });
      await services.hear(message);
    }
    expect(effects()).toEqual([1, 1, 1, 1]);
    expect(done.map((each) => ("problem" in each ? each.problem : "done"))).toEqual(Array(4).fill("done"));
    expect(done[0]).toMatchObject({ id: 1, value: { id: "f1", name: "days.csv" } });
    const [saved, ...name] = vi.mocked(download).mock.lastCall ?? [];
    expect([await saved?.text(), saved?.type, name]).toEqual([
      "a,b",
      "application/octet-stream",
      ["days", "csv"],
    ]);
    expect(handlers.onCopied).toHaveBeenCalledExactlyOnceWith("x");
  });

  it("refuses a request if frame or page report no press", async () => {
    for (const message of ALL) await services.hear({ ...message, byHand: false });
    hand.fits = false;
    await Promise.all(ALL.map((message) => services.hear(message)));
    expect(effects()).toEqual([0, 0, 0, 0]);
    expect(done).toHaveLength(8);
    for (const each of done)
      expect(each).toMatchObject({ problem: expect.stringContaining("a click or key") });
  });

  it.each(["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "/settings", "blob:null/1", ""])(
    "rejects the URL %j",
    async (url) => {
      await services.hear({ type: "open", id: 1, url, byHand: true });
      expect(done[0]).toMatchObject({ problem: expect.stringContaining("complete addresses") });
      expect(handlers.onOpen).not.toHaveBeenCalled();
    },
  );

  it("limits pending and stored files", async () => {
    const data = "A".repeat(900_000);
    for (let at = 0; at < 33; at++) services.take({ type: "part", file: 2, data });
    expect(onBreach).not.toHaveBeenCalled();
    services.take({ type: "part", file: 2, data });
    expect(onBreach).toHaveBeenCalledOnce();
  });

  it("reports files that cannot be stored and text that cannot be copied", async () => {
    const apart = new Services({ handlers } as never, hand as never, {
      send: (each) => void done.push(each),
      onBreach,
    });
    await apart.hear({ type: "store", id: 1, ...file, byHand: true });
    writeText.mockRejectedValue(new Error("Document is not focused."));
    await services.hear({ type: "copy", id: 2, text: "x", byHand: true });
    expect(done).toMatchObject([
      { problem: "Files can be stored only from a surface in a conversation." },
      { problem: "Document is not focused." },
    ]);
  });
});

it.each([
  ["../../etc/passwd", "etc passwd"],
  ["a\u202Egpj.exe", "a gpj.exe"],
  ['C:\\a<b>|"c?.csv', "C a b c .csv"],
  ["", "file"],
  ["...", "file"],
  [`${"a".repeat(300)}.csv`, `${"a".repeat(96)}.csv`],
])("names the file %j as %j", (input, name) => {
  expect(safeName(input)).toBe(name);
});
