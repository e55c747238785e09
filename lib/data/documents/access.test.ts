import { describe, expect, test } from "vitest";
import { MANAGED, OPERATIONS, PROTECTED } from "@/lib/shared/data/documents";
import { isAppError } from "@/lib/shared/errors";
import { assertMay, isRead, joinsOf } from "./access";
import { documentsQuery } from "./work";

function refused(act: () => unknown): string | false {
  try {
    act();
    return false;
  } catch (error) {
    if (!isAppError(error)) throw error;
    return error.message;
  }
}

const WRITES = OPERATIONS.filter((operation) => !isRead(operation));
const FOREIGN = [
  ...[
    "users",
    "system.users",
    "pg_catalog",
    "agents",
    "revisions",
    "ai",
    "ai_",
    "AI_x",
    "ai-x",
    "ai_x.y",
    "ai_x$",
    "ai_é",
  ],
  ...[
    "",
    " ai_x",
    "ai_x ",
    "ai_\n",
    "ai_x\u0000",
    "../ai_x",
    "__proto__",
    "constructor",
    "toString",
    "chats ",
    "Chats",
  ],
  ...[
    `ai_${"x".repeat(62)}`,
    "ai_x'; drop table agents --",
    "documents",
    "document_collections",
    "local.oplog.rs",
  ],
];
const CODE = ["$where", "$function", "$accumulator", "$out", "$merge"];

const WRAPS: ((inner: unknown) => unknown)[] = [
  (inner) => inner,
  (inner) => [inner],
  (inner) => ({ $and: [inner] }),
  (inner) => ({ a: { $elemMatch: inner } }),
  (inner) => ({ a: { $not: inner } }),
  (inner) => ({ $expr: { $eq: [1, inner] } }),
  (inner) => [{ $facet: { a: [inner] } }],
  (inner) => [{ $lookup: { from: "ai_a", as: "x", pipeline: [inner] } }],
  (inner) => [{ $unionWith: { coll: "ai_a", pipeline: [inner] } }],
  (inner) => [{ $group: { _id: null, x: inner } }],
  (inner) => [{ $project: { x: { $literal: inner } } }],
];

describe("refuses MongoDB operations that an agent may not run", () => {
  test("refuses writes to protected collections, and any operation on a name outside the agent's collections", () => {
    for (const operation of WRITES)
      for (const name of PROTECTED)
        expect(refused(() => assertMay(operation, name))).toMatch(/protected core collection/);
    for (const operation of OPERATIONS)
      for (const name of FOREIGN)
        expect(
          refused(() => assertMay(operation, name)),
          `${operation} ${name}`,
        ).not.toBe(false);
    expect(refused(() => assertMay("insertOne", "notes"))).toMatch(
      /^Write operations are restricted to AI-managed collections \(master, contacts, schedule, cronjobs\) or collections with the 'ai_' prefix/,
    );
  });

  test("refuses unknown operations", () => {
    for (const operation of [
      "drop",
      "dropDatabase",
      "renameCollection",
      "mapReduce",
      "runCommand",
      "eval",
      "FIND",
      "",
      null,
    ])
      expect(documentsQuery.safeParse({ operation, collection: "ai_a" }).success).toBe(false);
  });

  test("refuses 5,000 nested attempts to run code, write or read forbidden collections", () => {
    let attempts = 0;
    const tries = [
      ...CODE.map((name) => ({ [name]: "return 1" })),
      ...CODE.map((name) => ({ [name]: { into: "agents", body: "x", lang: "js" } })),
      ...FOREIGN.flatMap((name) => [
        { $lookup: { from: name, as: "x" } },
        { $unionWith: name },
        { $unionWith: { coll: name } },
        { $graphLookup: { from: name, as: "x" } },
      ]),
      { $lookup: { from: { db: "config", coll: "agents" }, as: "x" } },
      { $graphLookup: { as: "x" } },
    ];
    for (const inner of tries)
      for (const outer of WRAPS)
        for (const between of WRAPS) {
          attempts++;
          const attempt = outer(between(inner));
          expect(
            refused(() => joinsOf({}, undefined, attempt)),
            JSON.stringify(attempt),
          ).not.toBe(false);
        }
    expect(attempts).toBeGreaterThanOrEqual(5_000);
  });
});

test("assertMay allows permitted operations, and joinsOf returns the joined collections", () => {
  for (const operation of ["find", "findOne", "countDocuments", "aggregate"] as const)
    for (const name of [...PROTECTED, ...MANAGED, "ai_a"])
      expect(refused(() => assertMay(operation, name))).toBe(false);
  for (const operation of WRITES)
    for (const name of [...MANAGED, "ai_notes_2"])
      expect(refused(() => assertMay(operation, name))).toBe(false);
  expect(
    joinsOf([
      { $lookup: { from: "ai_b" } },
      { $unionWith: "contacts" },
      { $facet: { a: [{ $unionWith: { coll: "ai_c" } }] } },
    ]),
  ).toEqual(["ai_b", "contacts", "ai_c"]);
  expect(joinsOf([{ $lookup: { as: "x", pipeline: [{ $documents: [] }] } }])).toEqual([]);
});
