import * as z from "zod/mini";
import { componentContent } from "./components/contract";
import { databaseCopy, tablesOfCopy, whyCopied } from "./data/database-copy";
import type { Kind } from "./history";

/** A part of a version, as the text that is compared. */
export type RevisionText = { title: string; text: string; isProse: boolean };

const tool = z.object({
  description: z.string(),
  parameter_schema: z.unknown(),
  code: z.string(),
  limits: z.optional(z.unknown()),
});
const value = z.object({ value: z.unknown() });

/** What a version consists of; nothing where it is a deletion. */
export function textsOf(kind: Kind, content: unknown): RevisionText[] {
  if (content === null || content === undefined) return [];
  if (kind === "tool") {
    const { data } = tool.safeParse(content);
    if (data)
      return [
        prose("Description", data.description),
        json("Parameters", data.parameter_schema),
        code("Code", data.code),
        json("Limits", data.limits ?? undefined),
      ];
  }
  if (kind === "component") {
    const { data } = componentContent.safeParse(content);
    if (data)
      return [
        prose("Description", data.description),
        json("Props", data.props_schema ?? undefined),
        code("Code", data.code),
      ];
  }
  if (kind === "state") {
    const { data } = value.safeParse(content);
    if (data) return [json("Value", data.value ?? null)];
  }
  if (kind === "database") {
    const { data } = databaseCopy.safeParse(content);
    if (data) return [prose("Why", whyCopied(data)), code("Tables", tablesOfCopy(data))];
  }
  return [typeof content === "string" ? prose("Text", content) : json("Content", content)];
}

export type TextChange = RevisionText & { before: string };

/** The parts that differ between two versions; of one that is gone, all that it was. */
export function textChanges(kind: Kind, before: unknown, after: unknown): TextChange[] {
  const [old, now] = [textsOf(kind, before), textsOf(kind, after)];
  const lost = old.filter(({ title }) => !now.some((part) => part.title === title));
  return [...now, ...lost.map((part) => ({ ...part, text: "" }))]
    .map((part) => ({ ...part, before: old.find(({ title }) => title === part.title)?.text ?? "" }))
    .filter(({ text, before }) => text !== before);
}

const prose = (title: string, text: string): RevisionText => ({ title, text, isProse: true });
const code = (title: string, text: string): RevisionText => ({ title, text, isProse: false });
const json = (title: string, value: unknown): RevisionText =>
  code(title, value === undefined ? "" : JSON.stringify(value, null, 2));
