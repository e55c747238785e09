"use client";

import { Image as PictureIcon } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { NoPicture } from "./no-picture";
import { allow, useIsAllowed } from "./remote-pictures";
import { useRemotePicture } from "./use-remote-picture";
import { ZoomablePicture } from "./zoomable-picture";

/** More than six lines hold. */
const LONG = 400;

type RemotePictureProps = { url: string; alt: string };

/**
 * A picture of another server. Its address could carry the conversation out, so it is asked for only when the person,
 * who can read all of it, wants to see it; then Easel fetches it, and the other server sees nothing of them.
 */
export function RemotePicture({ url, alt }: RemotePictureProps) {
  const { host } = new URL(url);
  return useIsAllowed(url, host) ? (
    <Fetched url={url} alt={alt} />
  ) : (
    <Offer url={url} host={host} alt={alt} />
  );
}

function Offer({ url, host, alt }: RemotePictureProps & { host: string }) {
  const [isShort, setShort] = useState(url.length > LONG);
  return (
    <span className="flex max-w-120 flex-col gap-2 rounded-in border border-line p-3 align-middle text-ui">
      <span className="flex items-start gap-2">
        <PictureIcon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-2" />
        <span className="flex min-w-0 flex-1 flex-col gap-1">
          {alt && <span className="text-ink wrap-anywhere">{alt}</span>}
          <span
            className={cn(
              "font-mono text-[12px] leading-4 text-ink-2 wrap-anywhere",
              isShort && "line-clamp-6",
            )}
          >
            {url}
          </span>
        </span>
      </span>
      <span className="flex flex-wrap gap-x-2 gap-y-1">
        <Button variant="outline" size="sm" onClick={() => allow({ url })}>
          Show image from {host}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          title={`All images from ${host} in this conversation`}
          onClick={() => allow({ host })}
        >
          Always from {host}
        </Button>
        {isShort && (
          <Button variant="ghost" size="sm" onClick={() => setShort(false)}>
            Read the whole address
          </Button>
        )}
      </span>
    </span>
  );
}

function Fetched({ url, alt }: RemotePictureProps) {
  const { shown, problem, retry } = useRemotePicture(url);
  if (shown) return <ZoomablePicture url={shown} alt={alt} />;
  if (problem === null) return <Skeleton className="inline-block h-40 w-60 max-w-full" />;
  return (
    <NoPicture title={alt} why={problem}>
      <Button variant="outline" size="sm" onClick={retry}>
        Try again
      </Button>
    </NoPicture>
  );
}
