import { beforeEach, expect, it, vi } from "vitest";
import { gate } from "@/components/client/testing/fake-server";
import { Painter } from "./painter";

type Image = { of: string; width: number; height: number; close: () => void };
const image = (of: string, width = 4, height = 3): Image => ({ of, width, height, close: vi.fn() });
const frame = (of: string) => ({ n: 1, jpeg: btoa(of), width: 4, height: 3 });

let reading: { of: string; open: (image: Image) => void; fail: (error: Error) => void }[] = [];
const onPainted = vi.fn();

function aCanvas() {
  const canvas = document.createElement("canvas");
  const drawn: string[] = [];
  vi.spyOn(canvas, "getContext").mockReturnValue({
    drawImage: ({ of }: Image) => drawn.push(of),
  } as never);
  return { canvas, drawn };
}

beforeEach(() => {
  reading = [];
  onPainted.mockReset();
  vi.stubGlobal("createImageBitmap", async (blob: Blob) => {
    const { wait, open, fail } = gate<Image>();
    reading.push({ of: await blob.text(), open, fail });
    return wait;
  });
});
const soon = (check: () => void) => vi.waitFor(check, { interval: 1 });
const isRead = (of: string) => soon(() => expect(reading.at(-1)?.of).toBe(of));

it("the painter paints the newest frame, and skips older frames that arrived during decoding", async () => {
  const { canvas, drawn } = aCanvas();
  const painter = new Painter(onPainted);
  painter.attach(canvas);
  for (const of of ["one", "two", "three"]) painter.take(frame(of));
  await isRead("one");
  const first = image("one");
  reading[0]?.open(first);
  await isRead("three");
  expect([drawn, reading.length]).toEqual([["one"], 2]);
  reading[1]?.open(image("three", 8, 6));
  await soon(() => expect(drawn).toEqual(["one", "three"]));
  expect([canvas.width, canvas.height]).toEqual([8, 6]);
  expect(first.close).toHaveBeenCalledOnce();
  expect(onPainted).toHaveBeenCalledTimes(2);
});

it("the painter skips a frame that cannot be decoded, and paints the next one", async () => {
  const { canvas, drawn } = aCanvas();
  const painter = new Painter(onPainted);
  painter.attach(canvas);
  painter.take(frame("broken"));
  await isRead("broken");
  reading[0]?.fail(new Error("It is no picture."));
  painter.take({ ...frame(""), jpeg: "no base64 %" });
  painter.take(frame("whole"));
  await isRead("whole");
  reading.at(-1)?.open(image("whole"));
  await soon(() => expect(drawn).toEqual(["whole"]));
  expect(onPainted).toHaveBeenCalledOnce();
});

it("the painter paints the last frame on a newly attached canvas at once", async () => {
  const painter = new Painter(onPainted);
  painter.attach(null);
  painter.take(frame("one"));
  await isRead("one");
  reading[0]?.open(image("one"));
  await soon(() => expect(onPainted).toHaveBeenCalledOnce());
  const { canvas, drawn } = aCanvas();
  painter.attach(canvas);
  expect(drawn).toEqual(["one"]);
});
