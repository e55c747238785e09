"use client";

import { CircleAlert, CircleStop, Gauge } from "lucide-react";
import type { Notice } from "@/lib/shared/notice";

const ICONS = { error: CircleAlert, limit: Gauge, stopped: CircleStop };

/** What the loop itself says: what happened, and why. */
export function NoticeLine({ notice }: { notice: Notice }) {
  const Icon = ICONS[notice.kind];
  return (
    <p className="flex gap-2.5 text-ui text-ink-2">
      <Icon
        aria-hidden
        className={`mt-0.5 size-4 shrink-0 ${notice.kind === "error" ? "text-danger" : "text-ink-3"}`}
      />
      <span className="min-w-0 whitespace-pre-wrap wrap-anywhere">{notice.message}</span>
    </p>
  );
}
