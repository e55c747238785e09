import { expect, test } from "vitest";
import { preview } from "./preview";

const begun = "export default function App() {\n  return (\n    <main>\n      <h1>Sales of ";

test("what can be drawn of a component that is being written is compiled, and not again while it stays the same", async () => {
  const made = await preview(`${begun}the we`);
  expect(made?.made?.js).toContain('"Sales of the"');
  expect(await preview(`${begun}the wee`, made?.hash)).toEqual({ hash: made?.hash });
  expect(await preview(`${begun}the week`)).toEqual(made);
  const more = await preview(`${begun}the week `, made?.hash);
  expect(more?.made?.js).toContain('"Sales of the week"');
});

test("of what cannot be drawn, nonsense or a component that has hardly begun, there is nothing", async () => {
  for (const code of [
    "",
    "export default",
    "{{{{<<<<",
    "Words of a model, <b>no code</b>",
    "x".repeat(200_000),
  ])
    expect(await preview(code)).toBeUndefined();
});

test("where much is compiled already the next one waits for its next word", async () => {
  const all = await Promise.all(["a ", "b ", "c ", "d "].map((word) => preview(begun + word)));
  expect(all.map((one) => one !== undefined)).toEqual([true, true, false, false]);
  expect(await preview(`${begun}c `)).toBeDefined();
});
