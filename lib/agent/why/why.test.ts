import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { execute } from "@/lib/data/sqlite/index";
import type { Step, Why } from "@/lib/shared/why/contract";
import type { WhyQuery } from "@/lib/shared/why/query";
import { resolveAgent } from "@/lib/store/agents/agents";
import { readText } from "@/lib/store/agents/identity";
import { asJson, sql } from "@/lib/store/db";
import { testDatabase } from "@/lib/store/testing/database";
import { whyOf } from "./why";

let database: Awaited<ReturnType<typeof testDatabase>>;
let [agentId, folder] = ["", ""];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "easel-why-"));
  vi.stubEnv("EASEL_DATA_DIR", folder);
  database = await testDatabase();
  agentId = await resolveAgent();
  await sql()`
    insert into revisions (agent_id, kind, name, version, content, author)
    values (${agentId}, 'tool', 'rates', 3, '{}', 'agent'), (${agentId}, 'component', 'Oven', 2, '{}', 'agent')`;
});
afterAll(async () => {
  await database.drop();
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

type Message = { id: string; role: "user" | "assistant"; parts: object[]; metadata?: object };
const said = (id: string, text: string): Message => ({ id, role: "user", parts: [{ type: "text", text }] });
const wrote = (id: string, ...parts: object[]): Message => ({
  ...{ id, role: "assistant" as const, parts },
  metadata: { model: "lab/one", usage: { inputTokens: 900, outputTokens: 100, cost: 0.02 } },
});
const call = (toolCallId: string, tool: string, input: unknown, output: unknown, toolMetadata?: object) => ({
  ...{ type: `tool-${tool}`, toolCallId, state: "output-available", input, output },
  ...(toolMetadata && { toolMetadata }),
});
const shows = (toolCallId: string, ...blocks: object[]) =>
  call(toolCallId, "render_blocks", { title: "Sheet", blocks }, { action: "shown" });

async function conversation(messages: Message[], of = agentId): Promise<string> {
  const id = randomUUID();
  const { content } = await readText(of, "system_prompt");
  await sql()`insert into conversations (id, agent_id, identity) values (${id}, ${of}, ${content})`;
  for (const { id: message, role, parts, metadata } of messages)
    await sql()`
      insert into messages (conversation_id, id, agent_id, role, parts, metadata)
      values (${id}, ${message}, ${of}, ${role}, ${asJson(parts)}::json, ${asJson(metadata ?? null)}::json)`;
  return id;
}

const ask = (conversationId: string, query: WhyQuery): Promise<Why> =>
  whyOf({ agentId, conversationId }, query, "owner");

/** The facts of a chain that a reader needs to find each cause. */
const brief = (step: Step): string => {
  switch (step.kind) {
    case "message":
      return `${step.by} ${step.messageId}`;
    case "call":
      return `call ${step.messageId}/${step.toolCallId}`;
    case "query":
      return `${step.isLive ? "live" : "query"} ${step.text}`;
    case "rows":
      return `row ${step.nth ?? "-"} of ${[...step.tables, step.collection ?? []].flat().join()}`;
    case "change":
      return `changed by ${step.author}`;
    case "page":
      return `page ${step.url}`;
    case "file":
      return `file ${step.link}`;
    case "memory":
      return `${step.of} ${step.name}`;
    case "helper":
    case "reads":
      return step.kind;
    case "origin":
      return `origin ${step.origins.join()}`;
    case "version":
      return `${step.name} ${step.version}`;
    case "cost":
      return `cost ${step.tokens} ${step.cost}`;
  }
};
const COST = "cost 1000 0.02";

const SALES = "select product, sold, price, share from sales order by product";
const FACTS = [
  "prefers tea without sugar",
  "is allergic to hazelnuts",
  "works from Tuesday to Friday",
  "has a dog named Bruno",
];
const FILE = "0b6f2c1e-1111-4222-8333-444455556666";
const FACT = (nth: number) => `0b6f2c1e-0000-4000-8000-00000000000${nth}`;
const HITS = [
  "Harbour opens at dawn",
  "Ferry line 4 is back",
  "New lighthouse keeper",
  "Storm closes the pier",
  "Fish market moves",
];
const TIDES = [
  "High water is at 6:12 in the morning",
  "The harbour closes at sunset in winter",
  "Berths cost 38 euros a night",
  "The pilot boat answers on channel 12",
];

test("returns 50 right chains for 50 values on 10 sheets, and none for invented values", async () => {
  await execute({
    agentId,
    mode: "any",
    sql: `create table sales (product text, sold integer, price real, share real);
      insert into sales values ('Rye loaf', 1204, 3.2, 0.1234), ('Seeded roll', 300, 0.85, 0.3071), ('Spelt loaf', 58, 4.1, 0.0594);
      create table stock (item text, kg real); insert into stock values ('Flour', 1250.5), ('Salt', 41);`,
  });
  const { columns, rows } = (await execute({ agentId, sql: SALES, mode: "read" })) as unknown as {
    columns: string[];
    rows: (string | number)[][];
  };
  const people = [
    { _id: "1", name: "Mia Stone", phone: "+49 30 5550101", city: "Berlin" },
    { _id: "2", name: "Otto Lind", phone: "+46 8 5550102", city: "Lund" },
  ];
  const page = {
    status: 200,
    url: "https://norvik.example/tides",
    markdown: `# Tides\n\n${TIDES.join(".\n\n")}.`,
    ok: true,
  };
  const lease = {
    ...{ name: "Lease.pdf", pages: 9 },
    text: "Lease\n\n[page 3]\nThe rent is 1,250 euros a month.\nA deposit of 3,750 euros is due.\n\n[page 7]\nNotice is 90 days.\nHeating costs 145 euros, water 62 euros.",
    places: { "page 3": `/files/${FILE}?passage=4`, "page 7": `/files/${FILE}?passage=11` },
  };
  const helper = await conversation([
    said("task", "Find the fares"),
    wrote(
      "h1",
      call(
        "f",
        "fetch_url",
        { url: "https://rail.example/fares" },
        {
          url: "https://rail.example/fares",
          body: JSON.stringify({
            fares: [
              { to: "Oslo", fare: 412.5 },
              { to: "Bergen", fare: 688 },
            ],
          }),
        },
      ),
    ),
  ]);
  const id = await conversation([
    said("u1", "Show the sales"),
    wrote(
      "a1",
      // The same numbers of other things.
      call(
        "x",
        "db_sql",
        { sql: "select thing, n from other" },
        {
          columns: ["thing", "n"],
          rows: [
            ["Paper bag", 300],
            ["Rye flour", 58],
            ["Salt", 1204],
            ["Milk", 3.2],
          ],
        },
      ),
      call("q", "db_sql", { sql: SALES }, { columns, rows, row_count: 3, truncated: false }),
      shows("s1", {
        type: "table",
        columns: [
          { key: "name", label: "Product" },
          { key: "sold", label: "Sold" },
          { key: "price", label: "Price", kind: "currency", currency: "EUR" },
          { key: "share", label: "Share", kind: "percent" },
        ],
        data: [
          { name: "Seeded roll", sold: 300, price: 0.85, share: 30.71 },
          { name: "Rye loaf", sold: 1204, price: 3.2, share: 12.34 },
          { name: "Spelt loaf", sold: 58, price: 4.1, share: 6 },
        ],
      }),
    ),
    said("u2", "And the contacts"),
    wrote(
      "a2",
      call("d", "db_query", { operation: "find", collection: "contacts", filter: {} }, { documents: people }),
      shows("s2", {
        type: "table",
        columns: ["name", "phone", "city"].map((key) => ({ key, label: key })),
        data: people.map(({ _id, ...rest }) => rest),
      }),
    ),
    said("u3", "When is high water?"),
    wrote(
      "a3",
      call("f", "fetch_url", { url: page.url }, page, { web: ["https://norvik.example"] }),
      shows("s3", {
        type: "markdown",
        content: `${TIDES.map((one) => `- **${one}**.`).join("\n")}\n- Best seen [from the pier](https://norvik.example/tides)`,
      }),
    ),
    said("u4", "What is new?"),
    wrote(
      "a4",
      call(
        "w",
        "web_search",
        { query: "norvik news" },
        {
          results: HITS.map((title, at) => ({
            title,
            url: `https://news.example/${at}`,
            snippet: `${title}, they say.`,
          })),
        },
        { web: ["https://news.example"] },
      ),
      shows("s4", { type: "timeline", items: HITS.map((title) => ({ at: "2026-11-28", title })) }),
    ),
    said("u5", "What does the lease say?"),
    wrote(
      "a5",
      call("r", "read_file", { file_id: FILE }, lease, { web: ["file:Lease.pdf"] }),
      shows("s5", {
        type: "metrics",
        items: [
          ...[
            { label: "Rent", value: 1250, currency: "EUR" },
            { label: "Deposit", value: 3750, currency: "EUR" },
          ],
          ...[
            { label: "Notice", value: 90, unit: "days" },
            { label: "Heating", value: 145 },
            { label: "Water", value: 62 },
          ],
        ],
      }),
    ),
    said("u6", "What do you know of Mia?"),
    wrote(
      "a6",
      call(
        "m",
        "memory",
        { action: "recall", query: "Mia" },
        {
          success: true,
          memories: FACTS.map((content, at) => ({ id: FACT(at), layer: "long", content: `Mia ${content}` })),
        },
      ),
      call(
        "s",
        "search",
        { query: "garden" },
        {
          results: [
            { domain: "archival_memory", label: "garden", excerpt: "The roses are cut in March", score: 1 },
          ],
        },
      ),
      shows("s6", {
        type: "markdown",
        content: [...FACTS.map((one) => `Mia ${one}.`), "The roses are cut in March."].join("\n\n"),
      }),
    ),
    said("u7", "Chart the rates"),
    wrote(
      "a7",
      call(
        "o",
        "rates",
        { base: "EUR" },
        { rates: { USD: 1.0832, SEK: 11.4671, NOK: 11.7312, GBP: 0.8344, CHF: 0.9316 } },
      ),
      shows("s7", {
        type: "chart",
        chartType: "bar",
        data: {
          labels: ["USD", "SEK", "NOK", "GBP", "CHF"],
          series: [{ name: "Rate", values: [1.0832, 11.4671, 11.7312, 0.8344, 0.9316] }],
        },
      }),
    ),
    said("u8", "And the fares"),
    wrote(
      "a8",
      call(
        "h",
        "ask_agent",
        { agent: "self", task: "Fares" },
        { answer: "Oslo 412.50, Bergen 688", conversation_id: helper },
      ),
      shows("s8", {
        type: "table",
        columns: [
          { key: "to", label: "To" },
          { key: "fare", label: "Fare" },
        ],
        data: [
          { to: "Oslo", fare: 412.5 },
          { to: "Bergen", fare: 688 },
        ],
      }),
    ),
    said("u9", "What is in stock?"),
    wrote("a9", shows("s9", { type: "table", data: { sql: "select item, kg from stock" } })),
    said("u10", "Put it into the oven view"),
    {
      ...wrote(
        "a10",
        call(
          "q",
          "db_sql",
          { sql: "select item, kg from stock" },
          {
            columns: ["item", "kg"],
            rows: [
              ["Flour", 1250.5],
              ["Salt", 41],
            ],
          },
        ),
        call(
          "s10",
          "render_and_wait",
          {
            component: "Oven",
            props: {
              items: [
                { item: "Flour", kg: 1250.5 },
                { item: "Salt", kg: 41 },
              ],
            },
          },
          { action: "shown" },
        ),
      ),
      metadata: {
        ...wrote("").metadata,
        calls: { s10: { shown: { bundle: "b", name: "Oven", version: 2 } } },
      },
    },
  ]);
  await sql()`
    insert into helpers (conversation_id, agent_id, asker_agent_id, asker_conversation_id, asker_run_id, asker_message_id, tool_call_id, depth, payers, is_awaited, unattended)
    values (${helper}, ${agentId}, ${agentId}, ${id}, ${randomUUID()}, 'a8', 'h', 1, '{}', true, false)`;
  await sql()`
    insert into tool_calls (conversation_id, message_id, tool_call_id, parent_tool_call_id, agent_id, run_id, tool_name, input, status, output)
    values (${id}, 'a7', 'o/001', 'o', ${agentId}, ${randomUUID()}, 'fetch_url', '{"url":"https://bank.example/rates"}', 'ok',
      '{"url":"https://bank.example/rates","body":"{\\"USD\\":1.0832,\\"SEK\\":11.4671,\\"NOK\\":11.7312,\\"GBP\\":0.8344,\\"CHF\\":0.9316}"}')`;

  const row = (nth: number) => [
    "call a1/q",
    `query ${SALES}`,
    `row ${nth} of sales`,
    "changed by person",
    COST,
  ];
  const cell = (text: string, at: number, column: string, nth: number): Planted => [
    "a1/s1",
    { text, row: at, column, block: 0 },
    row(nth),
  ];
  const found = (message: string, calls: string[]) => [`call ${message}`, ...calls, COST];
  const planted: Planted[] = [
    ...[
      cell("Seeded roll", 1, "Product", 2),
      cell("1,204", 2, "Sold", 1),
      cell("€3.20", 2, "Price", 1),
      cell("12.34%", 2, "Share", 1),
    ],
    // The table is sorted on the canvas, so these are in other rows there.
    ...[
      cell("58", 1, "Sold", 3),
      cell("€4.10", 1, "Price", 3),
      cell("6%", 1, "Share", 3),
      cell("30.71%", 3, "Share", 2),
    ],
    ...people.flatMap(({ name, phone, city }, at) =>
      Object.entries({ name, phone, city }).map(
        ([column, text]): Planted => [
          "a2/s2",
          { text, row: at + 1, column, block: 0 },
          found("a2/d", [
            'query {\n  "operation": "find",\n  "collection": "contacts",\n  "filter": {}\n}',
            "row - of contacts",
          ]),
        ],
      ),
    ),
    ...[...TIDES, "Best seen from the pier"].map(
      (text): Planted => [
        "a3/s3",
        { text, block: 0, tag: "li" },
        found("a3/f", ["page https://norvik.example/tides", "origin https://norvik.example"]),
      ],
    ),
    ...HITS.map(
      (text, at): Planted => [
        "a4/s4",
        { text, block: 0, tag: "p" },
        found("a4/w", [`page https://news.example/${at}`, "origin https://news.example"]),
      ],
    ),
    ...(["€1,250.00", "€3,750.00", "90 days", "145", "62"] as const).map(
      (text, at): Planted => [
        "a5/s5",
        { text, block: 0, tag: "dd" },
        found("a5/r", [`file /files/${FILE}?passage=${at < 2 ? 4 : 11}`, "origin file:Lease.pdf"]),
      ],
    ),
    ...FACTS.map(
      (text, at): Planted => [
        "a6/s6",
        { text: `Mia ${text}.`, block: 0, tag: "p" },
        found("a6/m", [`fact ${FACT(at)}`]),
      ],
    ),
    ["a6/s6", { text: "The roses are cut in March.", block: 0, tag: "p" }, found("a6/s", ["archive garden"])],
    ...["1.0832", "11.4671", "11.7312", "0.8344", "0.9316"].map(
      (text): Planted => [
        "a7/s7",
        { text, block: 0, tag: "td" },
        ["call a7/o", "call a7/o/001", "page https://bank.example/rates", "rates 3", COST],
      ],
    ),
    ...[
      ["Oslo", 1, "To"],
      ["412.5", 1, "Fare"],
      ["Bergen", 2, "To"],
      ["688", 2, "Fare"],
    ].map(
      ([text, at, column]): Planted => [
        "a8/s8",
        { text: `${text}`, row: Number(at), column: `${column}`, block: 0 },
        ["call a8/h", "helper", "call h1/f", "page https://rail.example/fares", COST, COST],
      ],
    ),
    ...["Flour", "1,250.5", "Salt", "41"].map(
      (text): Planted => [
        "a9/s9",
        { text, row: 1, column: "kg", block: 0 },
        ["live select item, kg from stock", "row - of stock", "changed by person"],
      ],
    ),
    ...[
      ["Flour", 1],
      ["1250.5 kg", 1],
      ["Salt", 2],
    ].map(
      ([text, nth]): Planted => [
        "a10/s10",
        { text: `${text}`, tag: "b" },
        found("a10/q", ["query select item, kg from stock", `row ${nth} of stock`, "changed by person"]),
      ],
    ),
  ];
  expect(planted).toHaveLength(50);

  let right = 0;
  for (const [surface, place, chain] of planted) {
    const [messageId = "", toolCallId = ""] = surface.split("/");
    const { sources, made } = await ask(id, { messageId, toolCallId, ...place });
    expect({ place, chains: sources.map(({ steps }) => steps.map(brief)) }).toEqual({
      place,
      chains: [chain],
    });
    const number = messageId.slice(1);
    expect(made.map(brief)).toEqual([
      ...[`user u${number}`, `call ${surface}`],
      ...(number === "10" ? ["Oven 2"] : []),
      ...["system_prompt 1", COST],
    ]);
    right += 1;
  }
  expect(right).toBe(50);

  const invented: [string, Partial<WhyQuery>][] = [
    ["a1/s1", { text: "77", row: 1, column: "Sold", block: 0 }],
    ["a3/s3", { text: "The lighthouse is open to visitors on Sundays", block: 0, tag: "li" }],
    ["a5/s5", { text: "€9,999.00", block: 0, tag: "dd" }],
  ];
  for (const [surface, place] of invented) {
    const [messageId = "", toolCallId = ""] = surface.split("/");
    expect(await ask(id, { messageId, toolCallId, ...place })).toMatchObject({
      sources: [],
      isComplete: true,
    });
  }
}, 20_000);

type Planted = [surface: string, place: Partial<WhyQuery>, chain: string[]];

test.each([
  ["1.204 Stück"],
  ["The rye loaf sold best: 1,204 pieces, 12.3% of all"],
  ["1.2k pieces of rye loaf"],
])("recognises a number that is written as %s", async (text) => {
  const id = await conversation([
    said("u1", "Sales?"),
    wrote(
      "a1",
      call(
        "q",
        "db_sql",
        { sql: "select 1" },
        {
          columns: ["product", "sold", "share"],
          rows: [
            ["Rye loaf", 1204, 0.1234],
            ["Roll", 300, 0.3],
          ],
        },
      ),
      shows("s", { type: "markdown", content: text }),
    ),
  ]);
  const { sources } = await ask(id, { messageId: "a1", toolCallId: "s", block: 0, tag: "p", text });
  expect(sources).toMatchObject([
    {
      steps: [
        { kind: "call", toolCallId: "q" },
        { kind: "query" },
        { kind: "rows", nth: 1 },
        { kind: "cost" },
      ],
    },
  ]);
});

test("finds the row of a formatted date in a sorted table, and the result of a whole chart", async () => {
  const data = [
    { day: "2026-11-27", n: 5 },
    { day: "2026-11-28", n: 7 },
  ];
  const id = await conversation([
    said("u1", "Per day?"),
    wrote(
      "a1",
      call("q", "db_sql", { sql: "select 1" }, { columns: ["day", "n"], rows: data.map(Object.values) }),
      shows(
        "s",
        { type: "table", columns: [{ key: "day", label: "Day", kind: "date" }], data },
        {
          ...{ type: "chart", chartType: "bar" },
          data: { labels: data.map(({ day }) => day), series: [{ name: "N", values: [5, 7] }] },
        },
      ),
    ),
  ]);
  const place = { messageId: "a1", toolCallId: "s" };
  const cell = await ask(id, { ...place, block: 0, row: 1, column: "Day", text: "Nov 28, 2026" });
  expect(cell.sources).toMatchObject([{ steps: [{ toolCallId: "q" }, { kind: "query" }, { nth: 2 }, {}] }]);
  const chart = await ask(id, { ...place, block: 1, text: "0 2 4 6 8 Nov 27 Nov 28" });
  expect(chart.sources).toMatchObject([
    { steps: [{ toolCallId: "q" }, { kind: "query" }, { kind: "rows" }, {}] },
  ]);
});

test("lists several results that have the value, prefers those of the same answer, and finds what the user wrote", async () => {
  const count = (id: string, table: string) =>
    call(id, "db_sql", { sql: `select count(*) as n from ${table}` }, { columns: ["n"], rows: [[417]] });
  const id = await conversation([
    said("u1", "My locker is number 8821"),
    wrote("a1", count("x", "a")),
    said("u2", "Count"),
    wrote(
      "a2",
      count("y", "b"),
      count("z", "c"),
      shows("s", {
        type: "metrics",
        items: [
          { label: "All", value: 417 },
          { label: "Locker", value: 8821 },
        ],
      }),
    ),
  ]);
  const both = await ask(id, { messageId: "a2", toolCallId: "s", block: 0, tag: "dd", text: "417" });
  expect(both.sources.map(({ steps }) => steps[0])).toMatchObject([{ toolCallId: "z" }, { toolCallId: "y" }]);
  const own = await ask(id, { messageId: "a2", toolCallId: "s", block: 0, tag: "dd", text: "8821" });
  expect(own.sources).toMatchObject([{ steps: [{ kind: "message", by: "user", messageId: "u1" }] }]);
  await sql()`
    insert into sheets (conversation_id, message_id, tool_call_id, agent_id, entries)
    values (${id}, 'a2', 's', ${agentId}, ${asJson({
      edited: {
        over: "a2/s",
        versions: [{ at: "", input: { blocks: [{ type: "markdown", content: "Mine alone" }] } }],
      },
    })}::json)`;
  const changed = await ask(id, { messageId: "a2", toolCallId: "s", block: 0, tag: "p", text: "Mine alone" });
  expect(changed.sources).toMatchObject([{ steps: [{ kind: "message", by: "edit" }] }]);
});

test("names the rule by which a call was refused or asks", async () => {
  const denied = {
    type: "tool-set_state",
    toolCallId: "no",
    state: "output-denied",
    input: {},
    approval: { id: "no", approved: false },
  };
  const asks = {
    type: "tool-fetch_url",
    toolCallId: "ask",
    state: "approval-requested",
    input: {},
    approval: { id: "ask" },
  };
  const id = await conversation([
    said("u1", "Store it"),
    { ...wrote("a1", denied, asks), metadata: { calls: { no: { refusedBy: "policy" } } } },
  ]);
  const run = randomUUID();
  await sql()`insert into runs (id, agent_id, conversation_id, message_id, status) values (${run}, ${agentId}, ${id}, 'a1', 'waiting')`;
  await sql()`
    insert into asks (conversation_id, message_id, tool_call_id, agent_id, run_id, tool_name, kind, input, because)
    values (${id}, 'a1', 'ask', ${agentId}, ${run}, 'fetch_url', 'approval', '{}', ${asJson({ kind: "web", origins: ["https://norvik.example"] })}::json)`;
  expect((await ask(id, { messageId: "a1", toolCallId: "no" })).rule).toEqual({
    tool: "set_state",
    outcome: "refused",
    by: "policy",
  });
  expect((await ask(id, { messageId: "a1", toolCallId: "ask" })).rule).toEqual({
    ...{ tool: "fetch_url", outcome: "asked" },
    because: { kind: "web", origins: ["https://norvik.example"] },
  });
  await expect(ask(id, { messageId: "a1", toolCallId: "other" })).rejects.toMatchObject({
    code: "not_found",
  });
});
