import { createHash } from "node:crypto";
import { z } from "zod";
import { problemOfSchema } from "@/lib/authored/json-schema/schema";
import { isBuiltIn } from "@/lib/shared/agent-tools/names";
import type { Definition, ListedTool } from "@/lib/shared/mcp/served";
import { isStorable } from "@/lib/shared/storable";

export const MAX_TOOLS = 64;
/** Names that models may call. */
const LONGEST_NAME = 64;
const MAX_DESCRIPTION = 20_000;
const MAX_SCHEMA = 60_000;

const listed = z.looseObject({
  name: z.string().min(1).max(200),
  title: z.string().max(500).optional(),
  description: z.string().max(MAX_DESCRIPTION).default(""),
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

/** What a server has listed, as far as it can be used; of the rest, why not. `from` is where the server is. */
export function readListed(
  given: readonly unknown[],
  from: string,
): { tools: ListedTool[]; leftOut: LeftOut[] } {
  const tools: ListedTool[] = [];
  const leftOut: LeftOut[] = [];
  for (const [at, one] of given.entries()) {
    const name = nameOf(one) ?? `tool ${at + 1}`;
    const problem =
      tools.length >= MAX_TOOLS ? `a server may have ${MAX_TOOLS} tools` : problemOf(one, tools);
    if (problem) leftOut.push({ name: name.slice(0, 200).toWellFormed(), why: problem });
    else tools.push(toListed(listed.parse(one), from));
  }
  return { tools, leftOut: leftOut.slice(0, 50) };
}

const nameOf = (one: unknown): string | undefined =>
  typeof one === "object" && one !== null && "name" in one && typeof one.name === "string"
    ? one.name
    : undefined;

function problemOf(one: unknown, before: readonly ListedTool[]): string | null {
  const parsed = listed.safeParse(one);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `its ${issue?.path.join(".") || "definition"} is not as it should be: ${issue?.message}`;
  }
  const { name, inputSchema, execution } = parsed.data;
  if (asTask.safeParse(execution).success) return "it works only as a task, which Easel does not do";
  if (before.some(({ tool }) => tool === name)) return "another tool of the server has this name";
  const text = JSON.stringify(parsed.data);
  if (
    !isStorable(JSON.stringify([name, parsed.data.title, parsed.data.description])) ||
    text.includes("\\u0000")
  )
    return "it holds characters that cannot be stored";
  if (JSON.stringify(inputSchema).length > MAX_SCHEMA)
    return `its inputSchema has more than ${MAX_SCHEMA} characters`;
  return problemOfSchema(inputSchema, { schema: "inputSchema", value: "arguments" });
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
  const fingerprint = createHash("sha256")
    .update(canonical([name, definition]))
    .digest("base64url");
  return { tool: name, fingerprint, definition };
}

/** By the extension for apps, also in the way in which it was written at first. What is malformed is no app. */
function appOf(meta: Record<string, unknown> = {}): Definition["app"] {
  const { resourceUri = uri.safeParse(meta["ui/resourceUri"]).data, visibility } =
    app.safeParse(meta.ui).data ?? {};
  if (resourceUri === undefined && visibility === undefined) return undefined;
  return { ...(resourceUri !== undefined && { uri: resourceUri }), ...(visibility && { visibility }) };
}

/** The order in which fields are written says nothing. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one) =>
    typeof one === "object" && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );

/** The name by which models call a tool: `<server>_<tool>`, and with a number where that is taken. */
export function callName(server: string, tool: string, taken: ReadonlySet<string>): string {
  const plain = `${server}_${tool.replace(/[^a-zA-Z0-9_-]+/g, "_")}`;
  const isTaken = (name: string) => taken.has(name) || isBuiltIn(name);
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? "" : `_${n}`;
    const name = plain.slice(0, LONGEST_NAME - suffix.length) + suffix;
    if (!isTaken(name)) return name;
  }
}

/** What a tool says of itself, as a text to be compared. */
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

export const isReadOnly = ({ annotations }: Definition): boolean => annotations?.readOnlyHint === true;

/** Whether models may call a tool, or apps of its server; where it does not say, both. */
export const isFor = (who: "model" | "app", { app }: Definition): boolean =>
  app?.visibility?.includes(who) ?? true;
