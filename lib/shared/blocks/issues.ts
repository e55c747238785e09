import type { z } from "zod";
import { formatPath } from "@/lib/shared/issues";
import { isRecord } from "./define";
import { type BlockType, blocks, isBlockType, mendBlock, unwrapBlocks } from "./index";

const MAX_ISSUES = 20;

/**
 * Explains errors of a `render_blocks` input to the model: path, expected and actual value, then a correct
 * example.
 */
export function explain(error: z.ZodError, input: unknown): string {
  const came = mended(input);
  const issues = error.issues.flatMap((issue) => meant(issue, came));
  const shown = issues.slice(0, MAX_ISSUES);
  const lines = shown.map((issue) => `${formatPath(issue.path) || "(input)"} ${problem(issue, came)}`);
  const more = issues.length - shown.length;
  if (more > 0) lines.push(`and ${more} more`);
  const types = new Set(shown.flatMap(({ path }) => typeAt(came, path) ?? []));
  const examples = [...types].map(
    (type) => `A correct ${type} block: ${JSON.stringify(blocks[type].example)}`,
  );
  if (examples.length === 0)
    examples.push(`A correct input: ${JSON.stringify({ blocks: [blocks.markdown.example] })}`);
  return [...lines, ...examples.slice(0, 2)].join("\n");
}

/**
 * Replaces a union error by the errors of one alternative. The `data` of a block is either a query, if it has
 * `sql`, or literal.
 */
function meant(issue: z.core.$ZodIssue, input: unknown): z.core.$ZodIssue[] {
  if (issue.code !== "invalid_union" || issue.discriminator !== undefined) return [issue];
  const came = at(input, issue.path);
  const branch = issue.errors.at(isRecord(came) && "sql" in came ? -1 : 0);
  if (!branch || branch.length === 0) return [issue];
  return branch.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

function problem(issue: z.core.$ZodIssue, input: unknown): string {
  const came = at(input, issue.path);
  switch (issue.code) {
    case "invalid_type":
      return came === undefined
        ? `is missing: ${issue.expected}`
        : `must be ${issue.expected}, but is ${brief(came)}`;
    case "invalid_value": {
      const choices = issue.values.map((value) => brief(value)).join(", ");
      return `must be ${issue.values.length > 1 ? "one of " : ""}${choices}, but is ${brief(came)}`;
    }
    case "invalid_union": {
      if (issue.discriminator !== "type") return `${issue.message}, but is ${brief(came)}`;
      const types = Object.keys(blocks).join(", ");
      return came === undefined
        ? `is missing: one of ${types}`
        : `${brief(came)} is unknown; the blocks are ${types}`;
    }
    case "custom":
      return issue.message;
    default:
      return issue.message.replace(/^Too (big|small): expected \w+ to (have|be) /, "must $2 ");
  }
}

/** Returns the input as the schema sees it after its preprocessing, so that error paths match. */
function mended(input: unknown): unknown {
  const raw = unwrapBlocks(input);
  return isRecord(raw) && Array.isArray(raw.blocks) ? { ...raw, blocks: raw.blocks.map(mendBlock) } : raw;
}

function typeAt(input: unknown, path: PropertyKey[]): BlockType | undefined {
  const type = at(input, [...path.slice(0, 2), "type"]);
  return path.length >= 2 && isBlockType(type) ? type : undefined;
}

function at(value: unknown, path: PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)];
    return isRecord(inner) && Object.hasOwn(inner, key) ? inner[String(key)] : undefined;
  }, value);
}

function brief(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (isRecord(value)) return "an object";
  const text = JSON.stringify(value) ?? "missing";
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
