import { describe, expect, test } from "vitest";
import { OPERATIONS } from "@/lib/shared/data/documents";
import { documentsQuery } from "./work";

const issuesOf = (query: object): string[] =>
  (documentsQuery.safeParse(query).error?.issues ?? []).map(
    ({ path, message }) => `${path.join(".")}: ${message}`,
  );

const WRITES = OPERATIONS.filter((operation) => /^(update|delete)/.test(operation));
const update = { $set: { a: 1 } };

describe.each(WRITES)("%s", (operation) => {
  const rest = operation.startsWith("update") ? { update } : {};

  test("is rejected without a filter", () => {
    const [first] = issuesOf({ operation, collection: "contacts", ...rest });
    expect(first).toContain(`filter: ${operation} needs filter`);
    expect(first).toContain("{} means every document");
  });

  test("accepts an empty filter", () => {
    expect(issuesOf({ operation, collection: "contacts", filter: {}, ...rest })).toEqual([]);
  });
});

describe("options outside the `options` field", () => {
  test("are moved into `options`", () => {
    const query = {
      operation: "find",
      collection: "contacts",
      limit: 3,
      sort: { name: 1 },
      options: { skip: 1 },
    };
    expect(documentsQuery.parse(query)).toEqual({
      ...{ operation: "find", collection: "contacts" },
      options: { skip: 1, limit: 3, sort: { name: 1 } },
    });
  });

  test("are rejected if `options` contains them, too", () => {
    const query = { operation: "find", collection: "contacts", limit: 3, options: { limit: 5 } };
    expect(documentsQuery.safeParse(query).success).toBe(false);
  });
});

test.each([
  [
    { operation: "aggregate", pipeline: [], filter: { a: 1 } },
    "filter: aggregate does not use filter. Put { $match: filter } first",
  ],
  [
    { operation: "aggregate", pipeline: [], limit: 2 },
    "options.limit: aggregate does not use options.limit. Put { $limit",
  ],
  [{ operation: "find", pipeline: [] }, "pipeline: find does not use pipeline. It takes filter."],
  [{ operation: "find", data: {} }, "data: find does not use data"],
  [
    { operation: "findOne", options: { limit: 2 } },
    "options.limit: findOne does not use options.limit. It returns one",
  ],
  [{ operation: "deleteMany", filter: {}, options: { limit: 1 } }, "It deletes every match; use deleteOne"],
  [{ operation: "insertOne", data: {}, filter: {} }, "filter: insertOne does not use filter"],
  [{ operation: "updateOne", filter: {}, data: {} }, "update: updateOne needs update"],
  [
    { operation: "countDocuments", options: { sort: { a: 1 } } },
    "options.sort: countDocuments does not use options.sort",
  ],
  [{ operation: "find", options: { projecton: {} } }, "options: Unrecognized key"],
])("documentsQuery rejects %o: %s", (query, message) => {
  expect(issuesOf({ collection: "contacts", ...query }).join("\n")).toContain(message);
});
