import { z } from "zod";
import { labelledText } from "@/lib/data/files/labelled-text";
import { seePages } from "@/lib/data/files/see-pages";
import { importSheet } from "@/lib/data/files/sheets";
import { ensureText } from "@/lib/data/files/texts";
import { AppError } from "@/lib/shared/errors";
import { passageLink, placeLabel } from "@/lib/shared/file-place";
import type { FilePassage, FileText } from "@/lib/shared/files";
import { passageOfPage, readPassages } from "@/lib/store/data/file-texts";
import { type FileRow, read } from "@/lib/store/data/files";
import { readSpender } from "@/lib/store/loop/budgets";
import { by } from "./by";
import type { ToolContext } from "./context";
import { defineBuiltIn, defineTool } from "./define";

/** Passages of one call. Each has up to 1,000 characters. */
const PASSAGES = 12;

const fileId = z
  .string()
  .trim()
  .transform((text) => text.replace(/^.*\/files\//, "").replace(/[?#].*$/, ""))
  .pipe(z.uuid("Give the file_id of a result of search, or the id in /api/files/<id>"));

const readInput = z.object({
  file_id: fileId,
  passage: z.int().min(0).optional(),
  page: z.int().min(1).optional(),
  see_images: z.boolean().default(false),
});
type ReadInput = z.output<typeof readInput>;

export const fileTools = defineBuiltIn({
  id: "files",
  title: "Files",
  category: "data",
  prompt:
    "Find passages of files with search and read on with read_file. Cite each as a markdown link to its link: [Lease, page 3](/files/…?passage=7).",
  tools: {
    read_file: defineTool({
      title: "Read a file",
      help: "Reads the text of a document, from a page or passage on.",
      description:
        "Reads a file from a passage or page on. see_images transcribes pages without text, at a cost.",
      input: readInput,
      hints: { reads: ["files"], idempotent: true },
      timeoutMs: 180_000,
      refuses: async ({ file_id }, { agentId, readStored }) => {
        mark(await read(agentId, file_id), readStored);
      },
      execute: readFile,
    }),
    import_sheet: defineTool({
      title: "Make a table of a sheet",
      help: "Creates a table of the database from a sheet of a spreadsheet.",
      description: "Makes a database table of a sheet. Returns { table, columns, types, rows }.",
      input: z.object({
        file_id: fileId,
        sheet: z.string().min(1).max(100),
        table: z.string().min(1).max(100).optional(),
      }),
      hints: { reads: ["files"], writes: ["database"] },
      timeoutMs: 180_000,
      refuses: async ({ file_id }, { agentId, readStored }) => {
        mark(await read(agentId, file_id), readStored);
      },
      execute: async ({ file_id, sheet, table }, context) => {
        const file = await read(context.agentId, file_id);
        mark(file, context.readStored);
        const made = await importSheet(
          file,
          context.agentId,
          { sheet, name: table, by: by(context) },
          context.signal,
        );
        return { table: made.table, columns: made.columns, types: made.types, rows: made.rows };
      },
    }),
  },
});

async function readFile({ file_id, passage, page, see_images }: ReadInput, context: ToolContext) {
  const { agentId, runId, signal } = context;
  const file = await read(agentId, file_id);
  mark(file, context.readStored);
  let text = await ensureText(file, agentId);
  if (see_images && text.missing) {
    const pages = page === undefined ? undefined : [page];
    text = await seePages(file, agentId, { pages, spender: await readSpender(agentId, runId), signal });
  }
  if (text.state === "unreadable" || text.state === "none") throw unreadable(file, text);
  const from = passage ?? (page === undefined ? 0 : await passageOfPage(agentId, file_id, page));
  if (from === undefined) throw noPage(file, page ?? 0, text);
  const passages = await readPassages(agentId, file_id, { from, limit: PASSAGES });
  return {
    name: file.name,
    ...describe(text),
    text: labelledText(passages),
    places: placesOf(file_id, passages),
    ...(from + passages.length < (text.passages ?? 0) && { next_passage: from + passages.length }),
  };
}

const mark = ({ id, origins }: FileRow, readStored: ToolContext["readStored"]) => {
  if (origins.length > 0) readStored({ kind: "file", name: id, origins });
};

/** Returns the link of the first passage of each place, for citations. */
function placesOf(fileId: string, passages: readonly FilePassage[]) {
  const links = new Map<string, string>();
  for (const { place, ordinal } of passages) {
    const label = placeLabel(place);
    if (!links.has(label)) links.set(label, passageLink(fileId, ordinal));
  }
  return Object.fromEntries(links);
}

const describe = ({ reason, pages, sheets, seen, seenBy }: FileText) => ({
  ...(pages !== undefined && { pages }),
  ...(sheets && { sheets }),
  ...(reason !== undefined && { incomplete: reason }),
  ...(seen && { read_from_images: `pages ${seen.join(", ")}, by ${seenBy}` }),
});

const unreadable = ({ name }: FileRow, { reason, missing }: FileText) =>
  new AppError(
    "invalid",
    `${name} has no readable text${reason ? `: ${reason}` : ""}. ${missing ? "With see_images: true, a model that sees images reads its pages." : "Tell the user if it matters."}`,
  );

const noPage = ({ name }: FileRow, page: number, { pages, missing }: FileText) =>
  new AppError(
    "not_found",
    missing?.includes(page)
      ? `Page ${page} of ${name} is an image without text. Call again with see_images: true to have it read.`
      : `${name} has no text on page ${page}${pages === undefined ? "" : ` of ${pages}`}.`,
  );
