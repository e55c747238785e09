"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";
import { LoadFailure } from "@/components/ui/kit/page/load-failure";
import { t } from "@/lib/shared/i18n/en/client";
import { t as common } from "@/lib/shared/i18n/en/common";
import { failureText } from "./failure";
import type { Older } from "./paged-list";

export function OlderOnes({ older }: { older: Older }) {
  if (!older.error) return <EndOfList older={older} />;
  return (
    <LoadFailure isInline onRetry={() => older.load()}>
      {t("loadFailed", { error: failureText(older.error) })}
    </LoadFailure>
  );
}

/**
 * Loads more items when the end of the list is within 600 px of the viewport. The button is for users who do
 * not scroll, such as screen reader users.
 */
export function EndOfList({ older }: { older: Older }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watched = place.current;
    if (!watched || older.isBusy) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) older.load();
      },
      { rootMargin: "600px" },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [older]);
  return (
    <div ref={place} className="flex justify-center">
      <Button variant="outline" disabled={older.isBusy} onClick={() => older.load()}>
        {older.isBusy ? common("loading") : common("showMore")}
      </Button>
    </div>
  );
}
