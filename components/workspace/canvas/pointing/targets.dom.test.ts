import { afterEach, expect, it } from "vitest";
import { sourceLine } from "./source-line";
import { pointOf, type Target, targetAt, targetsIn } from "./targets";

afterEach(() => {
  document.body.replaceChildren();
});

const SURFACE = `<section data-sheet="m1/c1">
  <div data-block="0" data-type="markdown"><p>Bread and <b>butter</b></p></div>
  <div data-block="1" data-type="table"><table>
    <thead><tr aria-rowindex="1"><th aria-colindex="1">Name</th><th aria-colindex="2"><button>Price</button></th></tr></thead>
    <tbody><tr aria-rowindex="4"><td aria-colindex="1">Rye</td><td aria-colindex="2" id="cell">3 €</td></tr></tbody>
  </table></div>
  <div data-block="2" data-type="columns">
    <div data-block="2" data-inner="columns[0].blocks[1]" data-type="markdown"><h3>Oats</h3></div>
  </div>
  <div data-slot="component" id="component"></div>
</section>
<section><div data-block="0" id="guest"><p>Elsewhere</p></div></section>`;

const show = (): void => {
  document.body.innerHTML = SURFACE;
};
const point = (at: Element | null) => {
  const target = at && targetAt(at);
  return target && pointOf(target, "Costs");
};

it("a target is described by block, position and text", () => {
  show();
  const surface = { messageId: "m1", toolCallId: "c1", title: "Costs" };
  expect(point(document.querySelector("b"))).toMatchObject({
    ...surface,
    block: 0,
    type: "markdown",
    tag: "p",
  });
  const cell = point(document.querySelector("#cell"));
  expect(cell).toMatchObject({ ...surface, block: 1, type: "table", row: 3, column: "Price" });
  expect(cell?.tag).toBeUndefined();
  expect(point(document.querySelectorAll("th")[1] ?? null)).toMatchObject({ column: "Price", text: "Price" });
  expect(point(document.querySelectorAll("th")[1] ?? null)?.row).toBeUndefined();
  expect(point(document.querySelector("th button"))).toMatchObject({ column: "Price" });
  expect(point(document.querySelector("h3"))).toMatchObject({
    ...surface,
    block: 2,
    inner: "columns[0].blocks[1]",
    type: "markdown",
    tag: "h3",
  });
  expect(point(document.querySelector("[data-type=columns]"))).toEqual({
    ...{ ...surface, block: 2, type: "columns" },
    text: "Oats",
  });
  expect(point(document.querySelector("#component"))).toEqual({ ...surface, text: "" });
});

it("surfaces of other conversations and content outside surfaces are no targets", () => {
  show();
  expect(targetAt(document.querySelector("#guest p") as Element)).toBeUndefined();
  expect(targetAt(document.body)).toBeUndefined();
});

it("targetsIn lists all targets in document order, or only whole blocks", () => {
  show();
  const names = (targets: Target[]) => targets.map(({ element }) => element.localName);
  expect(names(targetsIn(document, true))).toEqual(["div", "div", "div", "div", "div"]);
  expect(names(targetsIn(document))).toEqual([
    ...["div", "p", "div", "th", "th", "td", "td"],
    ...["div", "div", "h3", "div"],
  ]);
});

it("sourceLine finds the line of text that occurs once in the source", () => {
  const code =
    'export default () => (\n  <main className="p-4">\n    <b>Send it</b>\n    <i>Twice</i><i>Twice</i>\n  </main>\n);';
  expect(sourceLine(code, { text: "Send it", names: [] })).toBe(3);
  expect(sourceLine(code, { text: "Send it Twice", names: ["p-4"] })).toBe(2);
  expect(sourceLine(code, { text: "Twice", names: [] })).toBeUndefined();
  expect(sourceLine(code, { text: "", names: ["<"] })).toBeUndefined();
});
