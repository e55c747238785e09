import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ToFrame } from "@/lib/shared/frame/protocol";
import { byHand, loadRuntime } from "./testing/load-runtime";

// The runtime removes globals, so the file runs in a separate process.
vi.resetModules();
const page = await loadRuntime();
const { callTool, importModule, sendMessage, useAgentState, useFile, useRoom, useSheetState } = await import(
  "./easel"
);

beforeEach(() => {
  page.sent.length = 0;
  page.hand.isActive = false;
});

const press = () => {
  page.hand.isActive = true;
  byHand(new PointerEvent("pointerdown", { bubbles: true }));
};
const stored = (key: string, value: unknown, rest: { scope?: "sheet"; seen?: number } = {}) =>
  page.tell({ type: "state", key, value, seen: 0, ...rest });

function counter(key: string, use = useAgentState) {
  return function Counter() {
    const [count, setCount] = use(key, 10);
    return (
      <>
        <output>{`${key} ${count}`}</output>
        <button type="button" onClick={() => setCount((now) => now + 1)}>{`Add to ${key}`}</button>
        <button type="button" onClick={() => setCount(0)}>{`Clear ${key}`}</button>
      </>
    );
  };
}
const shown = (text: string) => screen.findByText(text);
const add = (key: string) => fireEvent.click(screen.getByRole("button", { name: `Add to ${key}` }));

describe("useAgentState", () => {
  it("delays the first paint until the value arrives, and falls back to the initial value", async () => {
    // React's development build logs an error when a suspended component renders without suspending.
    vi.spyOn(console, "error").mockImplementation(() => {});
    page.mount(counter("days"));
    await vi.waitFor(() => expect(page.of("watch")).toEqual([{ type: "watch", key: "days" }]));
    expect(page.of("painted")).toEqual([]);
    stored("days", 3);
    await shown("days 3");
    expect(page.of("painted")).toHaveLength(1);
    stored("days", null);
    await shown("days 10");
    add("days");
    await shown("days 11");
    await vi.waitFor(() => expect(page.of("set").at(-1)?.entries).toEqual([["days", 11]]));
  });

  it("ignores a value that the page sent before it received a newer write", async () => {
    page.mount(counter("tide"));
    await shown("tide 10");
    stored("tide", 1);
    await shown("tide 1");
    add("tide");
    await vi.waitFor(() => expect(page.of("set")).toHaveLength(1));
    stored("tide", 1, { seen: (page.of("set")[0]?.id ?? 0) - 1 });
    add("tide");
    await shown("tide 3");
    await vi.waitFor(() => expect(page.of("set")).toHaveLength(2));
    stored("tide", 7, { seen: page.of("set")[1]?.id ?? 0 });
    await shown("tide 7");
  });

  it("applies updates that the component made before the stored value arrived to that value", async () => {
    page.mount(counter("early"));
    await shown("early 10");
    add("early");
    add("early");
    expect(page.of("set")).toEqual([]);
    stored("early", 5);
    await shown("early 7");
    await vi.waitFor(() => expect(page.of("set").at(-1)?.entries).toEqual([["early", 7]]));
  });

  it("keeps its value separate from the surface's value under the same key", async () => {
    page.mount(counter("both"));
    await shown("both 10");
    page.mount(counter("both", useSheetState));
    await vi.waitFor(() =>
      expect(page.of("watch").at(-1)).toEqual({ type: "watch", key: "both", scope: "sheet" }),
    );
    stored("both", 1, { scope: "sheet" });
    await shown("both 1");
    expect(screen.getByText("both 10")).toBeTruthy();
  });

  it("reports an invalid key and a value that is too large", async () => {
    page.mount(counter(""));
    await vi.waitFor(() =>
      expect(page.of("failed").at(-1)?.failure.message).toContain("1 to 512 characters"),
    );
    page.mount(function Large() {
      const [, setText] = useAgentState("large", "");
      return (
        <button type="button" onClick={() => setText("x".repeat(2_000_000))}>
          Write much
        </button>
      );
    });
    await screen.findByText("Write much");
    stored("large", "");
    fireEvent.click(screen.getByText("Write much"));
    await vi.waitFor(() =>
      expect(page.of("failed").at(-1)?.failure.message).toBe(
        "The state “large” is 2.0 MB as JSON; the limit is 1.0 MB. Send less data.",
      ),
    );
    expect(page.of("set")).toEqual([]);
  });
});

describe("callTool", () => {
  it("is sent after pending writes, and resolves when it is accepted", async () => {
    page.mount(counter("order"));
    await shown("order 10");
    stored("order", 1);
    await shown("order 1");
    add("order");
    const answered = callTool("save", { days: 2 });
    expect(page.sent.slice(-2)).toMatchObject([
      { type: "set", entries: [["order", 2]] },
      { type: "action", action: "save", payload: { days: 2 }, byHand: false },
    ]);
    page.tell({ type: "done", id: page.of("action")[0]?.id ?? -1 });
    await expect(answered).resolves.toBeUndefined();
  });

  it("rejects with the page's reason, and at once without an action name or if too large", async () => {
    const refused = callTool("save");
    page.tell({
      type: "done",
      id: page.of("action")[0]?.id ?? -1,
      problem: "The user did not allow this answer.",
    });
    await expect(refused).rejects.toThrow("The user did not allow this answer.");
    for (const name of ["", "x".repeat(201), undefined as never])
      expect(() => callTool(name)).toThrow('as in callTool("save", { rows })');
    await expect(callTool("save", "x".repeat(1_000_000))).rejects.toThrow("The payload of “save” is 1.0 MB");
    expect(page.of("action")).toHaveLength(1);
  });

  it("sends with each call whether the user's press caused it", () => {
    press();
    void callTool("save");
    void callTool("save");
    page.hand.isActive = false;
    void callTool("save");
    expect(page.of("action").map((each) => each.byHand)).toEqual([true, true, false]);
  });
});

describe("sendMessage", () => {
  it("counts as the user's message once per press, and not without a press", () => {
    void sendMessage("One");
    press();
    void sendMessage("Two");
    void sendMessage("Three");
    expect(page.of("say").map(({ text, byHand }) => [text, byHand])).toEqual([
      ["One", false],
      ["Two", true],
      ["Three", false],
    ]);
  });

  it("requires text, and rejects a text that is too long", () => {
    expect(() => sendMessage("  ")).toThrow("sendMessage needs a string.");
    void sendMessage(`  ${"x".repeat(20_000)}`);
    expect(page.of("say")[0]?.text).toBe("x".repeat(20_000));
    expect(() => sendMessage("x".repeat(30_000))).toThrow("has 30000 characters; the limit is 20000");
    for (const value of [{ text: "x" }, null, new MouseEvent("click")])
      expect(() => sendMessage(value as never)).toThrow("sendMessage needs a string, as in");
    expect(page.of("say")).toHaveLength(1);
  });
});

describe("useFile", () => {
  const File = ({ id }: { id?: string }) => {
    const { name, text, error, isLoading, size } = useFile(id);
    return <p>{isLoading ? "Loading" : (error ?? (name ? `${name}, ${size}: ${text}` : "No file"))}</p>;
  };
  const asked = () => vi.waitFor(() => page.of("file").at(-1)?.id ?? Promise.reject(new Error("Not asked")));
  const file = { id: "f1", name: "days.csv", mediaType: "text/csv", bytes: 4, base64: btoa("a,b\n") };

  it("returns loading, the file with its text, or an error", async () => {
    page.mount(File);
    await shown("No file");
    page.tell({ type: "props", props: { id: "f1" } });
    await shown("Loading");
    page.tell({ type: "done", id: await asked(), value: file });
    await shown("days.csv, 4: a,b");
    page.sent.length = 0;
    page.tell({ type: "props", props: { id: "f2" } });
    await shown("Loading");
    page.tell({ type: "done", id: await asked(), problem: "There is no such file." });
    await shown("There is no such file.");
  });

  it("ignores a file that arrives after the id changed", async () => {
    vi.spyOn(Blob.prototype, "text").mockResolvedValue("a,b");
    page.mount(File, { id: "f1" });
    const first = await asked();
    page.sent.length = 0;
    page.tell({ type: "props", props: { id: "f2" } });
    const second = await asked();
    page.tell({ type: "done", id: second, value: { ...file, name: "second.csv" } });
    await shown("second.csv, 4: a,b");
    await act(async () => page.tell({ type: "done", id: first, value: file }));
    expect(screen.getByText("second.csv, 4: a,b")).toBeTruthy();
  });
});

it("importModule rejects an unknown module and lists the known ones", async () => {
  const map = document.head.appendChild(document.createElement("script"));
  map.type = "importmap";
  map.textContent = JSON.stringify({ imports: { recharts: "/rt/recharts.js", clsx: "/rt/clsx.js" } });
  await expect(importModule("left-pad")).rejects.toThrow(
    'There is no module "left-pad". Available: clsx, recharts.',
  );
  map.remove();
});

describe("useRoom", () => {
  const peer = (connectionId: string, name: string, presence: unknown) => ({
    ...{ connectionId, id: name, name, color: "#2563eb", presence, at: 1 },
  });
  const change = (more: Partial<Extract<ToFrame, { type: "room" }>>) =>
    page.tell({
      ...{ type: "room", me: "1", peers: [], gone: [], state: [], isWhole: false, isConnected: true },
      ...more,
    });
  function Poll() {
    const { me, others, state, setPresence, setState, error } = useRoom();
    return (
      <>
        <output>{`${me.name}, ${others.map(({ name, presence }) => name + presence.x)}: ${JSON.stringify(state)}`}</output>
        <p>{error}</p>
        <button type="button" onClick={() => setPresence({ x: 5 })}>
          Move
        </button>
        <button type="button" onClick={() => setState((now) => ({ [me.id]: now.Bob, Bob: null }))}>
          Vote
        </button>
        <button type="button" onClick={() => setState({ plan: "x".repeat(5_000) })}>
          Fill
        </button>
      </>
    );
  }

  it("shows the peers and their values, sends own changes at once, and names limits", async () => {
    page.mount(Poll);
    await vi.waitFor(() => expect(page.of("room")).toEqual([{ type: "room", presence: {}, set: {} }]));
    const peers = [peer("1", "Ann", null), peer("2", "Bob", { x: 3 })];
    change({ peers, state: [["Bob", "tea"]], isWhole: true });
    await shown('Ann, Bob3: {"Bob":"tea"}');
    fireEvent.click(screen.getByRole("button", { name: "Vote" }));
    fireEvent.click(screen.getByRole("button", { name: "Move" }));
    await shown('Ann, Bob3: {"Ann":"tea"}');
    await vi.waitFor(() =>
      expect(page.of("room").slice(1)).toEqual([
        { type: "room", presence: { x: 5 }, set: { Ann: "tea", Bob: null } },
      ]),
    );
    change({ gone: ["2"], state: [["Ann", null]] });
    await shown("Ann, : {}");

    // A limit is named where the component exceeds it, and by the server.
    fireEvent.click(screen.getByRole("button", { name: "Fill" }));
    await vi.waitFor(() =>
      expect(page.of("failed").at(-1)?.failure.message).toContain(
        "The value “plan” of the room has 5,002 bytes as JSON; the limit is 4,000.",
      ),
    );
    change({ problem: "This room is full.", isConnected: false });
    await shown("This room is full.");
  });
});
