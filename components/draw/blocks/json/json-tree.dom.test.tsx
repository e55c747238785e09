import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { JsonTree } from "./json-tree";

const data = { name: "fox", deep: { steps: [{ note: "first" }, { note: "second" }] }, count: 3 };

const lines = () => screen.getAllByRole("treeitem").map((line) => line.textContent);
const line = (text: string | RegExp) => {
  const found = screen.getAllByRole("treeitem").find((one) => one.textContent?.match(text));
  if (!found) throw new Error(`No line says ${text}`);
  return found;
};
const chosen = () =>
  screen.getAllByRole("treeitem").find((one) => one.getAttribute("aria-selected") === "true")?.textContent;
const key = (key: string) => fireEvent.keyDown(screen.getByRole("tree"), { key });

beforeEach(() => {
  // This environment has no layout, so pretend that 24 lines are visible.
  Object.defineProperty(HTMLElement.prototype, "offsetWidth", { configurable: true, get: () => 560 });
  Object.defineProperty(HTMLElement.prototype, "offsetHeight", {
    configurable: true,
    get(this: HTMLElement) {
      return this.getAttribute("role") === "treeitem" ? 20 : 480;
    },
  });
  Object.defineProperty(HTMLElement.prototype, "clientHeight", { configurable: true, get: () => 480 });
  Object.defineProperty(HTMLElement.prototype, "scrollHeight", { configurable: true, get: () => 10_000 });
});

describe("JsonTree", () => {
  it("opens and folds on click, and shows the path of the selection", () => {
    render(<JsonTree data={data} />);
    const before = lines().length;
    fireEvent.click(line(/^steps/));
    screen.getByText("$.deep.steps");
    expect(lines().length).not.toBe(before);
    fireEvent.click(line(/^steps/));
    expect(lines()).toHaveLength(before);
  });

  it("supports the keys of a tree", () => {
    render(<JsonTree data={data} />);
    key("ArrowDown");
    expect(chosen()).toMatch(/^name/);
    key("End");
    expect(chosen()).toMatch(/^count/);
    key("Home");
    key("ArrowLeft");
    expect(lines()).toHaveLength(1);
    key("ArrowRight");
    expect(lines().length).toBeGreaterThan(1);
  });

  it("ignores keys with modifiers", () => {
    render(<JsonTree data={data} />);
    expect(fireEvent.keyDown(screen.getByRole("tree"), { key: "End", ctrlKey: true })).toBe(true);
    expect(chosen()).toBeUndefined();
  });

  it("copies path and value of the selection, or the whole document", async () => {
    const writeText = vi.fn(async () => {});
    Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText } });
    const { unmount } = render(<JsonTree data={data} />);
    fireEvent.click(screen.getByRole("button", { name: "Copy JSON" }));
    await waitFor(() => expect(writeText).toHaveBeenCalledWith(JSON.stringify(data, null, 2)));
    unmount();
    render(<JsonTree data={data} />);
    fireEvent.click(line(/^name/));
    fireEvent.click(screen.getByRole("button", { name: "Copy path" }));
    await waitFor(() => expect(writeText).toHaveBeenCalledWith("$.name"));
    fireEvent.click(screen.getByRole("button", { name: "Copy value" }));
    await waitFor(() => expect(writeText).toHaveBeenCalledWith("fox"));
  });

  it("has no search for a small document", () => {
    render(<JsonTree data={data} />);
    expect(screen.queryByRole("searchbox")).toBeNull();
  });
});

describe("search in JsonTree", () => {
  const large = {
    ...data,
    others: Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`key${at}`, at])),
  };
  const find = (value: string) => fireEvent.change(screen.getByRole("searchbox"), { target: { value } });
  const enter = (shiftKey = false) =>
    fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Enter", shiftKey });

  it("moves between hits, wraps around, and opens the ancestors of each hit", async () => {
    render(<JsonTree data={large} />);
    find("note");
    await waitFor(() => expect(screen.getByRole("status").textContent).toMatch(/2/));
    enter();
    expect(chosen()).toBe('note:"first"');
    enter();
    expect(chosen()).toBe('note:"second"');
    enter();
    expect(chosen()).toBe('note:"first"');
    enter(true);
    expect(chosen()).toBe('note:"second"');
  });

  it("shows that nothing is found, and clears the search on Escape", async () => {
    render(<JsonTree data={large} />);
    find("bear");
    await waitFor(() => expect(screen.getByRole("status").textContent).toBe("Not found"));
    expect(fireEvent.keyDown(screen.getByRole("searchbox"), { key: "Escape" })).toBe(false);
    expect(screen.getByRole<HTMLInputElement>("searchbox").value).toBe("");
  });
});
