import { beforeEach, describe, expect, it, vi } from "vitest";
import type { LiveQuery } from "@/components/draw/live-queries/live-query";
import { changeRows, writersBy } from "./row-changes";

const edits = {
  make: vi.fn(async () => true),
  undo: vi.fn(async () => true),
  redo: vi.fn(async () => true),
  undoable: [] as object[],
  redoable: [] as object[],
  refusals: [] as object[],
  giveWay: vi.fn(),
};
const live = (source: object | undefined = { table: "packing", key: ["bag", "at"] }) =>
  ({ state: { result: source && { source } }, firstRead: async () => {}, edits }) as unknown as LiveQuery;

beforeEach(() => {
  vi.clearAllMocks();
  edits.make.mockResolvedValue(true);
  [edits.undoable, edits.redoable, edits.refusals] = [[], [], []];
});

describe("changeRows", () => {
  it("identifies rows by all key columns", async () => {
    await changeRows(live(), { kind: "set", key: [1, "x"], set: { n: 2 }, was: { n: 1 } });
    await changeRows(live(), {
      kind: "delete",
      keys: [
        [1, "x"],
        [2, null],
      ],
    });
    await changeRows(live(), { kind: "insert", rows: [{ n: 1 }] });
    expect(edits.make.mock.calls).toEqual([
      [{ kind: "set", table: "packing", key: { bag: 1, at: "x" }, set: { n: 2 }, was: { n: 1 } }],
      [
        {
          kind: "delete",
          table: "packing",
          keys: [
            { bag: 1, at: "x" },
            { bag: 2, at: null },
          ],
        },
      ],
      [{ kind: "insert", table: "packing", rows: [{ n: 1 }], named: ["bag", "at"] }],
    ]);
  });

  it("rejects an incomplete key, rows without a table, and queries that are not followed", async () => {
    const none = /cannot be changed/;
    const set = { kind: "set", set: {}, was: {} } as const;
    for (const key of [[], [1], [1, 2, 3]]) {
      await expect(changeRows(live(), { ...set, key })).rejects.toThrow(none);
      await expect(changeRows(live(), { kind: "delete", keys: [[1, 2], key] })).rejects.toThrow(none);
    }
    await expect(changeRows({ ...live(), state: {} } as never, { ...set, key: [1, 2] })).rejects.toThrow(
      none,
    );
    await expect(changeRows(undefined, { kind: "undo" })).rejects.toThrow(none);
    expect(edits.make).not.toHaveBeenCalled();
  });

  it("throws the reason of a refusal, and leaves the row unchanged", async () => {
    edits.make.mockResolvedValue(false);
    const change = () => changeRows(live(), { kind: "insert", rows: [{}] });
    await expect(change()).rejects.toThrow("The change was not made.");
    for (const [refusal, message] of [
      [{ kind: "gone" }, "This row no longer exists."],
      [{ kind: "failed", message: "n is not null" }, "n is not null"],
      [{ kind: "changed", column: 'a "b"' }, '"a \\"b\\"" was changed elsewhere.'],
    ] as const) {
      edits.refusals = [refusal];
      await expect(change()).rejects.toThrow(message);
      expect(edits.giveWay).toHaveBeenLastCalledWith(refusal);
    }
  });

  it("undoes and redoes an edit, and throws without one", async () => {
    for (const kind of ["undo", "redo"] as const) {
      await expect(changeRows(live(), { kind })).rejects.toThrow(`There is nothing to ${kind}.`);
      expect(edits[kind]).not.toHaveBeenCalled();
      edits[kind === "undo" ? "undoable" : "redoable"] = [{}];
      await changeRows(live(), { kind });
      expect(edits[kind]).toHaveBeenCalledOnce();
    }
  });
});

describe("writersBy", () => {
  const row = { table: "packing", key: { bag: 1 } };

  it("returns the keys of inserted rows from the server, with null for missing key columns", async () => {
    const call = vi.fn(async () => ({ added: { keys: [[7], [8, "x"]] } }));
    const { insert } = writersBy(call as never);
    expect(await insert({ table: "packing", rows: [{ n: 1 }, { n: 2 }], named: ["bag", "at"] })).toEqual([
      { bag: 7, at: null },
      { bag: 8, at: "x" },
    ]);
    expect(call).toHaveBeenCalledExactlyOnceWith({
      type: "insert",
      table: "packing",
      rows: [{ n: 1 }, { n: 2 }],
    });
  });

  it("rejects a response to another kind of call", async () => {
    const { change, insert, remove } = writersBy(async () => ({ value: 1 }) as never);
    const unknown = "Easel did not return the result.";
    await expect(change({ ...row, set: {}, was: {} })).rejects.toThrow(unknown);
    await expect(insert({ table: "packing", rows: [], named: [] })).rejects.toThrow(unknown);
    await expect(remove({ table: "packing", keys: [row.key] })).rejects.toThrow(unknown);
  });
});
