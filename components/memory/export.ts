import type { BlockView, FactView } from "@/lib/shared/memory-view";
import { BLOB, readBlocks, readContextBlocks } from "./api";
import { readFacts } from "./facts-api";
import { LAYER_WORDS } from "./words";

export type WholeMemory = { summary: string; blocks: BlockView[]; archive: BlockView[]; facts: FactView[] };

/** All of memory, page by page. */
export async function readMemory(): Promise<WholeMemory> {
  const [summary, blocks] = await Promise.all([BLOB.read(), readContextBlocks()]);
  const [archive, facts] = await Promise.all([
    all((cursor) => readBlocks("archival", cursor)),
    all((cursor) => readFacts({ cursor })),
  ]);
  return { summary: summary.content, blocks, archive, facts };
}

async function all<T>(read: (cursor?: string) => Promise<{ items: T[]; nextCursor?: string }>): Promise<T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    items.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}

/** As a document that a person reads. */
export function asMarkdown({ summary, blocks, archive, facts }: WholeMemory): string {
  const sections = [
    "# Memory",
    summary.trim() || "No memories stored yet.",
    ...blocks.map(section),
    ...(facts.length > 0 ? ["# Facts", facts.map(line).join("\n")] : []),
    ...(archive.length > 0 ? ["# Archive", ...archive.map(section)] : []),
  ];
  return `${sections.join("\n\n")}\n`;
}

const section = ({ label, description, text }: BlockView): string =>
  [`## ${label}`, description && `_${description}_`, text].filter(Boolean).join("\n\n");

const line = ({ content, layer }: FactView): string =>
  `- ${content.replace(/\s+/g, " ")} (${LAYER_WORDS[layer].title.toLowerCase()})`;
