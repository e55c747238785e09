"use client";

import { Image as PictureIcon } from "lucide-react";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { Skeleton } from "@/components/ui/skeleton";
import { readError } from "@/lib/shared/error-response";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/kit";
import { NoImage } from "./no-image";
import { allow, useIsAllowed } from "./remote-images";
import { ZoomableImage } from "./zoomable-image";

/**
 * Number of characters that fit into about six lines. Longer URLs are shortened until the user expands them.
 */
const LONG = 400;

type RemoteImageProps = { url: string; alt: string };

/**
 * Image of another server. Its URL could leak data of the conversation, so it loads only after the user has
 * seen the whole URL and agreed. Easel's server fetches it, so the other server learns nothing about the user.
 */
export function RemoteImage({ url, alt }: RemoteImageProps) {
  const { host } = new URL(url);
  return useIsAllowed(url, host) ? (
    <Fetched url={url} alt={alt} />
  ) : (
    <Offer url={url} host={host} alt={alt} />
  );
}

function Offer({ url, host, alt }: RemoteImageProps & { host: string }) {
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
          {t("showImage", { host })}
        </Button>
        <Button variant="ghost" size="sm" title={t("alwaysHint")} onClick={() => allow({ host })}>
          {t("alwaysFrom", { host })}
        </Button>
        {isShort && (
          <Button variant="ghost" size="sm" onClick={() => setShort(false)}>
            {t("showAddress")}
          </Button>
        )}
      </span>
    </span>
  );
}

function Fetched(props: RemoteImageProps) {
  const [attempt, setAttempt] = useState(0);
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function Attempt({ url, alt, onRetry }: RemoteImageProps & { onRetry: () => void }) {
  const { shown, problem } = useRemoteImage(url);
  if (shown) return <ZoomableImage url={shown} alt={alt} />;
  if (problem === null) return <Skeleton className="inline-block h-40 w-60 max-w-full" />;
  return (
    <NoImage title={alt} why={problem}>
      <Button variant="outline" size="sm" onClick={onRetry}>
        {common("tryAgain")}
      </Button>
    </NoImage>
  );
}

/** Fetches an image through Easel. Returns an object URL, or a message if it failed. */
function useRemoteImage(url: string) {
  const [shown, setShown] = useState<string>();
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const left = new AbortController();
    let made: string | undefined;
    setProblem(null);
    load(url, left.signal).then(
      (blob) => {
        if (left.signal.aborted) return;
        made = URL.createObjectURL(blob);
        setShown(made);
      },
      (error: unknown) => {
        if (!left.signal.aborted) setProblem(error instanceof Refused ? error.message : t("unreachable"));
      },
    );
    return () => {
      left.abort();
      if (made) URL.revokeObjectURL(made);
    };
  }, [url]);
  return { shown, problem };
}

class Refused extends Error {}

async function load(url: string, signal: AbortSignal): Promise<Blob> {
  const response = await fetch(`/api/images?${new URLSearchParams({ url })}`, { signal });
  if (response.ok) return response.blob();
  throw new Refused(readError(await response.json().catch(() => undefined))?.message ?? t("noImage"));
}
