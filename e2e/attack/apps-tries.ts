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
