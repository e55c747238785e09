import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { aSurface, NOW } from "@/components/client/testing/samples";
import { type Desk, DeskContext, EMPTY_DESK } from "@/components/workspace/chat/desk";
import type { BrowserState } from "@/lib/shared/browser/contract";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { BrowserView } from "./browser-view";

class FakeSource extends EventTarget {
  static readonly CLOSED = 2;
  static last: FakeSource | undefined;
  readyState = 1;
  onerror: (() => void) | null = null;

  constructor() {
    super();
    FakeSource.last = this;
  }

  close(): void {
    this.readyState = FakeSource.CLOSED;
  }
}

const say = (name: "state" | "frame" | "closed", data: unknown) =>
  act(() => {
    FakeSource.last?.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  });
const lose = () => act(() => FakeSource.last?.onerror?.());

const AGENTS: BrowserState = {
  ...{ holder: "agent", since: NOW, url: "https://bread.example/", title: "Bread", isLoading: false },
  ...{ viewport: { width: 1280, height: 800 }, target: null, dialog: null, calling: null },
  tabs: [{ id: "t", title: "Bread", url: "https://bread.example/", isCurrent: true }],
};
const MINE: BrowserState = { ...AGENTS, holder: "person" };
const SURFACE = aSurface({
  kind: "browser",
  state: "read",
  browser: { isBusy: false, calls: 1, usedBy: "m", isNewest: true },
});

function draw(
  browser: BrowserState | null = AGENTS,
  { state = "read", desk = {} }: { state?: Surface["state"]; desk?: Partial<Desk> } = {},
) {
  const asked: unknown[] = [];
  const events: unknown[] = [];
  const server = new FakeServer()
    .on("POST /api/browser/c/control", ({ body }) => {
      asked.push(body);
      const { action } = body as { action: string };
      return { browser: action === "close" ? null : action === "take" ? MINE : AGENTS };
    })
    .on("POST /api/browser/c/input", ({ body }) => {
      events.push(...(body as { events: unknown[] }).events);
      return {};
    })
    .on("POST /api/browser/c/seen", () => ({}));
  drawPage(
    <DeskContext value={{ ...EMPTY_DESK, conversationId: "c", ...desk }}>
      <section tabIndex={-1} aria-label="Sheet">
        <BrowserView surface={{ ...SURFACE, state }} />
      </section>
    </DeskContext>,
    { server },
  );
  if (browser) say("state", browser);
  return { server, asked, events };
}
const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const keys = () => screen.queryByRole("textbox", { name: /^Keyboard input/ });
const status = () => screen.getByRole("status").textContent;

beforeEach(() => {
  FakeSource.last = undefined;
  vi.stubGlobal("EventSource", FakeSource);
  vi.stubGlobal(
    "IntersectionObserver",
    class {
      readonly #seen: (entries: object[]) => void;
      constructor(seen: (entries: object[]) => void) {
        this.#seen = seen;
      }
      observe() {
        this.#seen([{ isIntersecting: true, intersectionRatio: 1 }]);
      }
      disconnect() {}
    },
  );
  vi.stubGlobal("matchMedia", () => Object.assign(new EventTarget(), { matches: true }));
  vi.stubGlobal("createImageBitmap", async () => ({ width: 4, height: 3, close() {} }));
});

describe("browser while the agent controls it", () => {
  it("names the agent, and explains on a click that the user must take over first", () => {
    draw();
    expect(status()).toBe("The agent controls it");
    expect(keys()).toBeNull();
    const page = screen.getByRole("img", { name: "Browser view: Bread" });
    fireEvent.click(page);
    screen.getByText(/^Take over first/);
  });

  it("shows what watching allows only while the image is visible", async () => {
    const { server } = draw();
    expect(screen.queryByText(/^While you watch/)).toBeNull();
    say("frame", { n: 1, jpeg: btoa("page"), width: 4, height: 3 });
    await screen.findByText(/^While you watch/);
    await waitFor(() => expect(server.count("POST /api/browser/c/seen")).toBe(1));
    say("closed", { reason: null });
    expect(screen.queryByText(/^While you watch/)).toBeNull();
  });

  it("gives the keyboard focus to the page after taking over", async () => {
    const { asked } = draw();
    press("Take over");
    await waitFor(() => expect(status()).toBe("You control it"));
    expect(asked).toEqual([{ action: "take" }]);
    await waitFor(() => expect(document.activeElement).toBe(keys()));
    screen.getByText(/Escape twice returns here/);
  });

  it("stays with the agent when the server refuses to hand it over, shows the error, and can be taken over on retry", async () => {
    const { server } = draw();
    const taking = gate<Response>();
    server.on("POST /api/browser/c/control", () => taking.wait);
    press("Take over");
    expect(button("Take over")).toHaveProperty("disabled", true);
    press("Take over");
    taking.open(refusal(409, "A page is just being loaded."));
    expect((await screen.findByRole("alert")).textContent).toBe("A page is just being loaded.");
    expect(keys()).toBeNull();
    server.lose("POST /api/browser/c/control");
    press("Take over");
    await waitFor(() => expect(screen.getByRole("alert").textContent).toMatch(/^Easel cannot be reached/));
    expect(server.count("POST /api/browser/c/control")).toBe(2);
  });
});

describe("browser while the user controls it", () => {
  it("is handed back to the agent with the user's message, which stays in the field if the server refuses", async () => {
    const { server, asked } = draw(MINE);
    server.on("POST /api/browser/c/control", () => refusal(500, "It did not work."));
    press("Hand back");
    const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Tell the agent…" });
    fireEvent.change(field, { target: { value: "  I have signed in. " } });
    fireEvent.submit(field);
    await screen.findByText("It did not work.");
    expect(field.value).toBe("  I have signed in. ");
    server.on("POST /api/browser/c/control", ({ body }) => {
      asked.push(body);
      return { browser: AGENTS };
    });
    fireEvent.submit(field);
    await waitFor(() => expect(status()).toBe("The agent controls it"));
    expect(asked).toEqual([{ action: "return", text: "I have signed in." }]);
    expect(screen.queryByText("It did not work.")).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(button("Take over")));
  });

  it("is handed back without a message if the field is empty, once pending input is sent", async () => {
    const { server, asked } = draw(MINE);
    const typing = gate<object>();
    server.on("POST /api/browser/c/input", () => typing.wait);
    press("Load again");
    press("Hand back");
    fireEvent.submit(await screen.findByRole("textbox", { name: "Tell the agent…" }));
    await waitFor(() => expect(server.count("POST /api/browser/c/input")).toBe(1));
    expect(asked).toEqual([]);
    typing.open({});
    await waitFor(() => expect(asked).toEqual([{ action: "return" }]));
  });

  it("says that the agent is waiting", () => {
    draw(MINE, { state: "waiting" });
    expect(status()).toBe("The agent waits: hand it back");
  });

  it("shows an error for input that was not delivered, until later input is delivered", async () => {
    const { server, events } = draw(MINE);
    server.on("POST /api/browser/c/input", () => refusal(409, "The page is gone."));
    press("Load again");
    expect((await screen.findByRole("alert")).textContent).toBe("The page is gone.");
    server.on("POST /api/browser/c/input", ({ body }) => {
      events.push(body);
      return {};
    });
    press("Back");
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    expect(events).toEqual([{ events: [{ type: "back" }] }]);
  });

  it("shows a dialog of the page, and then returns the focus to the page", async () => {
    const { events } = draw({ ...MINE, dialog: { id: "d", kind: "confirm", message: "Leave?", value: "" } });
    const dialog = screen.getByRole("alertdialog", { description: "Leave?" });
    fireEvent.click(within(dialog).getByRole("button", { name: "OK" }));
    await waitFor(() => expect(events).toEqual([{ type: "dialog", id: "d", accept: true }]));
    say("state", MINE);
    await waitFor(() => expect(document.activeElement).toBe(keys()));
  });

  it("focuses the button to hand back when the user presses Escape twice", () => {
    draw(MINE);
    const field = keys() as HTMLElement;
    field.focus();
    for (let at = 0; at < 2; at++) fireEvent.keyDown(field, { key: "Escape", code: "Escape" });
    expect(document.activeElement).toBe(button("Hand back"));
  });

  it("closes only after a confirmation", async () => {
    const { asked } = draw(MINE);
    press("Close");
    await screen.findByText(/signs out everywhere/);
    expect(asked).toEqual([]);
    press("Close the browser");
    await waitFor(() => expect(asked).toEqual([{ action: "close" }]));
    await waitFor(() => expect(screen.queryByRole("button", { name: "Close" })).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("region", { name: "Sheet" })));
  });
});

describe("unavailable browser", () => {
  it("shows that it is connecting, and later that the connection was lost", () => {
    draw(null);
    expect(status()).toBe("Connecting");
    say("state", AGENTS);
    lose();
    expect(status()).toBe("Reconnecting");
    say("state", MINE);
    expect(status()).toBe("You control it");
  });

  it("shows why it was closed and the last screenshot, without controls", () => {
    draw(null, { desk: { shot: { url: "data:image/png;base64,AAAA" } as Desk["shot"] } });
    say("closed", { reason: "It was idle for an hour." });
    expect(status()).toBe("It was idle for an hour.");
    screen.getByText("Last image");
    screen.getByRole("img", { name: "Last screenshot" });
    screen.getByText(/^Ask the agent to open a page/);
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("says that there is no screenshot, and that the agent would open a new browser", () => {
    draw(null, { state: "waiting" });
    say("closed", { reason: null });
    screen.getByText("No screenshot");
    screen.getByText(/^The agent asks for a new browser/);
  });

  it("offers to reconnect if no image arrives for a long time", () => {
    vi.useFakeTimers();
    draw(null);
    const first = FakeSource.last;
    act(() => vi.advanceTimersByTime(9_000));
    expect(screen.queryByRole("button", { name: "Connect again" })).toBeNull();
    act(() => vi.advanceTimersByTime(1_500));
    press("Connect again");
    expect(first?.readyState).toBe(FakeSource.CLOSED);
    expect(FakeSource.last).not.toBe(first);
  });
});
