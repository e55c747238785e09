import { JsonTree } from "./json-tree";
import type { BlockProps } from "./props";

export function JsonBlock({ block }: BlockProps<"json">) {
  return <JsonTree data={block.data} />;
}
