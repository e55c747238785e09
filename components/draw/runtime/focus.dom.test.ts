import { afterAll, expect, it, vi } from "vitest";

const sent: unknown[] = [];
vi.mock("./port", () => ({ send: (message: unknown) => void sent.push(message) }));

const places = [HTMLElement.prototype, SVGElement.prototype, globalThis];
const before = places.map(({ focus }) => focus);
afterAll(() => {
  for (const [at, place] of places.entries()) Object.assign(place, { focus: before[at] });
  vi.unstubAllGlobals();
});

it("focus() is ignored while the user types elsewhere, and reported to the page", async () => {
  vi.stubGlobal("MathMLElement", class extends HTMLElement {});
  const { holdFocus, watchFocus } = await import("./focus");
  watchFocus();
  const field = document.body.appendChild(document.createElement("input"));
  holdFocus(true);
  for (let tries = 0; tries < 5; tries++) field.focus();
  expect(document.activeElement).not.toBe(field);
  expect(sent).toEqual([{ type: "grab" }]);
  holdFocus(false);
  field.focus();
  expect(document.activeElement).toBe(field);
  expect(sent).toHaveLength(1);
});
