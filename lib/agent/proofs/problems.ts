import { isDeepStrictEqual } from "node:util";
import { misfit } from "@/lib/code/json-schema/fit";
import { isObject, type JsonSchema } from "@/lib/code/json-schema/subject";
import { outcomeOf } from "@/lib/code/proof/compare";
import type { CallInCode } from "@/lib/code/tools/calls-in";
import { readTablesOf } from "@/lib/data/sqlite/index";
import type { Use } from "@/lib/shared/components/access";
import { isAppError } from "@/lib/shared/errors";
import { listExamples } from "@/lib/store/agents/examples";
import { readSettings, type Settings } from "@/lib/store/agents/settings";
import { read as readFile } from "@/lib/store/data/files";
import { newestSchemas } from "@/lib/tools/mcp/newest";
import { catalog } from "@/lib/tools/toolsets/catalog";
import { type Columns, columnsNow } from "./columns";
import type { Inspected } from "./inspected";

/** The settings and tables that code depends on, as they are now. */
export type Present = { settings: Settings; columns: Columns };

export async function presentOf(agentId: string): Promise<Present> {
  const [settings, columns] = await Promise.all([readSettings(agentId), columnsNow(agentId)]);
  return { settings, columns };
}

/** `problem`: why the live version no longer works, or null. Counts the examples that ran, and the others. */
export type Finding = { problem: string | null; tried: number; skipped: number };

export async function findProblems(
  { item, queries, calls, uses, content, run }: Inspected,
  present: Present,
  signal: AbortSignal,
): Promise<Finding> {
  const { agentId } = item;
  const problems: string[] = [];
  for (const query of new Set(queries)) {
    const problem = await problemOfSql(agentId, query);
    if (problem !== null) problems.push(`${problem}\n${query}`);
  }
  for (const call of calls) problems.push(...(await problemsOfCall(agentId, call, present.settings)));
  for (const use of uses) problems.push(...(await problemsOfUse(agentId, use, present.columns)));
  const examples = await listExamples(item);
  const runLive = run(content);
  let skipped = 0;
  for (const { input, expected } of examples) {
    signal.throwIfAborted();
    const outcome = outcomeOf(await runLive(input, signal), expected);
    if (outcome.state === "failed") problems.push(`An example fails: ${outcome.text}`);
    if (outcome.state === "skipped") skipped++;
  }
  const problem = problems.length > 0 ? [...new Set(problems)].join("\n\n") : null;
  return { problem, tried: examples.length - skipped, skipped };
}

export async function problemOfSql(agentId: string, query: string): Promise<string | null> {
  try {
    await readTablesOf({ agentId, sql: query });
    return null;
  } catch (error) {
    if (isAppError(error) && error.code === "invalid") return error.message;
    throw error;
  }
}

async function problemsOfUse(agentId: string, use: Use, columns: Columns): Promise<string[]> {
  if (use.kind === "table") {
    const isPresent = Object.keys(columns).some((name) => name.toLowerCase() === use.name.toLowerCase());
    return isPresent ? [] : [`The table ${use.name} is gone.`];
  }
  if (use.kind !== "file") return [];
  try {
    await readFile(agentId, use.name);
    return [];
  } catch (error) {
    if (isAppError(error) && error.code === "not_found") return [`The file ${use.name} is gone.`];
    throw error;
  }
}

async function problemsOfCall(agentId: string, call: CallInCode, settings: Settings): Promise<string[]> {
  const { name } = call;
  const found = await catalog.find(agentId, name);
  if (!found) return [`The tool ${name} is gone.`];
  const { tool, toolset } = found;
  if (toolset.category !== "mcp") {
    const lack = tool.lacks?.(settings) ?? toolset.lacks?.(settings);
    return lack
      ? [`The tool ${name} does not work: ${lack.text}`]
      : problemsOfArguments(call, { schema: tool.inputSchema });
  }
  // A server that cannot be reached at night is not a change.
  const served = await newestSchemas(agentId, name);
  if (!served) return [];
  if (served.lacks !== null) return [`The tool ${name} does not work: ${served.lacks}`];
  return problemsOfArguments(call, { schema: served.newest, before: served.accepted });
}

type Schemas = {
  schema: JsonSchema;
  /** The schema that the code was written for, if it is known. */
  before?: JsonSchema;
};

/** Compares the arguments that code names with a schema. Arguments that it computes are those of the schema before. */
function problemsOfArguments({ name, fields, values }: CallInCode, { schema, before }: Schemas): string[] {
  const now = fieldsOf(schema);
  const then = before && fieldsOf(before);
  const passed = fields ?? [...(then?.properties.keys() ?? [])];
  const surely = fields ?? then?.required ?? now.required;
  const missing = now.required.filter((field) => !surely.includes(field));
  const unknown = passed.filter(
    (field) => !now.properties.has(field) && (now.isClosed || then?.properties.has(field) === true),
  );
  const retyped = passed.filter((field) => {
    const property = now.properties.get(field);
    if (!isObject(property)) return false;
    const value = values[field];
    // Without details, the property could not be checked, for example because of a reference.
    if (value !== undefined) return (misfit(property, value, SUBJECT)?.details.length ?? 0) > 0;
    const old = then?.properties.get(field);
    return isObject(old) && !isDeepStrictEqual(old.type, property.type);
  });
  return [
    ...(missing.length > 0 ? [`The tool ${name} now needs ${missing.join(", ")}.`] : []),
    ...(unknown.length > 0 ? [`The tool ${name} no longer takes ${unknown.join(", ")}.`] : []),
    ...(retyped.length > 0 ? [`The tool ${name} now takes other values of ${retyped.join(", ")}.`] : []),
  ];
}

const SUBJECT = { schema: "inputSchema", value: "arguments" };

function fieldsOf(schema: JsonSchema) {
  const { properties, required, additionalProperties } = schema;
  return {
    properties: new Map<string, unknown>(isObject(properties) ? Object.entries(properties) : []),
    required: Array.isArray(required) ? required.map(String) : [],
    isClosed: additionalProperties === false,
  };
}
