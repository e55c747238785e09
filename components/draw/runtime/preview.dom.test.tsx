import { type ReactNode, useLayoutEffect, useState } from "react";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import type { ToPage } from "@/lib/shared/frame/protocol";

const sent: ToPage[] = [];
const written: Record<string, () => ReactNode> = {};
vi.mock("./port", () => ({
  send: (message: ToPage) => message.type !== "height" && sent.push(message),
  sendLarge: () => {},
}));
vi.mock("./mount", () => ({
  load: async (js: string) => written[js],
  addStyles: (css: string) => {
    const style = document.createElement("style");
    style.textContent = css;
    return document.head.appendChild(style);
  },
}));
// This environment has no layout, so pretend that elements with text have a height.
const { scrollHeight } = Object.getOwnPropertyDescriptors(Element.prototype);
Object.defineProperty(Element.prototype, "scrollHeight", {
  configurable: true,
  get(this: Element) {
    return this.textContent ? 10 : 0;
  },
});
afterAll(() => {
  vi.unstubAllGlobals();
  if (scrollHeight) Object.defineProperty(Element.prototype, "scrollHeight", scrollHeight);
  document.body.replaceChildren();
});

let previewed: typeof import("./preview").preview;
let life: string[];
beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  sent.length = 0;
  life = [];
  document.body.replaceChildren();
  vi.resetModules();
  ({ preview: previewed } = await import("./preview"));
});

const shown = () => document.querySelector("#root")?.textContent;
const see = (js: string) => previewed({ js, css: `/* ${js} */`, props: {} });

function version(name: string, first = name) {
  written[name] = function Plan() {
    const [initial] = useState(first);
    useLayoutEffect(() => {
      life.push(`${name} comes`);
      return () => void life.push(`${name} goes`);
    }, []);
    return (
      <p>
        {name} since {initial}
      </p>
    );
  };
}

it("the first version is shown as it was tried, and its state stays in the next version", async () => {
  version("one");
  version("two");
  await see("one");
  expect(shown()).toBe("one since one");
  expect(life).toEqual(["one comes"]);
  expect(document.querySelector("#root > div")?.getAttribute("style")).toBeFalsy();
  await see("two");
  await vi.waitFor(() => expect(shown()).toBe("two since one"));
  expect(sent).toEqual([
    { type: "previewed", isShown: true },
    { type: "previewed", isShown: true },
  ]);
  const styles = [...document.head.querySelectorAll("style")].map(({ textContent }) => textContent);
  expect(styles).toContain("/* two */");
  expect(styles).not.toContain("/* one */");
});

it("a version that throws or draws nothing is discarded", async () => {
  written.empty = () => null;
  written.broken = () => {
    throw new Error("It is half written.");
  };
  version("whole");
  for (const name of ["empty", "broken"]) await see(name);
  expect(document.querySelector("#root")?.childElementCount).toBe(0);
  await see("whole");
  for (const name of ["empty", "broken"]) await see(name);
  expect(shown()).toBe("whole since whole");
  expect(sent.map((message) => message.type === "previewed" && message.isShown)).toEqual([
    ...[false, false, true],
    ...[false, false],
  ]);
  expect(life).toEqual(["whole comes"]);
});

it("a version is rendered from scratch if its hooks differ from those of the previous version", async () => {
  version("one");
  written.other = function Plan() {
    return <p>without hooks</p>;
  };
  await see("one");
  await see("other");
  await vi.waitFor(() => expect(shown()).toBe("without hooks"));
});
