import { beforeEach, expect, test, vi } from "vitest";
import type { ToPage } from "@/lib/shared/frame/protocol";
import { callAgentTool, NO_SERVER, setServer } from "./server";

const sent: ToPage[] = [];
vi.mock("./port", () => ({
  send: (message: ToPage) => void sent.push(message),
  sendLarge: (message: ToPage) => void sent.push(message),
}));
const {
  addRows,
  deleteRows,
  editRow,
  setFrozenRows: giveRows,
  queryOf,
  receiveRows,
  undo,
} = await import("./queries");
const { settle } = await import("./calls");

beforeEach(() => {
  sent.length = 0;
  setServer(true);
});

const rows = (id: number, all: (number | string | { $integer: string })[][]) =>
  receiveRows({
    ...{
      type: "rows",
      id,
      columns: ["id", "n"],
      rows: all,
      keys: all.map(([key]) => [key ?? null]),
      key: ["id"],
    },
    ...{ truncated: false, isLoading: false, canUndo: false, canRedo: false },
  });

test("a query is followed while it has subscribers, and unchanged rows stay the same objects", async () => {
  const query = queryOf("select 1", [true]);
  expect(queryOf("select 1", [true])).toBe(query);
  expect(query.read()).toMatchObject({ isLoading: true, rows: [] });
  const leave = query.subscribe(() => {});
  expect(sent).toEqual([{ type: "follow", id: query.id, sql: "select 1", params: [true] }]);
  rows(query.id, [
    [1, 5],
    [2, { $integer: "9007199254740993" }],
  ]);
  const [first, second] = query.read().rows;
  expect(second).toEqual({ id: 2, n: "9007199254740993" });
  rows(query.id, [
    [2, { $integer: "9007199254740993" }],
    [1, 6],
  ]);
  expect(query.read().rows[0]).toBe(second);
  expect(query.read().rows[1]).not.toBe(first);
  leave();
  await Promise.resolve();
  expect(sent.at(-1)).toEqual({ type: "unfollow", id: query.id });
});

test("a change is sent with the row's key and previous values, also for a copy of the row", async () => {
  const query = queryOf("select 2");
  query.subscribe(() => {});
  rows(query.id, [[1, 5]]);
  const [row] = query.read().rows;
  const edits = [editRow(query, row ?? {}, { n: 6, id: 1 }), editRow(query, { ...row }, { n: null })];
  expect(sent.slice(1)).toMatchObject([
    { type: "edit", query: query.id, change: { kind: "set", key: [1], set: { n: 6 }, was: { n: 5 } } },
    { change: { key: [1], set: { n: null }, was: { n: 5 } } },
  ]);
  const made = addRows(query, [{ n: true }, { n: new Date(0) }]);
  expect(sent.at(-1)).toMatchObject({
    change: { kind: "insert", rows: [{ n: 1 }, { n: "1970-01-01T00:00:00.000Z" }] },
  });
  for (const message of sent) if (message.type === "edit") settle(message.id, undefined);
  await Promise.all([...edits, made]);
  await expect(editRow(query, { id: 7 }, { n: 1 })).rejects.toThrow("that useTable returned");
  await expect(editRow(query, row ?? {}, { m: 1 })).rejects.toThrow('no column "m"');
  await expect(editRow(query, row ?? {}, { n: [1] })).rejects.toThrow("JSON.stringify");
  const back = undo(query);
  const last = sent.at(-1);
  if (last?.type === "edit") settle(last.id, "There is nothing to undo.");
  await expect(back).rejects.toThrow("nothing to undo");
});

test("the page explains why rows without a key cannot be changed", async () => {
  const query = queryOf("select 4");
  query.subscribe(() => {});
  const none = { truncated: false, isLoading: false, canUndo: false, canRedo: false };
  receiveRows({ type: "rows", id: query.id, columns: ["id", "n"], rows: [[1, 5]], ...none });
  const [row] = query.read().rows;
  for (const [deed, asked] of [
    [() => editRow(query, row ?? {}, { n: 6 }), { kind: "set", key: [] }],
    [() => editRow(query, { ...row }, { n: null }), { kind: "set", key: [] }],
    [() => deleteRows(query, row ?? {}), { kind: "delete", keys: [[]] }],
  ] as const) {
    const done = deed();
    const edit = sent.at(-1);
    expect(edit).toMatchObject({ type: "edit", change: asked });
    if (edit?.type === "edit") settle(edit.id, "It is shared to be looked at.");
    await expect(done).rejects.toThrow("shared to be looked at");
  }
});

test("without a server, every function reports that there is none", async () => {
  setServer(false);
  const query = queryOf("select 3");
  query.subscribe(() => {});
  expect(query.read()).toMatchObject({ isLoading: false, error: NO_SERVER, rows: [] });
  await expect(callAgentTool("weigh", {})).rejects.toThrow(NO_SERVER);
  expect(sent).toEqual([]);
});

test("a preview has the existing rows, shows other queries as pending, and requests nothing", async () => {
  setServer("later");
  giveRows({ '["select n",[]]': { columns: ["n"], rows: [[7]], truncated: false } });
  expect(queryOf("select n").read()).toMatchObject({ isLoading: false, rows: [{ n: 7 }] });
  const query = queryOf("select 'later'");
  query.subscribe(() => {});
  expect(query.read()).toMatchObject({ isLoading: true, error: undefined, rows: [] });
  await expect(callAgentTool("weigh", {})).rejects.toThrow(NO_SERVER);
  expect(sent).toEqual([]);
});
