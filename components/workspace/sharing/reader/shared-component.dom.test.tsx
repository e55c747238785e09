import { render } from "@testing-library/react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { framePool } from "@/components/draw/frame/pool";
import type { ComponentFrameProps } from "@/components/draw/frame/props";
import type { SharedNow } from "@/lib/shared/shares";
import { SharedComponent } from "./shared-component";

/** Props with which the frame was rendered last. They are all that the component can access. */
let frameProps: ComponentFrameProps;

vi.mock("@/components/draw/frame/component-frame", () => ({
  ComponentFrame: (props: ComponentFrameProps) => {
    frameProps = props;
    return null;
  },
}));

const SQL = "select product from sales where sold > ?";
const rowsOf = (product: string) => ({
  [JSON.stringify([SQL, [3]])]: { columns: ["product"], rows: [[product]], truncated: false },
});
const component = (rest: object = {}): NonNullable<SharedNow["component"]> => ({
  ...{ id: "one", js: "export default 1", css: "", props: { title: "Sales" } },
  ...{ agent: { tab: 1 }, sheet: { note: "ours" }, rows: rowsOf("Rye") },
  ...rest,
});
const draw = (first = component()) => {
  const { rerender } = render(<SharedComponent title="Sales" component={first} />);
  return (next: object) => rerender(<SharedComponent title="Sales" component={component(next)} />);
};

const server = () => frameProps.server ?? expect.fail("The frame has no server");
const call = (asked: object) => server().call(asked as never, new AbortController().signal);
const read = (sql: string, params?: unknown[]) => call({ type: "query", sql, params });

beforeEach(() => vi.stubGlobal("fetch", () => expect.fail("A reader's component asked the server")));

describe("component of a share link", () => {
  it("gets the shared rows by query and parameters", async () => {
    draw();
    expect(await read(SQL, [3])).toMatchObject({ rows: { rows: [["Rye"]], row_count: 1 } });
    await expect(read(SQL, [2])).rejects.toThrow(/Rows not shared with this link/);
    await expect(read("select * from memories")).rejects.toThrow(/not shared/);
    await expect(read("__proto__")).rejects.toThrow(/not shared/);
  });

  it("receives new rows without a reload of its frame", async () => {
    const change = draw();
    const { bundle } = frameProps;
    const listener = vi.fn();
    const leave = server().hear?.(listener);
    change({ rows: rowsOf("Oat") });
    expect(listener).toHaveBeenCalled();
    expect(await read(SQL, [3])).toMatchObject({ rows: { rows: [["Oat"]] } });
    expect(frameProps.bundle).toBe(bundle);
    leave?.();
    listener.mockClear();
    change({ rows: rowsOf("Rye") });
    expect(listener).not.toHaveBeenCalled();
    change({ id: "two", js: "export default 2" });
    expect(frameProps.bundle).toMatchObject({ js: "export default 2" });
  });

  it("cannot change rows, call tools, open files or answer", async () => {
    draw();
    const asked = [
      { type: "change", table: "sales", key: {}, set: {}, was: {} },
      { type: "insert", table: "sales", rows: [{}] },
      { type: "remove", table: "sales", keys: [{}] },
      { type: "tool", name: "send_message", args: {} },
      { type: "file", id: "11111111-1111-4111-8111-111111111111" },
    ];
    for (const one of asked) await expect(call(one)).rejects.toMatchObject({ status: 403 });
    await expect(call({ type: "tool", name: "x", args: {} })).rejects.toThrow(/Shared read-only/);
    expect(() => frameProps.onAction?.("submit", {})).toThrow(/nothing was sent/);
    expect(frameProps.onSay).toBeUndefined();
    expect(server().isReadOnly).toMatch(/Shared read-only/);
    expect(await server().access()).toMatchObject({ uses: [], open: [] });
  });

  it("keeps its changes on the page over the shared values", () => {
    const change = draw();
    const surface = frameProps.sheet ?? expect.fail("The frame has no entries");
    expect(surface.read("state:note")).toBe("ours");
    surface.write("state:note", "mine");
    change({ sheet: { note: "theirs", other: 2 } });
    expect(surface.read("state:note")).toBe("mine");
    expect(surface.read("state:other")).toBe(2);
    expect(surface.read("state:toString")).toBeUndefined();
  });

  it("follows the agent's state", () => {
    const change = draw();
    const received: unknown[] = [];
    const follower = framePool().state?.follow(
      (key, value) => received.push([key, value]),
      () => {},
    );
    follower?.watch("tab");
    change({ agent: { tab: 2 } });
    expect(received).toEqual([
      ["tab", 1],
      ["tab", 2],
    ]);
  });
});
