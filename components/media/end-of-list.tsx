"use client";

import { useEffect, useRef } from "react";
import { Button } from "@/components/ui/button";

/** Asks for more as soon as one comes near the end; the button is for those who do not scroll. */
export function EndOfList({ isBusy, onReached }: { isBusy: boolean; onReached: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watched = place.current;
    if (!watched) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) onReached();
      },
      { rootMargin: "600px" },
    );
    observer.observe(watched);
    return () => observer.disconnect();
  }, [onReached]);
  return (
    <div ref={place} className="flex justify-center">
      <Button variant="outline" disabled={isBusy} onClick={onReached}>
        {isBusy ? "Fetching more" : "Show more"}
      </Button>
    </div>
  );
}
