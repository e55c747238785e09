"use client";

import { Info, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { Skeleton } from "@/components/ui/skeleton";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/frame";
import { ConsentRequests } from "./consent/consent-requests";
import { LinkCard } from "./consent/link-card";
import { PermissionsView } from "./consent/permissions-later";
import { TakeBackBar } from "./consent/take-back-bar";
import { ErrorView } from "./error-view";
import type { ComponentFrameProps } from "./props";
import { useFrame } from "./use-frame";

export function ComponentFrame(props: ComponentFrameProps) {
  const { title, onFix, className } = props;
  const slot = useRef<HTMLDivElement>(null);
  const former = useRef<HTMLDivElement>(null);
  const frame = useFrame(slot, props, former);
  const { isPainted, isNext, height, error, notice, link, consent, takeBack, permissions } = frame;
  const { retry, dismiss, closeLink } = frame;
  const hasPlace = isPainted || isNext;
  const isGone = error !== undefined && error.phase !== "event";
  const fix = error && onFix && (() => onFix(error));
  return (
    <div className={cn("flex flex-col gap-3", className)}>
      <div className="relative min-w-0">
        <div
          ref={slot}
          tabIndex={-1}
          data-slot="component"
          data-painted={isPainted || undefined}
          hidden={isGone}
          aria-busy={!isPainted}
          className={cn(
            "relative min-w-0 outline-none",
            !isPainted && "[&>iframe]:opacity-0",
            !hasPlace && "h-32",
          )}
          style={hasPlace ? { height: Math.max(height, 1) } : undefined}
        >
          {!hasPlace && <Skeleton className="absolute inset-0" />}
        </div>
        <div
          ref={former}
          inert
          data-slot="former"
          className="pointer-events-none absolute inset-0 overflow-hidden empty:hidden"
        />
      </div>
      {!isPainted && !error && <Slow>{t("loading", { title })}</Slow>}
      {error && (
        <ErrorView
          error={error}
          onFix={fix}
          onRetry={isGone ? retry : undefined}
          onDismiss={isGone ? undefined : dismiss}
        />
      )}
      {consent && !isGone && <ConsentRequests consent={consent} />}
      {takeBack && !isGone && <TakeBackBar takeBack={takeBack} />}
      {permissions && !isGone && <PermissionsView permissions={permissions} />}
      {link && !isGone && <LinkCard key={link} address={link} onClose={closeLink} />}
      {notice && (
        <p role="status" className="flex items-center gap-2 text-meta text-ink-3">
          <Info aria-hidden className="size-3.5 shrink-0" />
          <span className="flex-1">{notice}</span>
          <IconButton label={common("close")} onClick={dismiss}>
            <X aria-hidden />
          </IconButton>
        </p>
      )}
    </div>
  );
}

const AFTER_MS = 10_000;

function Slow({ children }: { children: ReactNode }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLong && <p className="text-meta text-ink-3">{children}</p>;
}
