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

describe("address while the user controls the browser", () => {
  it("shows the URL of the page", () => {
    const { goTo } = draw("https://example.com/");
    goTo("https://example.com/next");
    expect(field().value).toBe("https://example.com/next");
  });

  it("keeps text that the user typed when the page navigates by itself", () => {
    const { goTo } = draw("https://example.com/");
    type("other.exam");
    goTo("https://example.com/next");
    expect(field().value).toBe("other.exam");
  });

  it("navigates to the typed URL, and then shows the URL of the loaded page", () => {
    const { send, goTo } = draw("https://example.com/");
    type("other.example");
    enter();
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "navigate", url: "https://other.example/" });
    expect(field().value).toBe("other.example");
    goTo("https://other.example/welcome");
    expect(field().value).toBe("https://other.example/welcome");
  });

  it("reloads the page if the user submits it unchanged", () => {
    const { send } = draw("https://example.com/");
    enter();
    expect(send).toHaveBeenCalledExactlyOnceWith({ type: "navigate", url: "https://example.com/" });
  });

  it("marks an invalid URL until it is edited", () => {
    const { send } = draw("https://example.com/");
    type("not an address");
    enter();
    expect(screen.getByRole("alert").textContent).toContain("Type an address like example.com.");
    expect(field().getAttribute("aria-invalid")).toBe("true");
    expect(send).not.toHaveBeenCalled();
    type("other.example");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("resets on Escape without triggering another Escape shortcut", () => {
    draw("https://example.com/");
    type("other.example");
    expect(fireEvent.keyDown(field(), { key: "Escape" })).toBe(false);
    expect(field().value).toBe("https://example.com/");
    expect(fireEvent.keyDown(field(), { key: "Escape" })).toBe(true);
  });

  it("is empty if no page is open", () => {
    draw("about:blank");
    expect(field().value).toBe("");
  });
});

describe("address while the agent controls the browser", () => {
  it("shows the URL and its encryption without navigation", () => {
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
