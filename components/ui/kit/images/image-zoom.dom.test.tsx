import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { ZoomableImage } from "./zoomable-image";
// Preload lazy modules, so that tests do not wait for them.
import "./image-zoom";

/** The test DOM has no layout. Every element measures 400 × 300 pixels, so the image fits its box. */
beforeEach(() => {
  for (const [name, pixels] of [
    ["Width", 400],
    ["Height", 300],
  ] as const)
    for (const of of ["offset", "client"] as const)
      vi.spyOn(HTMLElement.prototype, `${of}${name}`, "get").mockReturnValue(pixels);
  vi.spyOn(Element.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 400, 300));
  HTMLElement.prototype.setPointerCapture = () => {};
  return () => vi.restoreAllMocks();
});

async function open(alt = "A map") {
  render(<ZoomableImage url="/api/files/a" alt={alt} />);
  fireEvent.click(screen.getByRole("button", { name: alt ? `Enlarge: ${alt}` : "Enlarge image" }));
  return await screen.findByRole("dialog");
}
const image = () => screen.getByRole("dialog").querySelector("img") as HTMLImageElement;
const box = () => image().parentElement as HTMLElement;
const percent = () => screen.getByRole("button", { name: /fit \(0\)/ }).textContent;
const button = (name: RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const view = () =>
  image()
    .style.transform.match(/-?[\d.]+/g)
    ?.map((text) => Math.round(Number(text) * 100) / 100);
const strike = (key: string, more: object = {}) =>
  fireEvent.keyDown(screen.getByRole("dialog"), { key, ...more });
const finger = (kind: "Down" | "Move" | "Up", pointerId: number, clientX: number, clientY = 150) =>
  fireEvent[`pointer${kind}`](box(), { pointerId, clientX, clientY });

describe("the enlarged image", () => {
  it("is labelled with the alternative text, or with a default", async () => {
    expect((await open("A map")).getAttribute("aria-labelledby")).not.toBeNull();
    screen.getByRole("dialog", { name: "A map" });
    fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    await open("");
    screen.getByRole("dialog", { name: "Picture" });
  });

  it("zooms with its buttons, from 100% to 800%", async () => {
    await open();
    expect(button(/^Smaller/).disabled).toBe(true);
    fireEvent.click(button(/^Larger/));
    expect(percent()).toBe("140%");
    for (let press = 0; press < 6; press++) fireEvent.click(button(/^Larger/));
    expect(percent()).toBe("800%");
    expect(button(/^Larger/).disabled).toBe(true);
    fireEvent.click(button(/fit \(0\)/));
    expect(view()).toEqual([0, 0, 1]);
  });

  it("zooms with keys, and ignores shortcuts of the browser", async () => {
    await open();
    strike("+");
    expect(percent()).toBe("140%");
    strike("-");
    expect(percent()).toBe("100%");
    strike("+", { ctrlKey: true });
    strike("q");
    expect(percent()).toBe("100%");
    strike("=");
    strike("0");
    expect(percent()).toBe("100%");
  });

  it("pans with the arrow keys, up to its edges", async () => {
    await open();
    strike("ArrowLeft");
    expect(view()).toEqual([0, 0, 1]);
    strike("+");
    strike("ArrowLeft");
    strike("ArrowDown");
    expect(view()).toEqual([60, -60, 1.4]);
    for (let press = 0; press < 3; press++) strike("ArrowLeft");
    expect(view()).toEqual([80, -60, 1.4]);
  });

  it("pans with a finger until it is lifted", async () => {
    await open();
    strike("+");
    finger("Down", 1, 200);
    finger("Move", 1, 230, 170);
    expect(view()).toEqual([30, 20, 1.4]);
    finger("Up", 1, 230);
    finger("Move", 1, 300);
    expect(view()).toEqual([30, 20, 1.4]);
  });

  it("zooms with two fingers, around their centre", async () => {
    await open();
    finger("Down", 1, 150);
    finger("Down", 2, 250);
    finger("Move", 2, 350);
    expect(percent()).toBe("200%");
    expect(view()).toEqual([-50, 0, 2]);
  });

  it("zooms with the wheel without scrolling the page, and on double click", async () => {
    await open();
    const at = { clientX: 200, clientY: 150 };
    const wheel = new WheelEvent("wheel", { ...at, deltaY: -100, bubbles: true, cancelable: true });
    fireEvent(box(), wheel);
    expect(wheel.defaultPrevented).toBe(true);
    expect(percent()).toBe("140%");
    fireEvent.doubleClick(box(), at);
    expect(percent()).toBe("100%");
    fireEvent.doubleClick(box(), at);
    expect(percent()).toBe("250%");
  });
});
