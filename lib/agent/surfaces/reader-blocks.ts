import { tableOf } from "@/lib/data/documents/live";
import { querySql } from "@/lib/data/tables/query";
import * as blobs from "@/lib/ground/blobs/blobs";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { choices } from "@/lib/shared/blocks/form-value";
import { type Block, type LeafBlock, renderBlocksInput } from "@/lib/shared/blocks/index";
import { isSql, type Query, uniqueNames } from "@/lib/shared/blocks/live";
import { chartFrom } from "@/lib/shared/blocks/live-chart";
import { MAX_QUERY_CHARS, MAX_QUERY_ROWS } from "@/lib/shared/components/access";
import { cellText, type Param } from "@/lib/shared/data/cell";
import { DRAWN } from "@/lib/shared/file-address";
import { read } from "@/lib/store/data/files";

const MAX_IMAGE_BYTES = 2_000_000;
const MAX_IMAGES_BYTES = 8_000_000;
const STORED = /\/api\/files\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/gi;
/** Replaces an image that is too large or missing. The page shows an error for it. */
const NO_IMAGE = "data:image/png;base64,";

/**
 * Returns the blocks of a surface for readers without access to the server: with rows instead of queries, image
 * data instead of URLs, and no actions, inputs or links.
 */
export async function blocksForReaders(
  agentId: string,
  input: unknown,
  signal: AbortSignal,
): Promise<unknown[]> {
  const parsed = renderBlocksInput.safeParse(input);
  if (!parsed.success) return [unreadable()];
  const draw = async (block: LeafBlock): Promise<LeafBlock[]> => drawLeaf(agentId, block, signal);
  const all = async (leaves: readonly LeafBlock[]) => (await Promise.all(leaves.map(draw))).flat();
  const drawn = await Promise.all(
    parsed.data.blocks.map(async (block: Block): Promise<Block[]> => {
      if (block.type === "columns") {
        const columns = block.columns.map(async (one) => ({ ...one, blocks: await all(one.blocks) }));
        return [{ ...block, columns: await Promise.all(columns) }];
      }
      if (block.type === "tabs") {
        const tabs = block.tabs.map(async (one) => ({ ...one, blocks: await all(one.blocks) }));
        return [{ ...block, tabs: await Promise.all(tabs) }];
      }
      return draw(block);
    }),
  );
  return withImages(agentId, drawn.flat());
}

async function drawLeaf(agentId: string, block: LeafBlock, signal: AbortSignal): Promise<LeafBlock[]> {
  switch (block.type) {
    case "table":
      return drawTable(agentId, block, signal);
    case "chart": {
      const { select: _, data, ...chart } = block;
      if (Array.isArray(data) || !isLive(data)) return [{ ...chart, data }];
      const result = await rowsOf(agentId, data, signal);
      const made = result && chartFrom(chart.chartType, result);
      return [made && "data" in made ? { ...chart, data: made.data } : unreadable()];
    }
    case "form":
      return [
        { type: "markdown", content: ["Fields:", ...block.fields.flatMap(describeField)].join("\n\n") },
      ];
    case "file":
      return [
        {
          type: "markdown",
          content: `File: ${literal([block.name, block.description].filter(Boolean).join(". "))}`,
        },
      ];
    default:
      return [block];
  }
}

const isLive = (data: unknown): data is Query =>
  typeof data === "object" && data !== null && ("sql" in data || "collection" in data);

async function drawTable(agentId: string, block: Block<"table">, signal: AbortSignal): Promise<LeafBlock[]> {
  const { actions: _, editable: __, data, ...table } = block;
  if (!isLive(data)) return [{ ...table, data: narrowed(data, table.columns) }];
  const result = await rowsOf(agentId, data, signal);
  if (!result) return [unreadable()];
  const names = uniqueNames(result.columns);
  const rows = result.rows.map((cells) =>
    Object.fromEntries(
      names.map((name, at) => {
        const cell = cells[at] ?? null;
        return [name, typeof cell === "object" && cell !== null ? cellText(cell) : cell];
      }),
    ),
  );
  const columns = table.columns ?? names.map((name) => ({ key: name, label: name }));
  const first = `The first ${rows.length.toLocaleString("en")} rows.`;
  return [
    { ...table, columns, data: narrowed(rows, columns) },
    ...(result.truncated ? [{ type: "markdown" as const, content: first }] : []),
  ];
}

function narrowed(rows: readonly Record<string, unknown>[], columns: Block<"table">["columns"]) {
  const shown = columns && new Set(columns.map(({ key }) => key));
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([key]) => shown?.has(key) ?? true)),
  );
}

/** Returns undefined if the query failed. */
async function rowsOf(agentId: string, asked: Query, signal: AbortSignal) {
  try {
    if (!isSql(asked)) {
      const limit = Math.min(asked.limit ?? MAX_QUERY_ROWS, MAX_QUERY_ROWS);
      const result = await tableOf(agentId, { ...asked, limit }, { signal });
      return { ...result, rows: result.rows.slice(0, MAX_QUERY_ROWS) };
    }
    const queryLimits = { maxRows: MAX_QUERY_ROWS, maxChars: MAX_QUERY_CHARS };
    return await querySql(
      agentId,
      { sql: asked.sql, params: (asked.params ?? []) as Param[] },
      signal,
      queryLimits,
    );
  } catch {
    return undefined;
  }
}

const unreadable = () => ({
  type: "alert" as const,
  variant: "warning" as const,
  content: "This content could not be read.",
});

const describeField = (field: FormField): string[] => {
  if (field.type === "hidden") return [];
  const among = field.options
    ? `: ${choices(field)
        .map(({ label }) => label)
        .join(" · ")}`
    : "";
  return [`- ${literal(field.label + among)}`];
};

const literal = (text: string): string =>
  text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>()#+\-.!|~$&:]/g, "\\$&");

/** Embeds stored images as data URLs, because readers cannot request files. */
async function withImages(agentId: string, blocks: readonly unknown[]): Promise<unknown[]> {
  const text = JSON.stringify(blocks);
  const images = new Map<string, string>();
  let remainingBytes = MAX_IMAGES_BYTES;
  for (const [, found = ""] of text.matchAll(STORED)) {
    const id = found.toLowerCase();
    if (images.has(id)) continue;
    const file = await read(agentId, id).catch(() => undefined);
    const fits = file && DRAWN.has(file.mediaType) && file.size <= Math.min(MAX_IMAGE_BYTES, remainingBytes);
    const bytes = fits ? await blobs.read(file.hash) : null;
    if (file && bytes) remainingBytes -= bytes.length;
    const data = bytes ? Buffer.from(bytes).toString("base64") : "";
    images.set(id, file && data ? `data:${file.mediaType};base64,${data}` : NO_IMAGE);
  }
  return JSON.parse(text.replace(STORED, (_, id: string) => images.get(id.toLowerCase()) ?? NO_IMAGE));
}
