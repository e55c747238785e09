import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answerWith, FakeServer, refusal } from "@/components/client/testing/fake-server";
import { ComponentFrame } from "./component-frame";
import type { Frame } from "./frame";
import { NOT_LOADED } from "./open-element";
import { framePool } from "./pool";

const taken: Frame[] = [];

beforeEach(() => {
  taken.length = 0;
  vi.stubGlobal("fetch", () => new Promise(() => {}));
  const pool = framePool();
  const take = pool.take.bind(pool);
  vi.spyOn(pool, "take").mockImplementation((key, slot) => {
    const found = take(key, slot);
    taken.push(found.frame);
    return found;
  });
  Object.assign(Element.prototype, {
    moveBefore(this: Element, node: Node, before: Node | null) {
      this.insertBefore(node, before);
    },
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(Element.prototype, "moveBefore");
});

const drawn = (bundle: string, id = "sheet") => (
  <ComponentFrame id={id} bundle={bundle} title="Days" props={{}} />
);
const baseProps = { id: "one", bundle: { js: "", css: "", map: "" }, title: "Days", props: {} };
const inPlace = () =>
  [
    ...document.querySelectorAll<HTMLIFrameElement>(
      "[data-slot=component] > iframe, [data-slot=former] > iframe",
    ),
  ].map(
    (element) =>
      `${taken.findIndex((frame) => frame.element === element)}${element.closest("[inert]") ? " to be seen" : ""}`,
  );
const paint = (at: number) =>
  act(() => {
    const frame = taken[at] as Frame;
    frame.painted = true;
    frame.handlers?.onPainted();
  });
const stop = (at: number) => act(() => taken[at]?.stop("It hangs."));

it("the previous version stays visible until the next is painted, and an old one keeps its state", () => {
  const { rerender, unmount } = render(drawn("one"));
  expect(inPlace()).toEqual(["0"]);
  rerender(drawn("two"));
  expect(inPlace()).toEqual(["1"]);
  paint(1);
  rerender(drawn("three"));
  expect(inPlace()).toEqual(["2", "1 to be seen"]);
  paint(2);
  expect(inPlace()).toEqual(["2"]);
  rerender(drawn("two"));
  expect(taken[3]).toBe(taken[1]);
  expect(inPlace()).toEqual(["1"]);
  rerender(drawn("four"));
  rerender(drawn("five"));
  expect(inPlace()).toEqual(["5"]);
  paint(5);
  rerender(drawn("six"));
  stop(6);
  expect(inPlace()).toEqual([]);
  unmount();
});

it("no previous version is shown for another surface or after unmount", () => {
  const { rerender, unmount } = render(drawn("one"));
  paint(0);
  rerender(drawn("two", "another"));
  expect(inPlace()).toEqual(["1"]);
  paint(1);
  rerender(drawn("three", "another"));
  const frames = taken.map(({ element }) => element);
  unmount();
  expect(frames.map(({ isConnected }) => isConnected)).toEqual([true, true, false]);
});

describe("failure of a component", () => {
  const failure = { message: "days is undefined", stack: "" };
  const fail = (at: number, phase: "draw" | "event") =>
    act(() => taken[at]?.handlers?.onFailure({ phase, ...failure }));

  it("while rendering removes it, and offers to fix or restart it", async () => {
    const [onFix, onError] = [vi.fn(), vi.fn()];
    render(<ComponentFrame {...baseProps} onFix={onFix} onError={onError} />);
    paint(0);
    fail(0, "draw");
    expect((await screen.findByRole("alert")).textContent).toContain("Failed to render: days is undefined");
    expect(taken[0]?.isOpen).toBe(false);
    fireEvent.click(screen.getByRole("button", { name: "Let the agent fix it" }));
    const error = { phase: "draw", message: "days is undefined" };
    expect(onFix).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(error));
    expect(onError).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(error));
    fireEvent.click(screen.getByRole("button", { name: "Restart" }));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(inPlace()).toEqual(["1"]);
  });

  it("in an event handler keeps it, and can be dismissed", async () => {
    render(<ComponentFrame {...baseProps} />);
    paint(0);
    fail(0, "event");
    expect((await screen.findByRole("alert")).textContent).toContain("Something failed: days is undefined");
    expect(inPlace()).toEqual(["0"]);
    expect(screen.queryByRole("button", { name: "Restart" })).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("alert")).toBeNull();
    expect(inPlace()).toEqual(["0"]);
  });

  it("while loading shows the reason, and loads again on request", async () => {
    const server = new FakeServer().on("GET /api/bundles/gone", () =>
      refusal(404, "There is no such component."),
    );
    answerWith(server.fetch);
    render(<ComponentFrame {...baseProps} bundle="gone" />);
    await screen.findByText(/Failed to start: There is no such component\./);
    server.lose("GET /api/bundles/gone");
    fireEvent.click(screen.getByRole("button", { name: "Restart" }));
    await screen.findByText(/Failed to start: Easel cannot be reached\./);
    const loaded = { hash: "gone", js: "export default () => null", css: "p {}", map: "", runtime: "r" };
    server.on("GET /api/bundles/gone", () => loaded);
    fireEvent.click(screen.getByRole("button", { name: "Restart" }));
    const frame = taken[2];
    const mount = frame && vi.spyOn(frame, "mount");
    await vi.waitFor(() =>
      expect(mount).toHaveBeenCalledWith({ js: loaded.js, css: "p {}", props: {}, title: "Days" }),
    );
    expect(server.count("GET /api/bundles/gone")).toBe(3);
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("to load from a host of its own is shown only once the page's own host fails too", () => {
    vi.spyOn(framePool(), "loseNames").mockReturnValueOnce(true).mockReturnValue(false);
    render(<ComponentFrame {...baseProps} />);
    act(() => taken[0]?.stop(NOT_LOADED));
    expect(screen.queryByRole("alert")).toBeNull();
    act(() => taken[1]?.stop(NOT_LOADED));
    expect(screen.getByRole("alert").textContent).toContain("Stopped: Did not load.");
  });
});

describe("actions of a component", () => {
  const answer = (byHand: boolean) => taken[0]?.handlers?.onAction("save", { n: 1 }, byHand);

  it("show a notice instead of an error if no ask is open", async () => {
    render(<ComponentFrame {...baseProps} />);
    paint(0);
    await act(async () => answer(true));
    expect(screen.getByRole("status").textContent).toBe("No answer needed any more.");
    await expect(taken[0]?.handlers?.onSay("Hello", true)).rejects.toThrow("There is no conversation here.");
    fireEvent.click(screen.getByRole("button", { name: "Close" }));
    expect(screen.queryByRole("status")).toBeNull();
  });

  it("require consent unless they follow a gesture", async () => {
    const onAction = vi.fn();
    const warden = {
      readWeb: [],
      look: async () => ({ writes: "ask", says: "ask", answers: "ask" }) as const,
      allow: async () => {},
    };
    render(<ComponentFrame {...baseProps} onAction={onAction} warden={warden} />);
    paint(0);
    await act(async () => answer(true));
    expect(onAction).toHaveBeenCalledExactlyOnceWith("save", { n: 1 });
    void answer(false);
    await screen.findByRole("region", { name: /Allow answering for you/ });
    expect(onAction).toHaveBeenCalledOnce();
    await act(async () => taken[0]?.consent?.allow("answers"));
    expect(onAction).toHaveBeenCalledTimes(2);
  });

  it("move the focus from the frame to its container on Escape", () => {
    const onKeyDown = vi.fn(({ key }: { key: string }) => key);
    render(
      // biome-ignore lint/a11y/noStaticElementInteractions: represents the page, which listens to all keys
      <div onKeyDown={onKeyDown}>
        <ComponentFrame {...baseProps} />
      </div>,
    );
    paint(0);
    act(() => taken[0]?.handlers?.onEscape());
    expect(onKeyDown).not.toHaveBeenCalled();
    const slot = document.querySelector<HTMLElement>("[data-slot=component]");
    slot?.focus();
    act(() => taken[0]?.handlers?.onEscape());
    expect(onKeyDown).toHaveReturnedWith("Escape");
  });
});

it("a component frame shows after ten seconds what it waits for, until it is painted", () => {
  vi.useFakeTimers();
  render(<ComponentFrame {...baseProps} />);
  act(() => vi.advanceTimersByTime(9_000));
  expect(screen.queryByText(/Waiting for/)).toBeNull();
  act(() => vi.advanceTimersByTime(1_000));
  expect(screen.getByText("Loading “Days”.")).toBeTruthy();
  paint(0);
  expect(screen.queryByText(/Waiting for/)).toBeNull();
});
