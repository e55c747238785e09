import { act, fireEvent, screen } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { byHand, loadRuntime } from "./testing/load-runtime";

// The runtime removes globals, so the file runs in a separate process.
vi.resetModules();
const page = await loadRuntime();
const { callAgentTool, callTool, useAgentState } = await import("./easel");

page.mount(() => null);
await vi.waitFor(() => expect(page.of("painted")).toHaveLength(1));

beforeEach(() => {
  page.sent.length = 0;
  page.hand.isActive = false;
});

const press = () => {
  page.hand.isActive = true;
  byHand(new PointerEvent("pointerdown", { bubbles: true }));
};
const stored = (key: string, value: unknown) => page.tell({ type: "state", key, value, seen: 0 });
const shown = (text: string) => screen.findByText(text);

describe("values that JSON does not have", () => {
  const file = () => new File(["a,b"], "days.csv", { type: "text/csv" });

  it("reach the agent as lists, objects, pairs and strings", () => {
    void callTool("done", { s: new Set([1]), m: new Map([["a", 10n]]), p: new Map([[1, 2]]) });
    expect(page.of("action")[0]?.payload).toEqual({ s: [1], m: { a: 10 }, p: [[1, 2]] });
    void callAgentTool("weigh", { all: new Set(["a"]) });
    expect(page.of("tool")[0]?.args).toEqual({ all: ["a"] });
  });

  it("are reported with their path if they cannot be sent, even if the promise is ignored", async () => {
    const circle: Record<string, unknown> = {};
    circle.self = circle;
    for (const [payload, problem] of [
      [circle, "payload.self is an object that contains itself"],
      [{ node: document.body }, "payload.node is the element <body>"],
      ["y".repeat(3_000_000), "The payload of “done” is 3.0 MB as JSON"],
    ] as const) {
      await expect(callTool("done", payload)).rejects.toThrow(problem);
      expect(page.of("failed").at(-1)?.failure).toMatchObject({
        phase: "event",
        message: expect.stringContaining(problem),
      });
    }
    await expect(callAgentTool("weigh", { run: () => {} })).rejects.toThrow("args.run is a function");
    expect([page.of("action"), page.of("tool")]).toEqual([[], []]);
  });

  it("are refused in a click handler that passes its event", async () => {
    page.mount(() => (
      <>
        <button type="button" onClick={(event) => void callTool("done", event)}>
          Pass the event
        </button>
        <button type="button" onClick={callTool as never}>
          Pass the function
        </button>
      </>
    ));
    fireEvent.click(await screen.findByText("Pass the event"));
    expect(page.of("failed").at(-1)?.failure.message).toContain("payload is an event, which cannot be sent.");
    fireEvent.click(screen.getByText("Pass the function"));
    await vi.waitFor(() =>
      expect(page.of("failed").at(-1)?.failure.message).toContain("callTool needs the name of an action"),
    );
    expect(page.of("action")).toEqual([]);
  });

  it("that are files are stored first, and the answer has their references", async () => {
    press();
    const answered = callTool("done", { files: [file()], note: "x" });
    await vi.waitFor(() => expect(page.of("store")).toHaveLength(1));
    const [stored] = page.of("store");
    expect(stored).toMatchObject({ name: "days.csv", mediaType: "text/csv", byHand: true });
    expect(page.of("part")).toEqual([{ type: "part", file: stored?.file, data: btoa("a,b") }]);
    page.tell({ type: "done", id: stored?.id ?? -1, value: { id: "f1", name: "days.csv" } });
    await vi.waitFor(() =>
      expect(page.of("action")[0]?.payload).toEqual({ files: [{ id: "f1", name: "days.csv" }], note: "x" }),
    );
    page.tell({ type: "done", id: page.of("action")[0]?.id ?? -1 });
    await answered;
  });

  it("are reported with their path if they are files that could not be stored", async () => {
    const answered = callTool("done", { file: file() });
    await vi.waitFor(() => expect(page.of("store")).toHaveLength(1));
    page.tell({ type: "done", id: page.of("store")[0]?.id ?? -1, problem: "It needs a click." });
    await expect(answered).rejects.toThrow("payload.file was not stored: It needs a click.");
    expect(page.of("failed")).toHaveLength(1);
    expect(page.of("action")).toEqual([]);
    await expect(callTool("done", new File([new Uint8Array(10_000_001)], "x"))).rejects.toThrow(
      "at most 10 MB",
    );
  });

  it("are kept in the state as JSON, and reported if that is not possible", async () => {
    let set: (value: unknown) => void = () => {};
    page.mount(function Keeps() {
      const [value, setValue] = useAgentState<unknown>("kept", null);
      set = setValue;
      return <p>{JSON.stringify(value)}</p>;
    });
    await vi.waitFor(() => expect(page.of("watch")).toHaveLength(1));
    stored("kept", null);
    await shown("null");
    act(() => set({ s: new Set([1]), n: Number.NaN }));
    await shown('{"s":[1],"n":"NaN"}');
    await vi.waitFor(() => expect(page.of("set")[0]?.entries).toEqual([["kept", { s: [1], n: "NaN" }]]));
    for (const [value, problem] of [
      [{ run: () => {} }, "The state “kept”.run is a function"],
      [{ file: file() }, "The state “kept”.file is a file, which cannot be stored in the state"],
    ] as const) {
      act(() => set(value));
      expect(page.of("failed").at(-1)?.failure.message).toContain(problem);
    }
    expect(page.of("set")).toHaveLength(1);
  });
});
