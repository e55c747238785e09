import { fireEvent, screen } from "@testing-library/react";
import { useEffect } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { Spinner } from "@/components/ui/spinner";
import { byHand, loadRuntime } from "./testing/load-runtime";

// The runtime removes globals, so the file runs in a separate process.
vi.resetModules();
const page = await loadRuntime();
const atFirst = [...page.sent];

beforeEach(() => {
  page.sent.length = 0;
});

describe("connection to the page", () => {
  it("uses the port that the page sends with the nonce, and no other", () => {
    expect(page.hellos).toEqual([[{ easel: "hello", nonce: "nonce" }, "*"]]);
    expect(atFirst).toEqual([{ type: "ready" }]);
    page.tell({ type: "ping", id: 7 });
    expect(page.sent).toEqual([{ type: "pong", id: 7 }]);
    expect(page.strangers).toEqual([]);
  });

  it("ignores messages outside the protocol", () => {
    page.tell({ type: "ping", id: -1 });
    page.tell({ type: "ping", id: 7, more: true } as never);
    expect(page.sent).toEqual([]);
  });
});

describe("environment of a component", () => {
  it("has the page's theme and tokens, and removes tokens that the page no longer sends", () => {
    const { style, dataset, classList } = document.documentElement;
    page.tell({ type: "look", look: { theme: "dark", tokens: { "--bar": "44px", "--ink-3": "#888" } } });
    expect([dataset.theme, classList.contains("dark"), style.getPropertyValue("--bar")]).toEqual([
      "dark",
      true,
      "44px",
    ]);
    page.tell({ type: "look", look: { theme: "light", tokens: { "--ink-3": "#777" } } });
    expect([dataset.theme, classList.contains("dark")]).toEqual(["light", false]);
    expect(["--bar", "--ink-3"].map((name) => style.getPropertyValue(name))).toEqual(["", "#777"]);
  });
});

describe("component in a frame", () => {
  it("renders with props and styles, reports painting once, and receives new props", async () => {
    const Days = ({ days }: { days: number }) => <p>{days} days</p>;
    page.mount(Days, { days: 3 }, { css: "p { min-height: 100vh }" });
    await screen.findByText("3 days");
    // Viewport heights are replaced, because the frame is as high as its content.
    expect([...document.querySelectorAll("style")].at(-1)?.textContent).toBe("p { min-height: 640px }");
    page.tell({ type: "props", props: { days: 4 } });
    await screen.findByText("4 days");
    expect(page.of("painted")).toHaveLength(1);
    expect(page.of("failed")).toEqual([]);
  });

  it("reports a failure instead of painting if it exports nothing or throws", async () => {
    page.mount({ title: "Days" });
    await vi.waitFor(() => expect(page.of("failed")).toHaveLength(1));
    expect(page.of("failed")[0]?.failure).toMatchObject({
      phase: "load",
      message: "The default export is not a component. Export a function that returns JSX.",
    });
    page.mount(() => {
      throw new Error("days is undefined");
    });
    await vi.waitFor(() => expect(page.of("failed")).toHaveLength(2));
    expect(page.of("failed")[1]?.failure).toMatchObject({ phase: "draw", message: "days is undefined" });
    expect(page.of("painted")).toEqual([]);
  });

  it("cannot navigate by links or forms, even after its own handlers ran", async () => {
    const onSubmit = vi.fn();
    page.mount(() => (
      <form aria-label="Order" onSubmit={(event) => onSubmit(event.isDefaultPrevented())}>
        <a href="https://example.com">
          <b>Away</b>
        </a>
        <a href="#below">Below</a>
      </form>
    ));
    const away = await screen.findByText("Away");
    expect(fireEvent.click(away)).toBe(false);
    expect(fireEvent.click(screen.getByText("Below"))).toBe(true);
    expect(fireEvent.submit(screen.getByRole("form"))).toBe(false);
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith(false);
  });

  it("does not get the focus while the user types elsewhere, until the user presses in the frame", async () => {
    page.hand.isActive = true;
    page.mount(function Field() {
      useEffect(() => document.querySelector("input")?.focus());
      return <input aria-label="Name" />;
    });
    const field = await screen.findByLabelText("Name");
    await vi.waitFor(() => expect(document.activeElement).toBe(field));
    field.blur();
    page.tell({ type: "held", isHeld: true });
    field.focus();
    expect(document.activeElement).not.toBe(field);
    expect(page.of("grab")).toHaveLength(1);
    byHand(new PointerEvent("pointerdown", { bubbles: true }), field);
    expect(page.of("press")).toHaveLength(1);
    field.focus();
    expect(document.activeElement).toBe(field);
  });
});

describe("messages to the page", () => {
  it("report an Escape that the component did not handle", () => {
    const field = document.body.appendChild(document.createElement("input"));
    const press = (init: KeyboardEventInit = {}) =>
      field.dispatchEvent(
        new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true, ...init }),
      );
    press({ key: "a" });
    press({ isComposing: true });
    field.addEventListener("keydown", (event) => event.preventDefault(), { once: true });
    press();
    expect(page.of("escape")).toEqual([]);
    press();
    expect(page.of("escape")).toHaveLength(1);
  });

  it("report each press of the user or a screen reader once, and no press of a script", () => {
    const press = (type: string) => byHand(new MouseEvent(type, { bubbles: true }));
    document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
    expect(page.of("press")).toEqual([]);
    page.hand.isActive = true;
    press("pointerdown");
    press("mousedown");
    expect(page.of("press")).toHaveLength(1);
    press("mousedown");
    expect(page.of("press")).toHaveLength(2);
    // A touch that became a scroll is reported; a press without user activation is not.
    press("pointerdown");
    press("pointercancel");
    page.hand.isActive = false;
    press("mousedown");
    expect(page.of("press")).toHaveLength(3);
  });

  it("report a blocked image of another server once, and the image shows a placeholder", async () => {
    const report = (blockedURI: string, effectiveDirective = "img-src") =>
      document.dispatchEvent(
        Object.assign(new Event("securitypolicyviolation"), { blockedURI, effectiveDirective }),
      );
    report("https://example.com/a.png");
    report("https://example.com/a.png");
    report("https://example.com/run.js", "script-src");
    report("inline");
    expect(page.of("absent")).toEqual([{ type: "absent", url: "https://example.com/a.png" }]);

    const [lost, replaced] = ["a", "b"].map((name) => {
      const image = document.body.appendChild(document.createElement("img"));
      image.src = `https://example.com/${name}.png`;
      image.dispatchEvent(new Event("error"));
      return image;
    });
    if (replaced) replaced.src = "data:,mine";
    await vi.waitFor(() => expect(lost?.src).toMatch(/^data:image\/svg/));
    expect(lost?.title).toBe("This image is on the network, which a component cannot access.");
    expect(replaced?.src).toBe("data:,mine");
  });

  it("report uncaught errors of any kind, up to a limit", () => {
    const throws = (error: unknown, message = "") =>
      dispatchEvent(Object.assign(new Event("error"), { error, message }));
    throws(undefined, "ResizeObserver loop completed with undelivered notifications.");
    expect(page.of("failed")).toEqual([]);
    throws(new RangeError("Too far"));
    throws({
      toString() {
        throw new Error("No");
      },
    });
    dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: "x".repeat(9_000) }));
    expect(
      page
        .of("failed")
        .map(({ failure }) => [failure.phase, failure.message.slice(0, 40), failure.message.length]),
    ).toEqual([
      ["event", "Too far", 7],
      ["event", "The component threw a value that cannot ", 48],
      ["event", "x".repeat(40), 4_000],
    ]);
    for (let times = 0; times < 50; times++) throws("Again");
    expect(page.of("failed").length).toBeLessThanOrEqual(20);
  });
});

it("texts of primitives are in the page's language", async () => {
  page.tell({ type: "look", look: { theme: "light", tokens: {}, lang: "de" } });
  page.mount(Spinner, {});
  await screen.findByRole("status", { name: "Lädt" });
});
