import { fireEvent, render, screen } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { BrowserEventSent } from "@/lib/shared/browser/bodies";
import { AddressBar } from "./address-bar";

function draw(url: string, isHeld = true) {
  const send = vi.fn<(event: BrowserEventSent) => void>();
  const bar = (url: string) => <AddressBar url={url} isHeld={isHeld} send={send} />;
  const { rerender } = render(bar(url));
  return { send, goTo: (url: string) => rerender(bar(url)) };
}

const field = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Address" });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const enter = () => fireEvent.submit(field());

describe("the address, while the person has the browser", () => {
  it("follows the page", () => {
    const { goTo } = draw("https://example.com/");
    goTo("https://example.com/next");
    expect(field().value).toBe("https://example.com/next");
  });

  it("takes nothing from what is being typed when the page goes elsewhere by itself", () => {
    const { goTo } = draw("https://example.com/");
    type("other.exam");
    goTo("https://example.com/next");
    expect(field().value).toBe("other.exam");
  });

  it("leads to what is typed, and gives way to where that led", () => {
    const { send, goTo } = draw("https://example.com/");
    type("other.example");
    enter();
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "navigate", url: "https://other.example/" });
    expect(field().value).toBe("other.example");
    goTo("https://other.example/welcome");
    expect(field().value).toBe("https://other.example/welcome");
  });

  it("loads the page again where nothing was typed", () => {
    const { send } = draw("https://example.com/");
    enter();
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "navigate", url: "https://example.com/" });
  });

  it("says that something is none, until it is changed", () => {
    const { send } = draw("https://example.com/");
    type("not an address");
    enter();
    expect(screen.getByRole("alert").textContent).toContain("That is no address.");
    expect(field().getAttribute("aria-invalid")).toBe("true");
    expect(send).not.toHaveBeenCalled();
    type("other.example");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("comes back with Escape, which means nothing else then", () => {
    draw("https://example.com/");
    type("other.example");
    expect(fireEvent.keyDown(field(), { key: "Escape" })).toBe(false);
    expect(field().value).toBe("https://example.com/");
    expect(fireEvent.keyDown(field(), { key: "Escape" })).toBe(true);
  });

  it("is empty where no page is open", () => {
    draw("about:blank");
    expect(field().value).toBe("");
  });
});

describe("the address, while the agent has the browser", () => {
  it("says where it is and whether that is encrypted, with no way elsewhere", () => {
    draw("http://example.com/shelf", false);
    screen.getByRole("img", { name: "Not encrypted" });
    screen.getByText("example.com");
    expect(screen.queryByRole("textbox")).toBeNull();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("says that no page is open", () => {
    draw("about:blank", false);
    screen.getByText("No page is open");
  });
});
