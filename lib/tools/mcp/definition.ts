import { createHash } from "node:crypto";
import { z } from "zod";
import { repairSchema } from "@/lib/code/json-schema/repair";
import { problemOfSchema } from "@/lib/code/json-schema/schema";
import { isObject } from "@/lib/code/json-schema/subject";
import { isBuiltIn } from "@/lib/shared/agent-tools/names";
import {
  acceptedDefinition,
  type Definition,
  type ListedTool,
  type ServedTool,
} from "@/lib/shared/mcp/served";
import { isStorable } from "@/lib/shared/text/storable";
import { ARGUMENTS } from "./schema";

const MAX_TOOLS = 64;
/** The length of names that all providers accept. */
const MAX_NAME_CHARS = 64;
const MAX_DESCRIPTION = 20_000;
const MAX_SCHEMA = 60_000;

const MAX_TITLE = 500;
/** Maximum entries of `leftOut`. Further tools are only counted. */
const MAX_LEFT_OUT = 50;

const listed = z.looseObject({
  name: z.string().min(1).max(200),
  title: z.string().optional(),
  description: z.string().default(""),
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z.record(z.string(), z.unknown()).optional(),
  _meta: z.record(z.string(), z.unknown()).optional(),
  execution: z.unknown().optional(),
});
const asTask = z.object({ taskSupport: z.literal("required") });

const uri = z
  .string()
  .max(2_000)
  .regex(/^ui:\/\//);
const app = z.object({
  resourceUri: uri.optional(),
  visibility: z
    .array(z.enum(["model", "app"]))
    .max(2)
    .optional(),
});

export type LeftOut = { name: string; why: string };

export type RepairedTool = { name: string; what: string[] };

export type ReadTools = { tools: ListedTool[]; leftOut: LeftOut[]; mended: RepairedTool[] };

/**
 * Reads the tools that a server lists. Mistakes are repaired and noted in `mended`. Tools that cannot be used
 * are in `leftOut` with the reason. `from` is the address or command of the server.
 */
export function readListed(rawTools: readonly unknown[], from: string): ReadTools {
  const tools: ListedTool[] = [];
  const leftOut: LeftOut[] = [];
  const mended: RepairedTool[] = [];
  for (const [at, raw] of rawTools.entries()) {
    const name = (nameOf(raw) ?? `tool ${at + 1}`).slice(0, 200).toWellFormed();
    if (tools.length >= MAX_TOOLS) {
      leftOut.push({ name, why: TOO_MANY });
      continue;
    }
    const { tool, what } = repairTool(raw);
    const problem = problemOf(tool, tools);
    if (problem) leftOut.push({ name, why: problem });
    else {
      tools.push(toListed(listed.parse(tool), from));
      if (what.length > 0) mended.push({ name, what });
    }
  }
  return { tools, leftOut: shortened(leftOut), mended };
}

const TOO_MANY = `Easel offers at most ${MAX_TOOLS} tools of a server`;

function shortened(leftOut: readonly LeftOut[]): LeftOut[] {
  const more = leftOut.length - MAX_LEFT_OUT;
  if (more <= 0) return [...leftOut];
  return [
    ...leftOut.slice(0, MAX_LEFT_OUT),
    { name: `${more.toLocaleString("en")} more tools`, why: TOO_MANY },
  ];
}

function repairTool(one: unknown): { tool: unknown; what: string[] } {
  if (!isObject(one)) return { tool: one, what: [] };
  const { title, description, annotations, _meta, inputSchema, ...rest } = one;
  const what: string[] = [];
  const tool: Record<string, unknown> = rest;
  const keep = (field: string, value: unknown, cleaned: unknown) => {
    if (cleaned !== undefined) tool[field] = cleaned;
    if (value !== undefined && cleaned !== value)
      what.push(`${field} ${cleaned === undefined ? "could not be read" : "was shortened or cleaned"}`);
  };
  keep("title", title, textOf(title, MAX_TITLE));
  keep("description", description, textOf(description, MAX_DESCRIPTION));
  keep("annotations", annotations, isObject(annotations) ? annotations : undefined);
  if (isObject(_meta)) tool._meta = _meta;
  const { schema, notes } = repairSchema(inputSchema);
  // Keep the schema as the server wrote it, because the fingerprint uses it.
  tool.inputSchema = isObject(inputSchema) ? inputSchema : schema;
  return { tool, what: [...what, ...notes.map((note) => `inputSchema: ${note}`)] };
}

const textOf = (value: unknown, maxChars: number): string | undefined =>
  typeof value === "string" ? value.slice(0, maxChars).toWellFormed().replaceAll("\0", "") : undefined;

const nameOf = (one: unknown): string | undefined =>
  typeof one === "object" && one !== null && "name" in one && typeof one.name === "string"
    ? one.name
    : undefined;

function problemOf(one: unknown, before: readonly ListedTool[]): string | null {
  const parsed = listed.safeParse(one);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `its ${issue?.path.join(".") || "definition"} is invalid: ${issue?.message}`;
  }
  const { name, inputSchema, execution } = parsed.data;
  if (asTask.safeParse(execution).success) return "it works only as a task, which Easel does not support";
  if (before.some(({ tool }) => tool === name)) return "another tool of the server has this name";
  const text = JSON.stringify(parsed.data);
  if (
    !isStorable(JSON.stringify([name, parsed.data.title, parsed.data.description])) ||
    text.includes("\\u0000")
  )
    return "it contains characters that cannot be stored";
  if (JSON.stringify(inputSchema).length > MAX_SCHEMA)
    return `its inputSchema has more than ${MAX_SCHEMA} characters`;
  return problemOfSchema(repairSchema(inputSchema).schema, ARGUMENTS);
}

function toListed(
  { name, title, description, inputSchema, annotations, _meta }: z.infer<typeof listed>,
  from: string,
): ListedTool {
  const app = appOf(_meta);
  const definition: Definition = {
    ...(title !== undefined && { title }),
    description,
    inputSchema,
    ...(annotations && { annotations }),
    ...(app && { app }),
    from,
  };
  return { tool: name, fingerprint: fingerprintOf(name, definition), definition };
}

const fingerprintOf = (tool: string, definition: Definition): string =>
  createHash("sha256")
    .update(canonical([tool, definition]))
    .digest("base64url");

/**
 * Returns the tool with the definition that the user accepted, even if the server sends another one now.
 * Returns null if the tool is gone or was never accepted.
 */
export function asAccepted(served: ServedTool): ServedTool | null {
  const definition = served.present ? acceptedDefinition(served) : null;
  if (definition === null || definition === served.definition) return definition && served;
  return { ...served, definition, fingerprint: fingerprintOf(served.tool, definition) };
}

/** Identifies all words of a server that models read: its instructions and its accepted tools. */
export const fingerprintOfWords = (instructions: string | null, tools: readonly ServedTool[]): string =>
  createHash("sha256")
    .update(canonical([instructions, tools.map(({ fingerprint }) => fingerprint).sort()]))
    .digest("base64url");

/** Reads the app of a tool, also in the format of the extension's first version. Ignores malformed values. */
function appOf(meta: Record<string, unknown> = {}): Definition["app"] {
  const { resourceUri = uri.safeParse(meta["ui/resourceUri"]).data, visibility } =
    app.safeParse(meta.ui).data ?? {};
  if (resourceUri === undefined && visibility === undefined) return undefined;
  return { ...(resourceUri !== undefined && { uri: resourceUri }), ...(visibility && { visibility }) };
}

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

/**
 * Returns the prefix for the names of a server's tools. Starts it with an underscore before a digit, because
 * Gemini rejects names that begin with a digit.
 */
export const callPrefix = (server: string): string => `${/^[a-z_]/i.test(server) ? "" : "_"}${server}_`;

/** Returns the name of a tool for models: `<server>_<tool>`, with a number if that is taken. */
export function callName(server: string, tool: string, taken: ReadonlySet<string>): string {
  const plain = `${callPrefix(server)}${tool.replace(/[^a-zA-Z0-9_-]+/g, "_")}`;
  const isTaken = (name: string) => taken.has(name) || isBuiltIn(name);
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? "" : `_${n}`;
    const name = plain.slice(0, MAX_NAME_CHARS - suffix.length) + suffix;
    if (!isTaken(name)) return name;
  }
}

export const definitionText = (
  tool: string,
  { title, description, inputSchema, annotations, app, from }: Definition,
): string =>
  [
    `name: ${tool}`,
    ...(title === undefined ? [] : [`title: ${title}`]),
    `server: ${from}`,
    "",
    description,
    "",
    JSON.stringify(inputSchema, null, 2),
    ...(annotations ? ["", JSON.stringify(annotations, null, 2)] : []),
    ...(app ? ["", `app: ${JSON.stringify(app)}`] : []),
  ].join("\n");

export const isServedReadOnly = ({ annotations }: Definition): boolean => annotations?.readOnlyHint === true;

/** Returns whether models, or apps of the server, may call a tool. Without `visibility`, both may. */
export const isFor = (who: "model" | "app", { app }: Definition): boolean =>
  app?.visibility?.includes(who) ?? true;
