"use client";

import { ImageOff, Image as Picture_ } from "lucide-react";
import { Suspense, useState } from "react";
import { Dialog, DialogTrigger } from "@/components/ui/dialog";
import { isImageUrl } from "@/lib/shared/blocks/image";
import { lazyView } from "./lazy-view";

const PictureZoom = lazyView(() => import("./picture-zoom").then((module) => module.PictureZoom));

type PictureProps = { url: string; alt?: string };

/**
 * A picture that an agent shows. Only data that came with the message is drawn: a remote address could carry the
 * conversation out in its own name, so it is fetched only when the person opens it. Made of spans, to stand in prose.
 */
export function Picture({ url, alt = "" }: PictureProps) {
  const [broken, setBroken] = useState(false);
  const [isOpen, setOpen] = useState(false);
  if (!isImageUrl(url) || broken)
    return <Card title={alt || "Picture"} note="This picture could not be shown." broken />;
  if (!url.startsWith("data:")) return <RemotePicture url={url} alt={alt} />;
  return (
    <Dialog open={isOpen} onOpenChange={setOpen}>
      <DialogTrigger
        className="inline-block max-w-full cursor-zoom-in rounded-in"
        aria-label={alt ? `Enlarge: ${alt}` : "Enlarge the picture"}
      >
        {/* biome-ignore lint/performance/noImgElement: a data URL needs no optimiser */}
        <img
          src={url}
          alt={alt}
          onError={() => setBroken(true)}
          className="max-h-105 max-w-full rounded-in object-contain"
        />
      </DialogTrigger>
      {isOpen && (
        <Suspense>
          <PictureZoom url={url} alt={alt} />
        </Suspense>
      )}
    </Dialog>
  );
}

function RemotePicture({ url, alt }: { url: string; alt: string }) {
  const { host, pathname } = new URL(url);
  const file = pathname.split("/").at(-1) ?? "";
  return (
    <Card title={alt || decoded(file) || "Picture"} note={host}>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className="shrink-0 rounded-in text-ui text-ink underline decoration-line-control underline-offset-4 hover:decoration-ink"
      >
        Open image
      </a>
    </Card>
  );
}

type CardProps = { title: string; note: string; broken?: boolean; children?: React.ReactNode };

function Card({ title, note, broken = false, children }: CardProps) {
  const Icon = broken ? ImageOff : Picture_;
  return (
    <span className="flex max-w-120 items-center gap-3 rounded-in border border-line p-2 pr-4 align-middle text-ui">
      <span className="flex size-9 shrink-0 items-center justify-center rounded-in bg-fill text-ink-2">
        <Icon aria-hidden className="size-4" />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate text-ink" title={title}>
          {title}
        </span>
        <span className="truncate text-meta text-ink-3">{note}</span>
      </span>
      {children}
    </span>
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
