import { randomUUID } from "node:crypto";

export type Schema = { [key: string]: unknown };
export type Request = { params: Record<string, string>; query: Record<string, unknown>; body?: unknown };

/** Names and ids that the run has created, by the path parameter or the folder of the API that they fill. */
export type Made = Record<string, string>;

const TOOL = { description: "Adds", parameter_schema: { type: "object" }, code: "return 1" };
const COMPONENT = "export default function Card() { return <p>Hello</p>; }";

/** Bodies of requests that make something. The key names it for later requests. */
export const MAKES: Record<string, [operation: string, body: unknown, path: string[]]> = {
  boards: ["POST /api/boards", { name: "Board" }, ["id"]],
  jobs: ["POST /api/jobs", { name: "Job", instruction: "Greet", cronExpression: "0 7 * * *" }, ["job", "id"]],
  triggers: [
    "POST /api/triggers",
    { name: "Hook", kind: "webhook", instruction: "Greet" },
    ["trigger", "id"],
  ],
  memories: ["POST /api/memory/memories", { layer: "long", content: "Likes tea" }, ["memory", "id"]],
  blocks: [
    "POST /api/memory/blocks",
    { label: "facts", kind: "working", text: "Likes tea" },
    ["block", "label"],
  ],
  "agent-tools": ["POST /api/agent-tools", { name: "add_up", ...TOOL }, ["name"]],
  components: ["POST /api/components", { name: "Card", description: "A card", code: COMPONENT }, ["name"]],
  tokens: ["POST /api/mcp/tokens", { name: "Other" }, ["id"]],
};

/** Values that fit where a sample of the schema would not. */
export const BODIES: Record<string, unknown> = {
  "POST /api/agents": { name: "Second" },
  "PATCH /api/agents/{id}": { description: "Tests" },
  "POST /api/agent-tools/check": { code: "return 1" },
  "POST /api/agent-tools/{name}/run": { args: {} },
  "PATCH /api/agent-tools/{name}": { description: "Adds up" },
  "PATCH /api/components/{name}": { description: "One card" },
  "POST /api/components/check": { code: COMPONENT, props_schema: null },
  "PATCH /api/boards/{id}": { name: "Renamed" },
  "PATCH /api/conversations/{id}": { title: "Renamed" },
  "POST /api/database/query": { sql: "select 1 as one" },
  "POST /api/database/sql": { sql: "create table if not exists cups (id integer primary key, name text)" },
  "POST /api/database/tables/{name}/rows": { rows: [{ name: "blue" }] },
  "PATCH /api/database/tables/{name}/rows": { key: { id: 1 }, set: { name: "red" } },
  "DELETE /api/database/tables/{name}/rows": { keys: [{ id: 1 }] },
  "POST /api/documents/{collection}": { _id: "one", name: "Ada" },
  "PATCH /api/documents/{collection}/{id}": { name: "Grace" },
  "POST /api/documents/query": { operation: "find", collection: "ai_notes", filter: {} },
  "POST /api/documents/table": { operation: "find", collection: "ai_notes", filter: {} },
  "PUT /api/documents/schema": { schema: "ai_notes: notes" },
  "PATCH /api/jobs/{id}": { name: "Renamed" },
  "PATCH /api/triggers/{id}": { name: "Renamed" },
  "PATCH /api/memory/memories/{id}": { pinned: true },
  "PATCH /api/memory/blocks/{label}": { text: "Likes coffee" },
  "PUT /api/memory/blob": { content: "Text" },
  "PUT /api/prompt": { content: "You help." },
  "PUT /api/notes": { content: "Notes" },
  "PUT /api/state/{key}": { value: { on: true } },
  "PUT /api/pulse": { notes: "Look around" },
  "PATCH /api/me": { name: "Ada" },
  "POST /api/login": { password: "none" },
};

const QUERIES: Record<string, Record<string, unknown>> = {
  "GET /api/memory/search": { q: "tea" },
  "GET /api/away": { since: "2026-01-01T00:00:00Z" },
  "GET /api/history/at": { at: "2999-01-01T00:00:00Z" },
  "GET /api/schedule": { from: "2026-11-01T00:00:00Z", to: "2026-12-01T00:00:00Z" },
  "GET /api/jobs/preview": { cronExpression: "0 7 * * *" },
  "GET /api/documents/calendar": { from: "2026-01-01", to: "2026-02-01" },
  "GET /api/documents/export": { collection: "ai_notes", format: "json" },
};

/** Values of path parameters, by the folder before them or their name. */
const PARAMS: Record<string, string> = {
  ...{ collection: "ai_notes", documents: "one", tables: "cups", key: "lamp" },
  ...{ tools: "get_state", toolsets: "state", "model-families": "claude", channels: "telegram" },
};

/** Returns a request for an operation. Ids that nothing has are random, so that the answer is a described 404. */
export function requestFor(
  {
    method,
    path,
    parameters,
    body,
  }: { method: string; path: string; parameters: Parameter[]; body?: Schema },
  made: Made,
  resolve: (schema: Schema) => Schema,
): Request {
  const key = `${method} ${path}`;
  const parts = path.split("/");
  const fill = (name: string) => {
    const folder = parts[parts.indexOf(`{${name}}`) - 1] ?? "";
    const inCollection = folder === "{collection}" ? "one" : undefined;
    return inCollection ?? made[folder] ?? made[name] ?? PARAMS[folder] ?? PARAMS[name] ?? randomUUID();
  };
  const params = Object.fromEntries(
    parameters.filter((one) => one.in === "path").map(({ name }) => [name, fill(name)]),
  );
  const needed = parameters.filter((one) => one.in === "query" && one.required);
  const query =
    QUERIES[key] ??
    Object.fromEntries(needed.map(({ name, schema }) => [name, made[name] ?? sample(schema, resolve)]));
  const sent = key in BODIES ? BODIES[key] : body && sample(body, resolve);
  return { params, query, ...(sent !== undefined && { body: sent }) };
}

export type Parameter = { name: string; in: string; required: boolean; schema: Schema };

/** Returns a small value of a schema: required fields alone. */
export function sample(schema: Schema, resolve: (schema: Schema) => Schema, depth = 0): unknown {
  const { const: value, enum: values, anyOf, oneOf, type, ...rest } = resolve(schema);
  if (value !== undefined) return value;
  if (Array.isArray(values)) return values[0];
  const union = anyOf ?? oneOf;
  if (Array.isArray(union)) return sample(union[0], resolve, depth);
  if (type === "object") return objectSample(rest, resolve, depth);
  if (type === "array") return arraySample(rest, resolve, depth);
  if (type === "number" || type === "integer") return typeof rest.minimum === "number" ? rest.minimum : 1;
  if (type === "boolean") return true;
  if (type === "null") return null;
  if (type !== "string") return {};
  if (rest.format === "uuid") return randomUUID();
  if (rest.format === "date-time") return "2026-01-01T00:00:00Z";
  return "x".repeat(Math.max(3, typeof rest.minLength === "number" ? rest.minLength : 0));
}

function objectSample({ properties, required }: Schema, resolve: (schema: Schema) => Schema, depth: number) {
  const names = Array.isArray(required) && depth < 8 ? required.map(String) : [];
  const all = Object(properties);
  return Object.fromEntries(names.map((name) => [name, sample(Object(all[name]), resolve, depth + 1)]));
}

function arraySample({ items, minItems }: Schema, resolve: (schema: Schema) => Schema, depth: number) {
  const count = typeof minItems === "number" ? minItems : 0;
  return Array.from({ length: count }, () => sample(Object(items), resolve, depth + 1));
}
