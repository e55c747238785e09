import type { z } from "zod";
import type { Operation } from "@/lib/shared/data/documents";
import { nearestField } from "@/lib/shared/tools/unknown-fields";

type Uses = { needs?: readonly string[]; takes?: readonly string[]; options?: readonly string[] };

const COMPARED = ["let", "collation"] as const;
const NOTHING: Uses = {};
const UPDATE: Uses = {
  needs: ["filter", "update"],
  options: ["upsert", "arrayFilters", "sort", ...COMPARED],
};
const REMOVE: Uses = { needs: ["filter"], options: ["sort", ...COMPARED] };

const USES: Record<Operation, Uses> = {
  find: { takes: ["filter"], options: ["sort", "skip", "limit", "projection", ...COMPARED] },
  findOne: { takes: ["filter"], options: ["sort", "skip", "projection", ...COMPARED] },
  countDocuments: { takes: ["filter"], options: ["skip", "limit", ...COMPARED] },
  aggregate: { needs: ["pipeline"], options: ["skip", ...COMPARED] },
  insertOne: { needs: ["data"] },
  insertMany: { needs: ["data"], options: ["ordered"] },
  updateOne: UPDATE,
  updateMany: { ...UPDATE, options: ["upsert", "arrayFilters", ...COMPARED] },
  deleteOne: REMOVE,
  deleteMany: { ...REMOVE, options: COMPARED },
  createCollection: NOTHING,
  createIndex: { needs: ["keys"], options: ["unique"] },
  listCollections: NOTHING,
};

const INSTEAD: Record<string, string> = {
  "aggregate filter": "Put { $match: filter } first in pipeline.",
  "aggregate options.sort": "Put { $sort: … } in pipeline.",
  "aggregate options.limit": "Put { $limit: … } in pipeline.",
  "aggregate options.projection": "Put { $project: … } in pipeline.",
  "findOne options.limit": "It returns one document; use find for more.",
  "deleteMany options.limit": "It deletes every match; use deleteOne for one.",
  "updateMany options.limit": "It updates every match; use updateOne for one.",
};

type OperationFields = { operation: Operation; collection?: string; options?: object } & Record<
  string,
  unknown
>;

/**
 * Adds an issue for each field that the operation requires but does not get, and for each field that it would
 * ignore. Updates and deletions require a filter, because one with a misspelled `filter` would otherwise
 * change every document.
 */
export function checkUses(fields: OperationFields, context: z.RefinementCtx): void {
  const { operation, options = {} } = fields;
  const { needs = [], takes = [], options: usable = [] } = USES[operation];
  const add = (path: string[], message: string) => context.addIssue({ code: "custom", path, message });
  if (fields.collection === undefined && operation !== "listCollections")
    add(["collection"], `${operation} needs collection`);
  for (const field of needs)
    if (fields[field] === undefined)
      add(
        [field],
        field === "filter"
          ? `${operation} needs filter, such as { "name": "Ada" }; {} means every document of the collection`
          : `${operation} needs ${field}`,
      );
  const used = [...needs, ...takes];
  for (const field of ["filter", "data", "update", "pipeline", "keys"])
    if (fields[field] !== undefined && !used.includes(field)) add([field], unused(operation, field, used));
  for (const [name, value] of Object.entries(options))
    if (value !== undefined && !usable.includes(name))
      add(["options", name], unused(operation, `options.${name}`, usable, nearestField(name, usable)));
}

function unused(operation: Operation, field: string, used: readonly string[], near?: string): string {
  const help =
    INSTEAD[`${operation} ${field}`] ??
    (near ? `Did you mean ${near}?` : used.length > 0 ? `It takes ${used.join(", ")}.` : "It takes none.");
  return `${operation} does not use ${field}. ${help}`;
}
