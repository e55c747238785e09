import type { BlockView } from "@/lib/shared/memory-view";
import { BLOB, readBlocks, readContextBlocks } from "./api";

export type WholeMemory = { summary: string; blocks: BlockView[]; archive: BlockView[] };

/** All of memory, page by page. */
export async function readMemory(): Promise<WholeMemory> {
  const [summary, blocks] = await Promise.all([BLOB.read(), readContextBlocks()]);
  const archive: BlockView[] = [];
  let cursor: string | undefined;
  do {
    const page = await readBlocks("archival", cursor);
    archive.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { summary: summary.content, blocks, archive };
}

/** As a document that a person reads. */
export function asMarkdown({ summary, blocks, archive }: WholeMemory): string {
  const sections = [
    "# Memory",
    summary.trim() || "No memories stored yet.",
    ...blocks.map(section),
    ...(archive.length > 0 ? ["# Archive", ...archive.map(section)] : []),
  ];
  return `${sections.join("\n\n")}\n`;
}

const section = ({ label, description, text }: BlockView): string =>
  [`## ${label}`, description && `_${description}_`, text].filter(Boolean).join("\n\n");
