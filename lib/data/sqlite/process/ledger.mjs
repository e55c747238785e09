/** Number of lost rows below which no copy is needed. */
const FEW = 20;
/**
 * Number of 4 KB pages up to which a database counts as small. In a small database, the lost rows need not be a
 * certain share of all rows.
 */
const SMALL = 2_000;

const MAX_ACTS = 20;

const COLUMNS = "SELECT count(*) FROM pragma_table_xinfo(?)";
/** Kind of a table: ordinary, virtual, or the shadow storage of a virtual table. */
const KIND = "SELECT type FROM pragma_table_list WHERE schema = 'main' AND name = ? AND type <> 'view'";

/**
 * Records what the statements of one call changed, by SQLite's counters and by the sizes of tables before and
 * after. This includes rows that cascades, triggers and conflicts removed.
 */
export function openLedger(database) {
  const { seen } = database;
  /** Tables with updated or deleted rows, and the number of rows that their own statements affected. */
  const touched = new Map();
  /** Tables with inserted rows, and their number, including rows that replaced others. */
  const filled = new Map();
  let sql;
  const ledger = {
    written: new Set(),
    /** Actions in order of first occurrence. */
    acts: [],
    /** Number of rows known to be overwritten or deleted. */
    lost: 0,
    /**
     * Call `open` before a statement runs. It returns an object whose `close` must be called after the statement.
     */
    open(text) {
      const before = look(database);
      return {
        close() {
          const after = look(database);
          const rows = after.total - before.total;
          const isReshaped = after.version !== before.version;
          if (rows === 0 && !isReshaped) return { changes: 0, takesAway: false };
          sql ??= text;
          for (const name of seen.writes) ledger.written.add(name);
          for (const name of after.tables) if (!before.tables.includes(name)) ledger.written.add(name);
          const changes = seen.counts ? after.changes : 0;
          if (isReshaped) recordAct(0, 0);
          else enter(rows, changes);
          const isNarrower = after.columns > 0 && after.columns < before.columns;
          return { changes, takesAway: isReshaped && (seen.drops || isNarrower) };
        },
      };
    },
    /**
     * Returns the call's first statement if a copy is needed, because the call loses many rows. Rows lost
     * since the last copy (`lostBefore`) count, too.
     */
    large(lostBefore) {
      if (touched.size === 0 && filled.size === 0) return undefined;
      return database.committed((before) => {
        for (const name of filled.keys()) ledger.lost += replaced(database, before, name, filled.get(name));
        const all = [...touched].some(([name, rows]) => isAll(database, before, name, rows));
        const lost = ledger.lost === 0 ? 0 : ledger.lost + lostBefore;
        return all || (lost >= FEW && isMuch(database, before, lost)) ? { sql } : undefined;
      });
    },
  };

  const enter = (total, changes) => {
    const { target, inserts } = seen;
    const kinds = new Map([target, ...seen.loses].map((name) => [name, kindOf(database, name)]));
    const loses = [...seen.loses].filter((name) => kinds.get(name) && kinds.get(name) !== "shadow");
    const rows = kinds.get(target) === "virtual" ? changes : total;
    recordAct(changes, rows - changes);
    if (inserts && kinds.get(target)) filled.set(target, (filled.get(target) ?? 0) + changes);
    if (loses.length === 0) return;
    for (const name of loses) touched.set(name, touched.get(name) ?? 0);
    if (!inserts && touched.has(target)) touched.set(target, touched.get(target) + changes);
    ledger.lost += inserts ? rows - changes : rows;
  };

  const recordAct = (rows, more) => {
    if (!seen.act) return;
    const { verb, table } = seen.act;
    const same = ledger.acts.find((act) => act.verb === verb && act.table === table);
    const act = same ?? { verb, table, rows: 0, more: 0 };
    act.rows += rows;
    act.more += more;
    if (!same && ledger.acts.length < MAX_ACTS) ledger.acts.push(act);
  };

  const isMuch = (now, before, lost) => {
    const [[pages]] = now.own(({ db }) => db.prepare("PRAGMA page_count").all());
    if (pages <= SMALL) return true;
    const names = new Set([...touched.keys(), ...filled.keys()]);
    const rows = [...names].reduce((sum, name) => sum + (count(before, name) ?? 0), 0);
    return lost * 10 >= rows;
  };
  return ledger;
}

/** Returns the state to compare. For a statement that cannot change the schema, the counters are enough. */
const look = (database) =>
  database.own(({ db, seen, counts }) => {
    const [changes, total] = counts.get().map(Number);
    if (!seen.shapes) return { changes, total, tables: [] };
    const [[version]] = db.prepare("PRAGMA schema_version").all();
    const columns = seen.altered === undefined ? 0 : Number(db.prepare(COLUMNS).get(seen.altered)[0]);
    return { changes, total, version, columns, tables: seen.altered === undefined ? [] : database.tables() };
  });

const kindOf = (database, name) =>
  name === undefined ? undefined : database.own(({ db }) => db.prepare(KIND).get(name)?.[0]);

/** Counts the rows of a table, up to `maxRows` (-1: all). Returns null if the table does not exist. */
function count(db, name, maxRows = -1) {
  if (!db.prepare(KIND).get(name)) return null;
  const table = `"${name.replaceAll('"', '""')}"`;
  return Number(db.prepare(`SELECT count(*) FROM (SELECT 1 FROM ${table} LIMIT ?)`).get(maxRows)[0]);
}

function isAll(database, before, name, rows) {
  const had = count(before, name, rows + 1);
  if (!had) return false;
  return had <= rows || database.own(({ db }) => count(db, name, 1)) === 0;
}

function replaced(database, before, name, rows) {
  const had = count(before, name);
  if (!had) return 0;
  const has = database.own(({ db }) => count(db, name)) ?? 0;
  return Math.max(0, Math.min(had, had + rows - has));
}
