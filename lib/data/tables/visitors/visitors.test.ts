import { beforeEach, expect, test } from "vitest";
import { readTable } from "../table";
import { lab } from "../testing/lab";
import { readForVisitor, type View } from "./read";
import { takeBack, type Undoable } from "./take-back";
import { addForVisitor, changeForVisitor, type Permit, removeForVisitor, type Written } from "./write";

const { agentId, sql } = await lab();
const BY = { author: "person" as const, cause: null, origins: ["visitor:orders"] };

beforeEach(async () => {
  await sql("drop table if exists orders");
  await sql("drop table if exists secrets");
  await sql("create table orders (id integer primary key, item text, price real, note text, visitor text)");
  await sql("create table secrets (word text)");
  await sql("insert into secrets values ('hidden')");
  await sql("insert into orders values (1, 'Rye', 2.0, 'private', 'ann'), (2, 'Oat', 3.5, 'private', 'bob')");
});

const view = async (more: Partial<View> = {}): Promise<View> => ({
  shape: await readTable(agentId, "orders"),
  columns: ["id", "item", "price"],
  owner: null,
  hasKeys: true,
  ...more,
});
const read = async (text: string, more: Partial<View> = {}) =>
  readForVisitor(agentId, { sql: text, params: [], maxRows: 100, maxChars: 100_000 }, [await view(more)]);
const permit = async (value: string, more: Partial<Permit> = {}): Promise<Permit> => ({
  shape: await readTable(agentId, "orders"),
  readable: ["id", "item", "price"],
  owner: { column: "visitor", value },
  ...{ isOwn: true, isSeen: true },
  ...more,
});

test("a query reads only the columns and rows of the visitor", async () => {
  expect(await read("select * from orders order by id")).toMatchObject({
    columns: ["id", "item", "price"],
    rows: [
      [1, "Rye", 2],
      [2, "Oat", 3.5],
    ],
    keys: [[1], [2]],
    source: { table: "orders", key: ["id"] },
  });
  const own = { column: "visitor", value: "bob" };
  expect((await read("select item from orders", { owner: own })).rows).toEqual([["Oat"]]);
  expect(
    (await read("with a as (select * from orders) select count(*) from a", { owner: own })).rows,
  ).toEqual([[1]]);
  expect(
    (
      await read(
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < 3) select i, (select count(*) from orders) from n",
        { owner: own },
      )
    ).rows,
  ).toHaveLength(3);
});

test("an own table expression hides the view, and functions of JSON work", async () => {
  expect((await read("with orders as (select 1) select * from orders")).rows).toEqual([[1]]);
  expect((await read("select value from json_each('[7]')")).rows).toEqual([[7]]);
  await sql("create table json_each (value text)");
  await sql("insert into json_each values ('hidden')");
  await expect(read("select count(*) from json_each")).rejects.toThrow("cannot see");
  await sql("drop table json_each");
});

test("a query cannot read another column, table or the schema", async () => {
  for (const text of [
    "select note from orders",
    "select orders.note from orders",
    "select word from secrets",
    "select (select word from secrets) from orders",
    "select * from main.orders",
    'select * from "main"."orders"',
    "select * from [main] . orders",
    "select * from main/**/.orders",
    "select * from 'main'.orders",
    "select * from sqlite_schema",
    "select * from pragma_table_info('orders')",
    "with orders as (select * from main.orders) select * from orders",
    "with orders as (select word from secrets) select * from orders",
    "delete from orders returning *",
    "select 1; select * from orders",
    "explain select * from orders",
    "select rowid from secrets union select item from orders",
  ])
    await expect(read(text), text).rejects.toThrow();
});

const undoable = (written: readonly Written[]): Undoable[] =>
  written.map((one) => ({ ...one, id: crypto.randomUUID(), table: "orders" })).reverse();

test("a visitor changes only own rows, and each write can be taken back exactly", async () => {
  const ann = await permit("ann");
  await expect(
    changeForVisitor(agentId, ann, { key: { id: 2 }, set: { item: "x" }, was: {} }, BY),
  ).rejects.toThrow("cannot change it");
  await expect(removeForVisitor(agentId, ann, [{ id: 2 }], BY)).rejects.toThrow("cannot change it");
  const before = await sql("select id, quote(item), quote(price), quote(note), quote(visitor) from orders");
  const writes: Written[] = [];
  const added = await addForVisitor(agentId, ann, [{ item: "O'Rye", price: 4 }], BY);
  expect(added.answer).toEqual({ rows: [[3, "O'Rye", 4]], keys: [[3]] });
  writes.push(...added.written);
  writes.push(
    ...(
      await changeForVisitor(agentId, ann, { key: { id: 3 }, set: { item: "b" }, was: { item: "O'Rye" } }, BY)
    ).written,
    ...(await changeForVisitor(agentId, ann, { key: { id: 1 }, set: { price: 9 }, was: { price: 2 } }, BY))
      .written,
    ...(await removeForVisitor(agentId, ann, [{ id: 1 }], BY)).written,
  );
  const all = undoable(writes);
  expect((await takeBack(agentId, all, BY)).done.size).toBe(4);
  expect(await sql("select id, quote(item), quote(price), quote(note), quote(visitor) from orders")).toEqual(
    before,
  );
});

test("a row that was changed since stays", async () => {
  const ann = await permit("ann");
  const { written } = await addForVisitor(agentId, ann, [{ item: "a" }, { item: "b" }], BY);
  await sql("update orders set note = 'seen' where item = 'a'");
  const all = undoable(written);
  const { done, gone } = await takeBack(agentId, all, BY);
  expect([[...done], gone.size]).toEqual([[all[0]?.id], 0]);
  expect(await sql("select item from orders where visitor = 'ann' order by id")).toEqual([["Rye"], ["a"]]);
});

test("writes that were undone otherwise are gone, and changes of others are not", async () => {
  const ann = await permit("ann");
  const change = async (set: Record<string, string | number>, was: Record<string, string | number>) =>
    (await changeForVisitor(agentId, ann, { key: { id: 1 }, set, was }, BY)).written;
  const first = await change({ price: 9 }, { price: 2 });
  const second = await change({ price: 10, item: "Pie" }, { price: 9, item: "Rye" });
  const added = (await addForVisitor(agentId, ann, [{ item: "a" }], BY)).written;
  const all = undoable([...first, ...second, ...added]);
  await sql("update orders set price = 2.0 where id = 1");
  await sql("delete from orders where item = 'a'");
  const { done, gone } = await takeBack(agentId, all, BY);
  expect([done.size, [...gone]]).toEqual([0, [all[0]?.id]]);
  await sql("update orders set item = 'Rye' where id = 1");
  expect([...(await takeBack(agentId, all, BY)).gone].sort()).toEqual(all.map(({ id }) => id).sort());
  const removed = undoable((await removeForVisitor(agentId, ann, [{ id: 1 }], BY)).written);
  await sql("insert into orders values (1, 'Rye', 2.0, 'other', 'ann')");
  expect((await takeBack(agentId, removed, BY)).gone.size).toBe(0);
  await sql("update orders set note = 'private' where id = 1");
  expect((await takeBack(agentId, removed, BY)).gone.size).toBe(1);
});

test("a conflict shows only what the visitor may see", async () => {
  const change = { key: { id: 1 }, set: { item: "x" }, was: { item: "other" } };
  const error = await changeForVisitor(agentId, await permit("ann"), change, BY).catch((each) => each);
  expect(error).toMatchObject({ code: "conflict", details: { row: { id: 1, item: "Rye", price: 2 } } });
  const blind = await permit("ann", { isSeen: false });
  const other = await changeForVisitor(agentId, blind, change, BY).catch((each) => each);
  expect(other).toMatchObject({ details: { row: null } });
});
