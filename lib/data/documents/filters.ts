import { AppError } from "@/lib/shared/errors";
import { isPlainObject } from "./candidates";
import type { PreparedWork } from "./work";

/**
 * MongoDB rejects these operators in a filter if their array is empty, but accepts the expressions of the
 * same names with an empty array.
 */
const LOGICAL = new Set(["$and", "$or", "$nor"]);

/** Throws an AppError that names the field if a logical operator in any filter of the query is empty. */
export function assertFilters({ filter, update, pipeline, options }: PreparedWork): void {
  checkFilter(filter, "filter");
  if (Array.isArray(pipeline)) checkPipeline(pipeline, "pipeline");
  for (const [nth, one] of (options.arrayFilters ?? []).entries())
    checkFilter(one, `options.arrayFilters.${nth}`);
  if (isPlainObject(update) && isPlainObject(update.$pull))
    for (const [path, condition] of Object.entries(update.$pull))
      checkElement(condition, `update.$pull.${path}`);
}

function checkFilter(filter: unknown, at: string): void {
  if (!isPlainObject(filter)) return;
  for (const [name, condition] of Object.entries(filter)) {
    if (LOGICAL.has(name)) checkLogical(condition, `${at}.${name}`, name);
    else if (!name.startsWith("$")) checkCondition(condition, `${at}.${name}`);
  }
}

function checkLogical(filters: unknown, at: string, name: string): void {
  if (!Array.isArray(filters) || filters.length === 0 || !filters.every(isPlainObject))
    throw new AppError(
      "invalid",
      `${at} needs an array with at least one filter, such as [{ "status": "done" }]. Omit ${name} if there is none.`,
    );
  for (const [nth, one] of filters.entries()) checkFilter(one, `${at}.${nth}`);
}

function checkCondition(condition: unknown, at: string): void {
  if (!isPlainObject(condition)) return;
  checkElement(condition.$elemMatch, `${at}.$elemMatch`);
  checkCondition(condition.$not, `${at}.$not`);
  if (Array.isArray(condition.$all))
    for (const [nth, one] of condition.$all.entries()) checkCondition(one, `${at}.$all.${nth}`);
}

function checkElement(condition: unknown, at: string): void {
  checkFilter(condition, at);
  checkCondition(condition, at);
}

function checkPipeline(stages: unknown, at: string): void {
  if (!Array.isArray(stages)) return;
  for (const [nth, stage] of stages.entries()) {
    if (!isPlainObject(stage)) continue;
    const of = `${at}.${nth}`;
    checkFilter(stage.$match, `${of}.$match`);
    for (const name of ["$lookup", "$unionWith"]) {
      const joined = stage[name];
      if (isPlainObject(joined)) checkPipeline(joined.pipeline, `${of}.${name}.pipeline`);
    }
    if (isPlainObject(stage.$graphLookup))
      checkFilter(stage.$graphLookup.restrictSearchWithMatch, `${of}.$graphLookup.restrictSearchWithMatch`);
    if (isPlainObject(stage.$facet))
      for (const [name, part] of Object.entries(stage.$facet)) checkPipeline(part, `${of}.$facet.${name}`);
  }
}
