import { type Document, isMap, parseDocument } from "yaml";
import { AppError } from "@/lib/shared/errors";
import { explainIssues } from "@/lib/shared/issues";
import type { Frontmatter } from "@/lib/shared/skills/contract";
import { MAX_DESCRIPTION, skillFrontmatter, skillMarkdown } from "@/lib/shared/skills/fields";

const FRONTMATTER = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const MAX_FRONTMATTER = 20_000;
const FIELDS: readonly string[] = Object.keys(skillFrontmatter.shape);
const EXAMPLE = "---\nname: pdf-forms\ndescription: Fills PDF forms. Use it for forms.\n---";

export type SkillMd = {
  frontmatter: Frontmatter;
  /** The frontmatter as the YAML has it, without conversions. */
  raw: Record<string, unknown>;
  body: string;
};

/** Parses a SKILL.md. Throws an AppError that names the violated rule of the Agent Skills specification. */
export function parseSkillMd(markdown: string): SkillMd {
  const checked = skillMarkdown.safeParse(markdown);
  if (!checked.success) throw invalid(explainIssues(checked.error).replace("(input): ", ""));
  const [whole, yaml] = split(markdown);
  const raw = valuesOf(parsed(yaml));
  const { data, error } = skillFrontmatter.safeParse(raw);
  if (!data) throw invalid(`The frontmatter of SKILL.md is invalid. ${explainIssues(error)}`);
  return { frontmatter: data, raw, body: markdown.slice(whole.length).replace(/^(\r?\n)+/, "") };
}

/**
 * Adapts a SKILL.md from another program to the specification: removes a byte order mark, quotes values with a colon,
 * shortens a long description, and moves unknown fields and the whole description to the metadata. `moved` names them.
 */
export function adaptSkillMd(markdown: string): { markdown: string; moved: string[] } {
  const text = markdown.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  const [whole, yaml] = split(text);
  const written = read(yaml);
  const isValid = written.errors.length === 0;
  const document = isValid ? written : parsed(quotePlain(yaml));
  const values = valuesOf(document);
  const moved = Object.keys(values).filter((key) => !FIELDS.includes(key));
  const { description, "allowed-tools": tools } = values;
  const isLong = typeof description === "string" && description.length > MAX_DESCRIPTION;
  if (isValid && moved.length === 0 && !isLong && !Array.isArray(tools)) return { markdown: text, moved };
  if (isLong) {
    document.set("description", `${description.slice(0, MAX_DESCRIPTION - 1).toWellFormed()}…`);
    document.setIn(["metadata", "description"], description);
  }
  if (Array.isArray(tools)) document.set("allowed-tools", tools.join(" "));
  for (const key of moved) {
    const value = values[key];
    document.delete(key);
    document.setIn(["metadata", key], typeof value === "string" ? value : JSON.stringify(value ?? null));
  }
  return {
    markdown: `---\n${document.toString({ lineWidth: 0 })}---\n${text.slice(whole.length)}`,
    moved: isLong ? ["description", ...moved] : moved,
  };
}

function split(text: string): [whole: string, yaml: string] {
  const [whole, yaml] = FRONTMATTER.exec(text) ?? [];
  if (whole === undefined || yaml === undefined)
    throw invalid(`SKILL.md must begin with frontmatter between lines of ---. For example:\n${EXAMPLE}`);
  if (yaml.length > MAX_FRONTMATTER)
    throw invalid(`The frontmatter of SKILL.md has more than ${MAX_FRONTMATTER} characters.`);
  return [whole, yaml];
}

function read(yaml: string): Document {
  try {
    return parseDocument(yaml, { schema: "core", stringKeys: true });
  } catch {
    throw invalid("The frontmatter of SKILL.md is nested too deeply.");
  }
}

function parsed(yaml: string): Document {
  const document = read(yaml);
  const [error] = document.errors;
  if (!error) return document;
  const line = error.linePos?.[0].line;
  throw invalid(
    `The frontmatter of SKILL.md is not valid YAML${line ? ` (line ${line + 1})` : ""}: ${error.message.split("\n")[0]}`,
  );
}

/** Returns the fields. Aliases are refused, because few of them can expand to a huge value. */
function valuesOf(document: Document): Record<string, unknown> {
  if (!isMap(document.contents))
    throw invalid(`The frontmatter of SKILL.md has no fields. For example:\n${EXAMPLE}`);
  try {
    return document.toJS({ maxAliasCount: 0 });
  } catch {
    throw invalid("The frontmatter of SKILL.md uses aliases. Write each value out.");
  }
}

/** Quotes plain values of top-level fields, because many authors write a description with a colon. */
const quotePlain = (yaml: string): string =>
  yaml.replace(/^([\w-]+):[ \t]+([^"'|>[{&*!#\s].*)$/gm, (_, key: string, value: string) => {
    return `${key}: ${JSON.stringify(value.trim())}`;
  });

const invalid = (message: string): AppError => new AppError("invalid", message);
