"use client";

import { useEffect, useRef } from "react";
import { failureText } from "@/components/client/failure";
import type { Older } from "@/components/client/paged-list";
import { Button } from "@/components/ui/button";

/** What stands below a list that has older ones: the way to them, or why the last of them did not come. */
export function OlderOnes({ older }: { older: Older }) {
  if (!older.error) return <EndOfList older={older} />;
  return (
    <p role="alert" className="flex flex-wrap items-center gap-3">
      Older ones did not come. {failureText(older.error)}
      <Button variant="outline" size="sm" onClick={() => older.load()}>
        Try again
      </Button>
    </p>
  );
}

/** Asks for more as soon as one comes near the end; the button is for those who do not scroll. */
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
        {older.isBusy ? "Fetching more" : "Show more"}
      </Button>
    </div>
  );
}
