import { Image } from "@/components/ui/kit/images/image";
import type { BlockProps } from "./props";

export function ImageBlock({ block }: BlockProps<"image">) {
  return <Image url={block.url} alt={block.alt} />;
}
