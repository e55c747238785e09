import { Markdown } from "@/components/draw/markdown/markdown";
import type { BlockProps } from "./props";

export function MarkdownBlock({ block, growing }: BlockProps<"markdown">) {
  return <Markdown text={block.content} caret={growing} className="max-w-prose" />;
}
