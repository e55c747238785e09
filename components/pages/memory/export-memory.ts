import { failureText } from "@/components/client/failure";
import { download } from "@/components/ui/kit/download";
import { notifyProblem } from "@/components/ui/kit/notify";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import type { BlockView, FactView } from "@/lib/shared/memory/memory-view";
import { BLOB, readBlocks, readContextBlocks } from "./api";
import { readFacts } from "./facts-api";
import { LAYER_LABELS } from "./labels";

export async function exportMemory(type: "json" | "md"): Promise<void> {
  try {
    const all = await readMemory();
    const [text, media] =
      type === "json"
        ? [JSON.stringify(all, null, 2), "application/json"]
        : [asMarkdown(all), "text/markdown"];
    download(new Blob([text], { type: media }), common("memory"), type);
  } catch (error) {
    void notifyProblem(t("exportError", { error: failureText(error) }));
  }
}

type WholeMemory = { summary: string; blocks: BlockView[]; archive: BlockView[]; facts: FactView[] };

async function readMemory(): Promise<WholeMemory> {
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

function asMarkdown({ summary, blocks, archive, facts }: WholeMemory): string {
  const sections = [
    `# ${common("memory")}`,
    summary.trim(),
    ...blocks.map(section),
    ...(facts.length > 0 ? [`# ${t("facts")}`, facts.map(line).join("\n")] : []),
    ...(archive.length > 0 ? [`# ${t("archive")}`, ...archive.map(section)] : []),
  ].filter((text) => text !== "");
  return `${sections.join("\n\n")}\n`;
}

const section = ({ label, description, text }: BlockView): string =>
  [`## ${label}`, description && `_${description}_`, text].filter(Boolean).join("\n\n");

const line = ({ content, layer }: FactView): string =>
  `- ${content.replace(/\s+/g, " ")} (${LAYER_LABELS[layer].title})`;
