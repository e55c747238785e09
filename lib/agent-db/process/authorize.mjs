import { constants } from "node:sqlite";

const { SQLITE_OK, SQLITE_DENY } = constants;

/** What they tell is the database's own; FTS5 needs `data_version`. */
const PRAGMAS = new Set(
  `application_id collation_list compile_options data_version encoding foreign_key_check foreign_key_list foreign_keys
   freelist_count function_list index_info index_list index_xinfo integrity_check max_page_count page_count page_size
   pragma_list quick_check recursive_triggers table_info table_list table_xinfo user_version`.split(/\s+/),
);
/** Their argument says of what, not what shall be. */
const ASKING = /_(info|xinfo|list|check)$/;
const MODULES = new Set(["fts5"]);
const FUNCTIONS = new Set(["load_extension", "fts3_tokenizer"]);
const MOST_NAMES = 1_000;

const codes = (names) => new Set(names.split(/\s+/).map((name) => constants[`SQLITE_${name}`]));
const ROWS = codes("INSERT UPDATE DELETE");
/** The table is the first argument, or the second where something of it is meant. */
const ON_FIRST = codes(
  "INSERT UPDATE DELETE CREATE_TABLE CREATE_VIEW CREATE_VTABLE DROP_TABLE DROP_VIEW DROP_VTABLE",
);
const ON_SECOND = codes("CREATE_INDEX CREATE_TRIGGER DROP_INDEX DROP_TRIGGER ALTER_TABLE");
const TEMPORARY = codes("CREATE_TEMP_TABLE CREATE_TEMP_VIEW CREATE_TEMP_TRIGGER CREATE_TEMP_INDEX");
const DROPPING = codes("DROP_TABLE DROP_VIEW DROP_VTABLE");
const OTHERS = codes(
  "REINDEX ANALYZE SAVEPOINT DROP_TEMP_TABLE DROP_TEMP_VIEW DROP_TEMP_TRIGGER DROP_TEMP_INDEX",
);
const WRITES = new Set([...ON_FIRST, ...ON_SECOND, ...TEMPORARY, ...OTHERS]);

/** Says of every part of a statement whether it may be, and notes what it touches. */
export function openAuthorizer() {
  const seen = {};
  let mode = "any";
  let reason;
  let isOurs = false;

  const begin = (next) => {
    mode = next;
    reason = undefined;
    Object.assign(seen, { reads: new Set(), writes: new Set(), temporary: false });
    forget();
  };
  /** What was seen of the statement before. */
  const forget = () =>
    Object.assign(seen, {
      transaction: undefined,
      isWrite: false,
      inserts: false,
      drops: false,
      target: undefined,
    });

  const deny = (words) => {
    reason ??= words;
    return SQLITE_DENY;
  };
  const note = (names, name) => {
    if (name && !name.startsWith("sqlite_") && names.size < MOST_NAMES) names.add(name);
    return SQLITE_OK;
  };
  const write = (code, first, second, database, inner) => {
    if (mode === "read")
      return deny("Only reading is allowed here: a SELECT, and nothing that changes anything");
    seen.isWrite = true;
    if (TEMPORARY.has(code)) seen.temporary = true;
    if (database === "temp") return SQLITE_OK;
    if (DROPPING.has(code)) seen.drops = true;
    const table = ON_SECOND.has(code) ? second : ON_FIRST.has(code) ? first : undefined;
    if (ROWS.has(code) && !inner && !first.startsWith("sqlite_")) {
      seen.target ??= first;
      if (code === constants.SQLITE_INSERT) seen.inserts = true;
    }
    return note(seen.writes, table);
  };

  const authorize = (code, first, second, database, inner) => {
    if (isOurs) return SQLITE_OK;
    switch (code) {
      case constants.SQLITE_SELECT:
      case constants.SQLITE_RECURSIVE:
        return SQLITE_OK;
      case constants.SQLITE_READ:
        return database === "temp" ? SQLITE_OK : note(seen.reads, first);
      case constants.SQLITE_FUNCTION:
        return FUNCTIONS.has(second?.toLowerCase()) ? deny(`${second}() is not allowed`) : SQLITE_OK;
      case constants.SQLITE_PRAGMA:
        return pragma(first.toLowerCase(), second, deny);
      case constants.SQLITE_TRANSACTION:
        if (mode !== "read") seen.transaction = first;
        return mode === "read" ? write(code) : SQLITE_OK;
      case constants.SQLITE_ATTACH:
        return deny(
          first ? "Other files cannot be attached" : "VACUUM is not needed: free pages are used again",
        );
      case constants.SQLITE_DETACH:
        return deny("There is no other database to detach");
      case constants.SQLITE_CREATE_VTABLE:
        if (!MODULES.has(second?.toLowerCase())) return deny("Of virtual tables there is only fts5");
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
    /** Why something was denied since `begin`. */
    denied: () => reason,
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

function pragma(name, value, deny) {
  const isAllowed = PRAGMAS.has(name) && (value === null || ASKING.test(name));
  return isAllowed || name === "defer_foreign_keys"
    ? SQLITE_OK
    : deny(`PRAGMA ${name}${value === null ? "" : " with a value"} is not allowed`);
}
