import { afterEach, expect, it, vi } from "vitest";
import { rehearse } from "./rehearse";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

async function laidOut(): Promise<string[]> {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  const measuredTexts: string[] = [];
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockImplementation(function (this: Element) {
    measuredTexts.push(this.textContent ?? "");
    return new DOMRect();
  });
  await rehearse();
  return measuredTexts;
}

it("content is rendered in an empty frame and removed", async () => {
  expect(await laidOut()).toEqual([expect.stringContaining("Line 1")]);
  expect(document.body.childElementCount).toBe(0);
});

it("nothing is added beside a component that was mounted in the meantime", async () => {
  const component = document.body.appendChild(document.createElement("div"));
  expect(await laidOut()).toEqual([]);
  expect([...document.body.children]).toEqual([component]);
});
