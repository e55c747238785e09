"use client";

import { useQuery } from "@tanstack/react-query";
import { FileDown } from "lucide-react";
import { exportedAt } from "@/components/client/gallery";
import { request } from "@/components/client/request";
import type { GalleryContent, GalleryItem } from "@/lib/shared/gallery/items";
import { useInView } from "./use-in-view";

/** A larger document is not read for a preview. */
const MAX_BYTES = 3_000_000;

type ExportPreviewProps = {
  item: GalleryItem;
  content: Extract<GalleryContent, { kind: "export" }>;
  className: string;
};

/** Draws an exported image, or the start of an exported document without its scripts. */
export function ExportPreview({ item, content: { of, size }, className }: ExportPreviewProps) {
  const { box, isInView } = useInView();
  const address = exportedAt(item);
  const isPage = of.form === "html" && size <= MAX_BYTES;
  const { data: page } = useQuery({
    queryKey: ["export", item.agent, item.id],
    queryFn: async ({ signal }) => (await request(address, { signal })).text(),
    enabled: isPage && isInView,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <div ref={box} inert className={className}>
      {of.form === "image" ? (
        // biome-ignore lint/performance/noImgElement: the file has its final size
        <img src={address} alt="" loading="lazy" className="size-full object-contain p-4" />
      ) : page && isInView ? (
        <iframe
          title={item.title}
          sandbox=""
          srcDoc={page}
          className="h-[250%] w-[250%] origin-top-left scale-40 border-0"
        />
      ) : (
        !isPage && (
          <p className="grid size-full place-items-center">
            <FileDown aria-hidden className="size-8 text-ink-3" />
          </p>
        )
      )}
    </div>
  );
}
