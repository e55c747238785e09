import { CodeBox } from "@/components/ui/kit/code-box";
import type { BlockProps } from "./props";

export function CodeBlock({ block }: BlockProps<"code">) {
  return <CodeBox text={block.content} language={block.language} />;
}
