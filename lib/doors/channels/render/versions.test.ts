import { expect, test } from "vitest";
import type { MessagePiece } from "./pieces";
import { plainRich } from "./rich";
import { inPlace, type RenderedVersion } from "./versions";

const text = (content: string) => ({ text: plainRich(content), buttons: [] });
const image = (content: string) => ({
  ...text(content),
  file: { as: "photo" as const, name: "chart.png", from: { is: "chart" as const, block: {} } },
});
const version = (
  key: string,
  content: MessagePiece["content"],
  more: Partial<RenderedVersion> = {},
): RenderedVersion => ({
  ...{ sheet: "m/one", told: [{ key, content }], isAsked: false },
  ...more,
});
const lines = (sent: readonly MessagePiece[]) =>
  sent.map(({ key, content }) => `${key} ${content.text.text}`);
const edits = { canEdit: true, isLive: true };
const none = { canEdit: false, isLive: true };

test("edits the message of a changed surface, and leaves other surfaces unchanged", () => {
  const other = version("m/1", text("other"), { sheet: "m/two" });
  const all = [version("m/0", text("1 of 2")), other, version("m/2", text("2 of 2"))];
  expect(lines(inPlace(all, edits))).toEqual(["m/0 2 of 2", "m/1 other"]);
});

test("sends an image, or text that cannot be edited, at once and then only its newest version at the end", () => {
  const versions = ["one", "two", "three"].map((one, nth) => version(`m/${nth}`, text(one)));
  expect(lines(inPlace(versions, none))).toEqual(["m/0 one"]);
  expect(lines(inPlace(versions, { ...none, isLive: false }))).toEqual(["m/0 one", "m/2 three"]);
  const images = ["one", "two"].map((one, nth) => version(`m/${nth}`, image(one)));
  expect(lines(inPlace(images, edits))).toEqual(["m/0 one"]);
  expect(lines(inPlace(images, { ...edits, isLive: false }))).toEqual(["m/0 one", "m/1 two"]);
});

test("sends a surface that waits for an answer as a separate message, so that the phone notifies the user", () => {
  const asking = version("m/1", text("fill in"), { isAsked: true });
  for (const how of [edits, none])
    expect(lines(inPlace([version("m/0", text("shown")), asking], how))).toEqual([
      "m/0 shown",
      "m/1 fill in",
    ]);
});
