import { copyFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { toCell } from "./cells.mjs";
import { applyFrames, locked } from "./rebuild.mjs";
import { RESERVED } from "./reserved.mjs";

const MAX_CHARS = 4_000_000;
const TABLES = `SELECT name, wr FROM pragma_table_list
  WHERE schema = ? AND type IN ('table', 'virtual') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`;
const COLUMNS = "SELECT name, pk FROM pragma_table_xinfo(?, ?) WHERE hidden = 0 ORDER BY cid";
const ROWID = ["rowid", "_rowid_", "oid"];

/**
 * Compares the database before the change `from` with the one after the change `until`. The file `to` has the content before
 * `from`; `after` is the path of a second file. Returns the counts of all tables, and at most `maxRows` rows with their
 * cells as SQL literals (`isLiteral`) or as values.
 */
export const compare = async (database, { to, after, from, until, ...limits }) => {
  await locked(database, async ({ parts, changes }) => {
    const first = changes.find(({ number }) => number === from);
    const last = changes.find(({ number }) => number === until);
    if (!first || !last || first.start === null || last.end === null)
      throw new Error("The change log does not reach back that far");
    copyFileSync(to, after);
    await applyFrames(database.folder, parts, { to: after, from: first.start, until: last.end });
  });
  const db = new DatabaseSync(":memory:", {
    ...{ allowExtension: false, readBigInts: true, returnArrays: true },
    ...{ enableDoubleQuotedStringLiterals: false, limits: { attach: 2 } },
  });
  try {
    db.exec("PRAGMA trusted_schema = OFF");
    for (const [name, path] of [
      ["before", to],
      ["after", after],
    ])
      db.prepare(`ATTACH ? AS ${name}`).run(`${pathToFileURL(path)}?immutable=1`);
    return compareTables(db, limits);
  } finally {
    db.close();
  }
};

function compareTables(db, limits) {
  const tables = { before: tablesOf(db, "before"), after: tablesOf(db, "after") };
  const names = [...new Set([...tables.before.keys(), ...tables.after.keys()])];
  const left = { rows: limits.maxRows, chars: MAX_CHARS };
  return names.flatMap((name) => {
    const [before, after] = [tables.before.get(name), tables.after.get(name)];
    const found =
      before && after ? compareTable(db, name, before, after, limits, left) : one(db, name, before);
    return found ? [found] : [];
  });
}

/** Counts a table that the changes have created or dropped. */
function one(db, name, before) {
  const count = Number(
    db.prepare(`SELECT count(*) FROM ${before ? "before" : "after"}.${quoted(name)}`).get()[0],
  );
  const rows = { columns: [], rows: [], isReshaped: true };
  return { name, added: before ? 0 : count, changed: 0, removed: before ? count : 0, ...rows };
}

function tablesOf(db, schema) {
  const all = db.prepare(TABLES).all(schema);
  return new Map(
    all
      .filter(([name]) => !RESERVED.includes(name.toLowerCase()))
      .map(([name, isWithoutRowid]) => {
        const columns = db.prepare(COLUMNS).all(name, schema);
        const names = columns.map(([column]) => column);
        const primary = columns.filter(([, pk]) => pk > 0n).map(([column]) => column);
        const rowid = ROWID.find((each) => !names.some((column) => column.toLowerCase() === each));
        return [name, { columns: names, key: isWithoutRowid || !rowid ? primary : [rowid] }];
      }),
  );
}

function compareTable(db, name, before, after, { isLiteral, isWhole }, left) {
  const { columns, key } = after;
  const isReshaped = String([before.columns, before.key]) !== String([columns, key]);
  if (isReshaped || key.length === 0) return reshaped(db, name, isReshaped);
  const on = key.map((each) => `x.${quoted(each)} IS y.${quoted(each)}`).join(" AND ");
  const differs = columns
    .map((each) => {
      const [x, y] = [`x.${quoted(each)}`, `y.${quoted(each)}`];
      return `(${x} IS NOT ${y} COLLATE BINARY OR typeof(${x}) <> typeof(${y}))`;
    })
    .join(" OR ");
  const [old, next] = [`before.${quoted(name)} x`, `after.${quoted(name)} y`];
  const parts = {
    added: `FROM ${next} LEFT JOIN ${old} ON ${on} WHERE x.${quoted(key[0])} IS NULL`,
    changed: `FROM ${old} JOIN ${next} ON ${on} WHERE ${differs}`,
    removed: `FROM ${old} LEFT JOIN ${next} ON ${on} WHERE y.${quoted(key[0])} IS NULL`,
  };
  const counts = Object.fromEntries(
    Object.entries(parts).map(([kind, from]) => [
      kind,
      Number(db.prepare(`SELECT count(*) ${from}`).get()[0]),
    ]),
  );
  if (counts.added + counts.changed + counts.removed === 0) return undefined;
  const cell = isLiteral ? (value) => `quote(${value})` : (value) => value;
  const rows = [];
  for (const [kind, from] of Object.entries(parts)) {
    const keys = key.map((each) => cell(`${kind === "added" ? "y" : "x"}.${quoted(each)}`));
    const cells = ["x", "y"].flatMap((side) => columns.map((each) => cell(`${side}.${quoted(each)}`)));
    const text = `SELECT ${[...keys, ...cells].join(", ")} ${from} LIMIT ${left.rows}`;
    for (const row of db.prepare(text).iterate()) {
      const values = row.map((value) => (isLiteral ? value : toCell(value)));
      left.chars -= JSON.stringify(values).length;
      if (left.chars < 0) {
        if (isWhole) throw new Error("The change has too much text to be undone alone");
        break;
      }
      left.rows--;
      const [width, start] = [columns.length, key.length];
      rows.push({
        key: values.slice(0, start),
        before: kind === "added" ? null : values.slice(start, start + width),
        after: kind === "removed" ? null : values.slice(start + width),
      });
    }
  }
  return { name, ...counts, columns, key, rows };
}

function reshaped(db, name, isReshaped) {
  const [before, after] = ["before", "after"].map((schema) =>
    Number(db.prepare(`SELECT count(*) FROM ${schema}.${quoted(name)}`).get()[0]),
  );
  if (!isReshaped && before === after) return undefined;
  const counts = { added: Math.max(0, after - before), changed: 0, removed: Math.max(0, before - after) };
  return { name, ...counts, columns: [], rows: [], isReshaped: true };
}

const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
