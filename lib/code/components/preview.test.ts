import { expect, test } from "vitest";
import { previewCode } from "./preview";

const partial = "export default function App() {\n  return (\n    <main>\n      <h1>Sales of ";

test("previewCode compiles an unfinished component once while it stays the same", async () => {
  const made = await previewCode({ code: `${partial}the we` });
  expect(made?.made?.js).toContain('"Sales of the"');
  expect(await previewCode({ code: `${partial}the wee`, known: made?.hash })).toEqual({ hash: made?.hash });
  expect(await previewCode({ code: `${partial}the week` })).toEqual(made);
  const more = await previewCode({ code: `${partial}the week `, known: made?.hash });
  expect(more?.made?.js).toContain('"Sales of the week"');
});

test("previewCode returns undefined for nonsense or a component that has hardly begun", async () => {
  for (const code of [
    "",
    "export default",
    "{{{{<<<<",
    "Words of a model, <b>no code</b>",
    "x".repeat(200_000),
  ])
    expect(await previewCode({ code })).toBeUndefined();
});

test("previewCode returns undefined while too much is being compiled", async () => {
  const all = await Promise.all(
    ["a ", "b ", "c ", "d "].map((ending) => previewCode({ code: partial + ending })),
  );
  expect(all.map((one) => one !== undefined)).toEqual([true, true, false, false]);
  expect(await previewCode({ code: `${partial}c ` })).toBeDefined();
});

test("previewCode shares one compilation between two tabs", async () => {
  const code = `${partial}one and all `;
  const all = await Promise.all(Array.from({ length: 6 }, () => previewCode({ code })));
  expect(new Set(all.map((one) => one?.hash)).size).toBe(1);
  expect(all[0]?.made?.js).toContain("one and all");
});

test("previewCode compiles no prefix of complete code", async () => {
  const whole = "export default () => <p>Rye</p>;";
  expect((await previewCode({ code: whole, whole: true }))?.made?.js).toContain('"Rye"');
  expect(await previewCode({ code: whole.replace("</p>", "</q>"), whole: true })).toBeUndefined();
  expect(await previewCode({ code: `${partial}the week`, whole: true })).toBeUndefined();
});
