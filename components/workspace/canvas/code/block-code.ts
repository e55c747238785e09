import { Refused } from "@/components/client/failure";
import { type LeafBlock, leafBlocks, markdownOf, type RenderBlocksInput } from "@/lib/shared/blocks";
import { partsOf } from "@/lib/shared/blocks/leaves";
import { isRecord } from "@/lib/shared/chat/parts";
import { t } from "@/lib/shared/i18n/en/canvasCode";
import { PIECES } from "./block-pieces";

type Block = Record<string, unknown> & { type: string };

/**
 * Returns the code of a component that shows the blocks. Throws `Refused` for content that a component cannot read. The blocks are a constant at its start, so that the
 * user and the agent can change the content without reading the rest.
 */
export function codeOfBlocks({ blocks }: RenderBlocksInput): string {
  for (const { block } of leafBlocks(blocks)) {
    const data = "data" in block ? block.data : undefined;
    if (isRecord(data) && "collection" in data && (block.type === "table" || block.type === "chart"))
      throw new Refused(t("showsDocuments"));
  }
  const content = blocks.map((block) => ownBlock(block as Block));
  const used = new Set(typesIn(content));
  const pieces = Object.entries(PIECES).filter(([type]) => used.has(type));
  return [
    ...new Set(pieces.flatMap(([, { imports }]) => imports)),
    "",
    `const blocks = ${JSON.stringify(content, null, 2)};`,
    "",
    "export default function Kept() {",
    "  return <Blocks blocks={blocks} />;",
    "}",
    "",
    "function Blocks({ blocks }) {",
    '  return <div className="flex flex-col gap-4">{blocks.map((block, at) => <Block key={at} block={block} />)}</div>;',
    "}",
    "",
    "function Block({ block }) {",
    ...pieces.map(([type, { view }]) => `  if (block.type === "${type}") return <${view} block={block} />;`),
    "  return null;",
    "}",
    ...pieces.map(([, { code }]) => `\n${code}`),
    "",
  ].join("\n");
}

/** Returns the block without its place. A block without a piece becomes its Markdown. */
function ownBlock({ place: _, ...block }: Block): Block {
  const layout = partsOf(block);
  if (layout) {
    const parts = layout.parts.map((part) => {
      const { blocks = [], ...rest } = part as { blocks?: Block[] };
      return { ...rest, blocks: blocks.map(ownBlock) };
    });
    return { ...block, [layout.key]: parts };
  }
  if (Object.hasOwn(PIECES, block.type)) return block;
  return { type: "markdown", content: markdownOf(block as unknown as LeafBlock) ?? "" };
}

const typesIn = (blocks: readonly Block[]): string[] =>
  blocks.flatMap((block) => [
    block.type,
    ...(partsOf(block)?.parts ?? []).flatMap((part) => typesIn((part as { blocks: Block[] }).blocks)),
  ]);
