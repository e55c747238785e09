/* Calls of hostile visitors. None may be answered with more than a refusal. */

export type Try = { name: string; call: unknown; version?: unknown; raw?: string };

const TABLES = [
  ...["secrets", "SECRETS", "sqlite_schema", "sqlite_master", "sqlite_sequence", "easel_origins", "other"],
  ...[
    "main.guests",
    "temp.guests",
    '"guests"',
    "guests--",
    "guests; drop table guests",
    "guests x",
    " guests",
  ],
  ...[
    "guests\u0000",
    "pragma_table_info",
    "agents",
    "conversations",
    "__proto__",
    "constructor",
    "toString",
    "dbstat",
  ],
];

const COLUMNS = [
  ...["phone", "visitor", "VISITOR", "id", "rowid", "_rowid_", "oid", "word", "__proto__", "constructor"],
  ...[
    "toString",
    "hasOwnProperty",
    'name" = (select word from secrets) --',
    "name, phone",
    "*",
    "name; drop table guests",
  ],
  ...["name)--", "main.guests.name", "dish'||(select word from secrets)||'", "\u0000", "name\u200b", "Phone"],
];

const VALUES = [
  ...[
    "'; drop table guests; --",
    "' || (select word from secrets) || '",
    "1) union select word from secrets --",
  ],
  ...["{{7*7}}", "<script>alert(1)</script>", "%00", "../../etc/passwd", "\ud800"],
];

const ODD: unknown[] = [
  null,
  true,
  [],
  {},
  { $blob: "%%%" },
  { $integer: "x" },
  { $gt: 0 },
  { toJSON: 1 },
  [["a"]],
  Number.POSITIVE_INFINITY,
];

const insert = (row: unknown, table = "guests") => ({ type: "insert", table, rows: [row] });
const change = (more: object) => ({
  type: "change",
  table: "guests",
  key: { id: 1 },
  set: { dish: "x" },
  was: {},
  ...more,
});

const named = (name: string, calls: unknown[]): Try[] =>
  calls.map((call, at) => ({ name: `${name} ${at}`, call }));

const otherTables = TABLES.flatMap((table) =>
  named(`table ${JSON.stringify(table)}`, [
    insert({ name: "x" }, table),
    { ...change({}), table },
    { type: "remove", table, keys: [{ id: 1 }] },
    { type: "query", query: table, params: [] },
  ]),
);

const otherColumns = COLUMNS.flatMap((column) =>
  named(`column ${JSON.stringify(column)}`, [
    { type: "insert", table: "guests", rows: [JSON.parse(`{"name":"x",${JSON.stringify(column)}:"y"}`)] },
    change({ set: JSON.parse(`{${JSON.stringify(column)}:"y"}`) }),
    change({ was: JSON.parse(`{${JSON.stringify(column === "id" ? "phone" : column)}:"zeppelin"}`) }),
    change({ key: JSON.parse(`{${JSON.stringify(column)}:1}`) }),
    { type: "remove", table: "guests", keys: [JSON.parse(`{${JSON.stringify(column)}:1}`)] },
  ]),
);

/** Rows of the host, whose key the visitor guesses. */
const otherRows = named("row", [
  ...[1, "1", 1.5, -1, 0, "1 or 1=1", "1; drop table guests"].map((id) => change({ key: { id } })),
  ...[1, "1", "1 or 1=1", "x' or '1'='1"].map((id) => ({ type: "remove", table: "guests", keys: [{ id }] })),
  change({ key: {} }),
  change({ key: { id: 1, name: "Host" } }),
  change({ key: { id: null } }),
  change({ set: {} }),
  { type: "remove", table: "guests", keys: [] },
  { type: "remove", table: "guests", keys: [{}] },
  { type: "remove", table: "guests", keys: [{ id: 1 }, { id: 2 }] },
]);

const queries = named("query", [
  ...[2, 3, 1_000, -1, 1.5, "0", null, "select * from secrets", [0], { sql: "select 1" }].map((query) => ({
    ...{ type: "query", query, params: [] },
  })),
  ...ODD.map((one) => ({ type: "query", query: 1, params: [one, one] })),
  ...ODD.filter((one) => !Array.isArray(one)).map((one) => ({ type: "query", query: 0, params: one })),
  { type: "query", query: 0, params: [], sql: "select * from secrets" },
  { type: "query", query: 0 },
  { type: "query", sql: "select * from secrets", params: [] },
  { type: "query", query: 1, params: Array.from({ length: 500 }, () => 1) },
]);

const shapes = named("shape", [
  ...ODD,
  "insert",
  { type: "tool", name: "db_sql", args: { sql: "select * from secrets" } },
  { type: "file", id: "11111111-1111-4111-8111-111111111111" },
  { type: "sql", sql: "select * from secrets" },
  { type: "undo" },
  { type: "form", action: "send", values: { name: "x" } },
  { type: "insert", table: "guests", rows: "all" },
  { type: "insert", table: "guests", rows: [] },
  { type: "insert", table: "guests", rows: Array.from({ length: 101 }, () => ({ name: "x" })) },
  { type: "insert", table: ["guests"], rows: [{ name: "x" }] },
  { type: "insert", table: { toString: "guests" }, rows: [{ name: "x" }] },
  { type: "insert", table: "guests", rows: [{ name: "x" }], owner: "other" },
  { ...insert({ name: "x" }), agentId: "other" },
  insert(Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`c${at}`, at]))),
  ...ODD.slice(2).map((value) => insert({ name: value })),
]);

const versions: Try[] = [0, 2, -1, 1.5, "1", null, "latest", [1], 1e9, { number: 1 }, true].map(
  (version) => ({
    ...{ name: `version ${JSON.stringify(version)}`, version, call: insert({ name: "x" }) },
  }),
);

const bodies: Try[] = [
  '{"__proto__":{"version":1},"call":{"type":"insert","table":"guests","rows":[{"name":"x"}]}}',
  '{"version":1,"call":{"__proto__":{"type":"insert"},"table":"guests","rows":[{"name":"x"}]}}',
  '{"version":1,"call":{"type":"insert","table":"guests","rows":[{"__proto__":{"name":"x"}}]}}',
  '{"version":1,"call":{"type":"insert","table":"guests","rows":[{"name":"x"}]},"constructor":{"prototype":{"admin":true}}}',
  "{",
  "[]",
  "null",
  '"x"',
  "1",
  "",
  "{}",
  '{"version":1}',
  '{"call":{}}',
  `{"version":1,"call":${"[".repeat(5_000)}${"]".repeat(5_000)}}`,
  `{"version":1,"call":{"type":"insert","table":"guests","rows":[{"name":"${"x".repeat(400_000)}"}]}}`,
  `{"version":1,"version":2,"call":{"type":"query","query":0,"params":[]}}`,
  '{"version":1,"call":{"type":"query","type":"insert","table":"secrets","rows":[{"word":"x"}]}}',
].map((raw, at) => ({ name: `body ${at}`, call: undefined, raw }));

export const tries: Try[] = [
  ...otherTables,
  ...otherColumns,
  ...otherRows,
  ...queries,
  ...shapes,
  ...versions,
  ...bodies,
];

/** Texts that may be stored, because they are only values. */
export const values: Try[] = named(
  "value",
  VALUES.slice(0, -1).flatMap((value) => [insert({ name: value }), insert({ name: "x", dish: value })]),
);

export const SLUGS = [
  "..",
  "%2e%2e",
  "guests%2f..",
  "Guests",
  "guests ",
  "guests\u0000",
  "other",
  "",
  "__proto__",
  "api",
];

/** Shows a word if the table has rows, by the names that SQLite knows for it. */
const reached = (from: string, having = "") =>
  `select 'reached' where exists (select 1 from ${from} ${having})`;

/** Published queries of a hostile author. The rules show only own rows of `guests`, of which the visitor has none. */
export const queriesOfAuthors: string[] = [
  "select * from secrets",
  'select * from "secrets"',
  "select * from [secrets]",
  "select * from `secrets`",
  "select * from 'secrets'",
  "select * from /**/ secrets -- x",
  ...["secrets", "main.secrets", "main.guests", "temp.secrets", '"main"."guests"', "[main] . guests"].map(
    (table) => reached(table),
  ),
  "select phone from guests",
  "select count(*) as reached from secrets",
  "select (select word from secrets) as word from guests",
  "select iif((select count(*) from secrets) > 0, 'reached', '')",
  "select 1 union all select word from secrets",
  "select 1 where exists (select 1 from secrets) order by (select word from secrets)",
  // Common table expressions with the name of a view.
  "with guests as (select word as name from secrets) select * from guests",
  "with guests as (select * from main.guests) select * from guests",
  'with "GUESTS" as (select * from main."guests") select * from guests',
  "with recursive guests(n) as (select word from secrets union all select n from guests limit 9) select * from guests",
  "with a as materialized (select * from secrets) select * from a",
  // The schema, its pragmas and table-valued functions.
  ...[
    "sqlite_schema",
    "sqlite_master",
    "sqlite_temp_schema",
    "temp.sqlite_master",
    "main.sqlite_schema",
  ].flatMap((name) => [`select sql as reached from ${name}`, reached(name)]),
  ...["table_info('secrets')", "table_list", "table_xinfo('guests')", "database_list", "function_list"].map(
    (name) => reached(`pragma_${name}`),
  ),
  ...[
    "dbstat",
    "sqlite_dbpage",
    "bytecode('select * from secrets')",
    "tables_used('select * from secrets')",
  ].map((name) => reached(name)),
  reached("sqlite_stat1"),
  reached("easel_origins"),
  "select value from json_each((select json_group_array(word) from secrets))",
  "select j.value from guests g, json_each((select group_concat(word) from secrets)) j",
  "select * from secrets, json_tree('[1]')",
  // Other kinds of statements.
  "pragma database_list",
  "pragma table_info(secrets)",
  "explain select * from guests",
  "explain query plan select * from guests",
  "attach 'data.sqlite' as other",
  "detach main",
  "vacuum into 'copy.sqlite'",
  "select load_extension('x')",
  "select fts3_tokenizer('x')",
  "select readfile('/etc/passwd')",
  "insert into secrets values ('x') returning 'reached'",
  "update guests set name = 'x' returning 'reached'",
  "delete from secrets returning word",
  "replace into secrets values ('x') returning 'reached'",
  "with a as (select 1) delete from secrets returning word",
  "create temp view reached as select * from secrets",
  "create temp trigger t instead of insert on guests begin delete from secrets; end",
  "create temp table guests as select * from secrets",
  "drop view guests",
  "begin; select * from secrets",
  "select 1; select * from secrets",
  "select * from guests; delete from secrets",
  "savepoint a",
  "reindex secrets",
  "analyze secrets",
  "select name from guests where rowid = 1",
  "select guests.* from guests join secrets on 1 = 1",
  "select * from guests natural join secrets",
  "select 'reached' from guests right join secrets on 0",
  "select 'reached' from guests full join secrets",
  'select "easel key 0" from guests',
  // Queries that never end, or need much memory.
  "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n",
  "select length(zeroblob(2000000000))",
  "with recursive s(t) as (select 'x' union all select t || t from s) select max(length(t)) from s",
];
