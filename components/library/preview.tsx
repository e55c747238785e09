"use client";

import { CircleAlert } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { ComponentFrame } from "@/components/frame/later";
import type { ComponentError } from "@/components/frame/props";
import type { LibraryCard } from "./entry";

/** A component at work, smaller, to look at only. It runs while it is in view: every one is a process of its own. */
export function Preview({ card: { name, bundle, props } }: { card: LibraryCard }) {
  const box = useRef<HTMLDivElement>(null);
  const [isInView, setIsInView] = useState(false);
  const [failed, setFailed] = useState<{ bundle: string; error: ComponentError }>();
  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver((entries) =>
      setIsInView(entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const error = failed?.bundle === bundle ? failed.error : undefined;
  return (
    <div ref={box} inert className="h-44 overflow-hidden rounded-t-sheet">
      {error ? (
        <p className="flex h-full items-center gap-2 px-4 text-ink-2">
          <CircleAlert aria-hidden className="size-4 shrink-0 text-danger" />
          <span className="line-clamp-4 min-w-0 wrap-anywhere">
            It did not work with made-up values: {error.message}
          </span>
        </p>
      ) : (
        isInView && (
          <div className="w-[166.667%] origin-top-left scale-60 p-6">
            <ComponentFrame
              id={`gallery/${name}`}
              bundle={bundle}
              props={props}
              title={name}
              isTrial
              onError={(error) => error.phase !== "event" && setFailed({ bundle, error })}
            />
          </div>
        )
      )}
    </div>
  );
}
