import { Image } from "@/components/ui/kit/pictures/picture";
import type { BlockProps } from "./props";

export function ImageBlock({ block }: BlockProps<"image">) {
  return <Image url={block.url} alt={block.alt} />;
}
