import { constants } from "node:sqlite";
import { isReserved } from "./reserved.mjs";

const { SQLITE_OK, SQLITE_DENY } = constants;

/** Allowed pragmas. They read and change nothing outside the database. FTS5 needs `data_version`. */
const PRAGMAS = new Set(
  `application_id collation_list compile_options data_version encoding foreign_key_check foreign_key_list foreign_keys
   freelist_count function_list index_info index_list index_xinfo integrity_check max_page_count page_count page_size
   pragma_list quick_check recursive_triggers table_info table_list table_xinfo user_version`.split(/\s+/),
);
/** Pragmas that take an argument only to name an object. In others, an argument would set a value. */
const ASKING = /_(info|xinfo|list|check)$/;
const MODULES = new Set(["fts5"]);
const FUNCTIONS = new Set(["load_extension", "fts3_tokenizer"]);
const MAX_NAMES = 1_000;

const codes = (names) => new Set(names.split(/\s+/).map((name) => constants[`SQLITE_${name}`]));
const ROWS = codes("INSERT UPDATE DELETE");
const LOSING = codes("UPDATE DELETE");
/**
 * Codes of actions whose first argument is the table. The codes in ON_SECOND are of actions that concern a part of
 * a table, so their second argument is the table.
 */
const ON_FIRST = codes(
  "INSERT UPDATE DELETE CREATE_TABLE CREATE_VIEW CREATE_VTABLE DROP_TABLE DROP_VIEW DROP_VTABLE",
);
const ON_SECOND = codes("CREATE_INDEX CREATE_TRIGGER DROP_INDEX DROP_TRIGGER ALTER_TABLE");
const TEMPORARY = codes("CREATE_TEMP_TABLE CREATE_TEMP_VIEW CREATE_TEMP_TRIGGER CREATE_TEMP_INDEX");
const DROPPING = codes("DROP_TABLE DROP_VIEW DROP_VTABLE");
const VERBS = {
  INSERT: "add",
  UPDATE: "change",
  DELETE: "delete",
  CREATE_TABLE: "create",
  CREATE_VTABLE: "create",
  CREATE_VIEW: "create",
  DROP_TABLE: "drop",
  DROP_VTABLE: "drop",
  DROP_VIEW: "drop",
};
const VERB = new Map(Object.entries(VERBS).map(([name, verb]) => [constants[`SQLITE_${name}`], verb]));
const CATALOG = /^sqlite_(temp_)?(master|schema)$/;
/** Catalog columns that contain names and definitions. */
const REVEALING = new Set(["name", "tbl_name", "sql"]);
/** Actions that never add text to the table. */
const EMPTYING = codes("DELETE DROP_TABLE DROP_VIEW DROP_VTABLE DROP_INDEX DROP_TRIGGER REINDEX ANALYZE");
/**
 * For statements with these actions, SQLite itself reads the catalog. Such a statement cannot contain a query of
 * the catalog, so these reads reveal no names or definitions to the caller.
 */
const RESHAPING = codes("ALTER_TABLE DROP_TABLE DROP_VIEW DROP_VTABLE DROP_INDEX DROP_TRIGGER ANALYZE");
const OTHERS = codes(
  "REINDEX ANALYZE SAVEPOINT DROP_TEMP_TABLE DROP_TEMP_VIEW DROP_TEMP_TRIGGER DROP_TEMP_INDEX",
);
const WRITES = new Set([...ON_FIRST, ...ON_SECOND, ...TEMPORARY, ...OTHERS]);

/**
 * Creates an authorizer. SQLite calls it for each action of a statement; it allows or denies the action and
 * records in `seen` what the statement uses.
 */
export function openAuthorizer() {
  const seen = {};
  let mode = "any";
  let reason;
  let isOurs = false;

  const begin = (next) => {
    mode = next;
    reason = undefined;
    Object.assign(seen, nothingSeen());
    forget();
  };
  const forget = () => {
    if (seen.catalog && !seen.reshapes) seen.tells = true;
    Object.assign(seen, nothingOfStatement());
  };

  const deny = (message) => {
    reason ??= message;
    return SQLITE_DENY;
  };
  const write = (code, first, second, database, inner) =>
    mode === "read"
      ? deny("Only reading is allowed here: use a SELECT")
      : noteWrite(seen, code, first, second, database, inner);

  const authorize = (code, first, second, database, inner) => {
    if (isOurs) return SQLITE_OK;
    if (isReserved(first) || (isReserved(second) && ON_SECOND.has(code)))
      return deny(`${isReserved(first) ? first : second} is reserved for Easel`);
    if (inner) seen.touched.add(inner);
    switch (code) {
      case constants.SQLITE_SELECT:
      case constants.SQLITE_RECURSIVE:
        return SQLITE_OK;
      case constants.SQLITE_READ:
        if (database === "temp") return SQLITE_OK;
        if (first.startsWith("sqlite_")) seen.catalog ||= !CATALOG.test(first) || REVEALING.has(second);
        else seen.touched.add(first);
        return note(seen.reads, first);
      case constants.SQLITE_FUNCTION:
        return FUNCTIONS.has(second?.toLowerCase()) ? deny(`${second}() is not allowed`) : SQLITE_OK;
      case constants.SQLITE_PRAGMA:
        if (ASKING.test(first.toLowerCase())) seen.tells = true;
        return pragma(first.toLowerCase(), second, deny);
      case constants.SQLITE_TRANSACTION:
        if (mode !== "read") seen.transaction = first;
        return mode === "read" ? write(code) : SQLITE_OK;
      case constants.SQLITE_ATTACH:
        return deny(first ? "Other files cannot be attached" : "VACUUM is not needed: free pages are reused");
      case constants.SQLITE_DETACH:
        return deny("There is no other database to detach");
      case constants.SQLITE_CREATE_VTABLE:
        if (!MODULES.has(second?.toLowerCase())) return deny("The only virtual tables are fts5");
    }
    return WRITES.has(code)
      ? write(code, first, second, database, inner)
      : deny("This kind of statement is not allowed");
  };

  begin("any");
  return {
    authorize,
    seen,
    begin,
    forget,
    denied: () => reason,
    /**
     * Calls `work`, which may prepare statements read-only without recording what they use. Returns the
     * result of `work`.
     */
    aside(work) {
      const before = { mode, reason, seen: { ...seen } };
      mode = "read";
      Object.assign(seen, { reads: new Set(), touched: new Set(), fills: new Set(), dropped: new Set() });
      forget();
      try {
        return work();
      } finally {
        ({ mode, reason } = before);
        Object.assign(seen, before.seen);
      }
    },
    own(work) {
      isOurs = true;
      try {
        return work();
      } finally {
        isOurs = false;
      }
    },
  };
}

const nothingSeen = () => ({
  reads: new Set(),
  temporary: false,
  catalog: false,
  /**
   * `touched` is everything that was read, including views and triggers; `fills` is everything to which text
   * may have been added. The size is not limited, because a missing name would lose the origins of its text.
   */
  touched: new Set(),
  fills: new Set(),
  /** Names of dropped tables, views, indexes and triggers, in lower case. */
  dropped: new Set(),
  /**
   * `fires` is true if a trigger wrote something. `tells` is true if names or definitions of tables were
   * read.
   */
  fires: false,
  tells: false,
});

const nothingOfStatement = () => ({
  catalog: false,
  reshapes: false,
  transaction: undefined,
  isWrite: false,
  writes: new Set(),
  /** True if the statement changes more than rows. */
  shapes: false,
  /** True if SQLite's `changes()` counts the rows of the statement. */
  counts: false,
  inserts: false,
  drops: false,
  altered: undefined,
  target: undefined,
  act: undefined,
  loses: new Set(),
});

function note(names, name) {
  if (name && !name.startsWith("sqlite_") && names.size < MAX_NAMES) names.add(name);
  return SQLITE_OK;
}

function noteWrite(seen, code, first, second, database, inner) {
  seen.isWrite = true;
  if (TEMPORARY.has(code)) seen.temporary = true;
  if (RESHAPING.has(code)) seen.reshapes = true;
  if (inner) seen.fires = true;
  if (!ROWS.has(code)) seen.shapes = true;
  else if (!inner && !CATALOG.test(first)) seen.counts = true;
  if (database === "temp") return SQLITE_OK;
  if (DROPPING.has(code)) {
    seen.drops = true;
    seen.dropped.add(first.toLowerCase());
  }
  if (code === constants.SQLITE_ALTER_TABLE) seen.altered = second;
  const table = ON_SECOND.has(code) ? second : ON_FIRST.has(code) ? first : undefined;
  if (table && !inner && !CATALOG.test(first)) seen.act ??= { verb: VERB.get(code) ?? "alter", table };
  if (table && !EMPTYING.has(code) && !table.startsWith("sqlite_")) seen.fills.add(table);
  if (code === constants.SQLITE_ALTER_TABLE) seen.touched.add(second);
  if (LOSING.has(code)) note(seen.loses, first);
  if (ROWS.has(code) && !inner && !first.startsWith("sqlite_")) {
    seen.target ??= first;
    if (code === constants.SQLITE_INSERT) seen.inserts = true;
  }
  return note(seen.writes, table);
}

function pragma(name, value, deny) {
  const isAllowed = PRAGMAS.has(name) && (value === null || ASKING.test(name));
  return isAllowed || name === "defer_foreign_keys"
    ? SQLITE_OK
    : deny(`PRAGMA ${name}${value === null ? "" : " with a value"} is not allowed`);
}
