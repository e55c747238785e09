import { expect, it } from "vitest";
import { ApiError } from "@/components/client/request";
import type { Cell } from "@/lib/shared/data/cell";
import type { Result } from "./api";
import { LiveQuery } from "./live-query";

const result = (rows: Cell[][]): Result => ({
  columns: ["product", "sold"],
  rows,
  row_count: rows.length,
  truncated: false,
  reads: ["Sales"],
  source: { table: "sales", key: ["rowid"], columns: ["product", "sold"] },
  keys: rows.map((_, index) => [index + 1]),
});

function stage() {
  const readings: { come(rows: Cell[][]): Promise<void>; fail(error: unknown): Promise<void> }[] = [];
  const waits = new Set<() => void>();
  const turn = () => new Promise<void>((done) => setImmediate(done));
  const live = new LiveQuery(
    () =>
      new Promise((resolve, reject) => {
        readings.push({
          come: (rows) => {
            resolve(result(rows));
            return turn();
          },
          fail: (error) => {
            reject(error);
            return turn();
          },
        });
      }),
    undefined,
    {
      now: () => 0,
      after: (_, run) => {
        waits.add(run);
        return () => waits.delete(run);
      },
    },
  );
  const pass = () => {
    for (const run of [...waits]) if (waits.delete(run)) run();
  };
  return { live, readings, pass };
}

it("a live query reads when it is watched, and again when one of its tables changes", async () => {
  const { live, readings, pass } = stage();
  expect(readings).toHaveLength(0);
  live.watch();
  await readings[0]?.come([["Rye", 4]]);
  pass();
  live.changed(["notes"]);
  expect(readings).toHaveLength(1);
  live.changed(["notes", "sales"]);
  expect(readings).toHaveLength(2);
});

it("a live query reports its first read, also if that fails or takes too long", async () => {
  for (const end of ["come", "fail", "wait"]) {
    const { live, readings, pass } = stage();
    let isOver = false;
    const first = live.firstRead().then(() => {
      isOver = true;
    });
    live.watch();
    await Promise.resolve();
    expect(isOver).toBe(false);
    if (end === "come") await readings[0]?.come([["Rye", 4]]);
    else if (end === "fail") await readings[0]?.fail(new ApiError(400, "No such table", undefined));
    else pass();
    await first;
    expect(isOver).toBe(true);
  }
  const { live, readings } = stage();
  live.watch();
  await readings[0]?.come([]);
  await live.firstRead();
});

it("a live query combines several changes during a read into one read after a pause", async () => {
  const { live, readings, pass } = stage();
  live.watch();
  for (let change = 0; change < 5; change++) live.changed(["sales"]);
  await readings[0]?.come([["Rye", 4]]);
  live.changed([]);
  expect(readings).toHaveLength(1);
  pass();
  expect(readings).toHaveLength(2);
  await readings[1]?.come([["Rye", 5]]);
  pass();
  expect(readings).toHaveLength(2);
});

it("a live query reads changes from the time without watchers as soon as it is watched again", async () => {
  const { live, readings, pass } = stage();
  const leave = live.watch();
  await readings[0]?.come([["Rye", 4]]);
  pass();
  leave();
  live.changed(null);
  expect(readings).toHaveLength(1);
  live.watch();
  expect(readings).toHaveLength(2);
});

it("a live query keeps unchanged rows the same objects in any position", async () => {
  const { live, readings, pass } = stage();
  live.watch();
  await readings[0]?.come([
    ["Rye", 4],
    ["White", 7],
  ]);
  const before = live.state.rows;
  pass();
  live.changed(null);
  await readings[1]?.come([
    ["Rye", 4],
    ["White", 7],
  ]);
  expect(live.state.rows).toBe(before);
  pass();
  live.changed(null);
  await readings[2]?.come([
    ["Rye", 5],
    ["White", 7],
    ["Bun", 1],
  ]);
  expect(live.state.rows[0]).not.toBe(before[0]);
  expect(live.state.rows[1]).toBe(before[1]);
});

it("a live query keeps the old rows if a read fails, and retries while Easel is unreachable", async () => {
  const { live, readings, pass } = stage();
  live.watch();
  await readings[0]?.come([["Rye", 4]]);
  pass();
  live.changed(null);
  await readings[1]?.fail(new ApiError(422, "no such table: sales", undefined));
  expect(live.state).toMatchObject({ error: "no such table: sales", isLost: false, rows: [{ id: "[1]" }] });
  pass();
  expect(readings).toHaveLength(2);
  // After a failed read, a change of any table triggers a read, because the error may name a table that did not exist.
  live.changed(["other"]);
  await readings[2]?.fail(new TypeError("Failed to fetch"));
  expect(live.state).toMatchObject({ isLost: true, rows: [{ id: "[1]" }] });
  pass();
  await readings[3]?.come([["Rye", 4]]);
  expect(live.state).toMatchObject({ error: undefined, isLost: false });
});
