"use client";

import { Suspense, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Dialog, DialogTrigger } from "@/components/ui/dialog";
import { t } from "@/lib/shared/i18n/en/kit";
import { lazyView } from "../lazy-view";

const ImageZoom = lazyView(() => import("./image-zoom").then((module) => module.ImageZoom));

type ZoomableImageProps = {
  url: string;
  alt: string;
  className?: string;
  imageClass?: string;
  onBroken?: () => void;
};

export function ZoomableImage({ url, alt, className, imageClass, onBroken }: ZoomableImageProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger
        className={cn("inline-block max-w-full cursor-zoom-in rounded-in", className)}
        aria-label={alt ? t("enlarge", { alt }) : t("enlargeImage")}
      >
        {/* biome-ignore lint/performance/noImgElement: stored images need no optimisation */}
        <img
          src={url}
          alt={alt}
          onError={onBroken}
          className={cn("max-h-105 max-w-full rounded-in object-contain", imageClass)}
        />
      </DialogTrigger>
      {isOpen && (
        <Suspense>
          <ImageZoom url={url} alt={alt} />
        </Suspense>
      )}
    </Dialog>
  );
}
