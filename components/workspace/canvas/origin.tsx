"use client";

import Link from "@/components/ui/kit/agent-base";
import { Clock } from "@/components/ui/kit/clock";
import { surfaceHash } from "@/lib/shared/chat/surfaces/surface-address";
import { outcomeText, reasonOf } from "@/lib/shared/chat/surfaces/surface-labels";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import type { SurfacePlace } from "./surface-place";

type OriginProps = { surface: Surface; place: Pick<SurfacePlace, "conversation" | "isGuest"> };

/**
 * Describes when and why the agent made a surface and how it ended, such as "10:44, after you said “Plan
 * Saturday with me”; answered 10:46". For a surface pinned in another conversation, links to that
 * conversation instead.
 */
export function Origin({ surface, place: { conversation, isGuest } }: OriginProps) {
  if (!conversation) return <FromLibrary surface={surface} />;
  const { at } = surface;
  const reason = isGuest ? (
    <From href={`/chat/${conversation.id}${surfaceHash(surface)}`}>{`“${conversation.title}”`}</From>
  ) : (
    reasonOf(surface)
  );
  return (
    <>
      {at && <Clock at={at} />}
      {at && reason && ", "}
      {reason}
      <Outcome surface={surface} isFirst={!at && !reason} />
    </>
  );
}

function FromLibrary({ surface: { component } }: { surface: Surface }) {
  return (
    <From label="From" href={`/agent/components/${encodeURIComponent(component?.name ?? "")}`}>
      Components
    </From>
  );
}

type FromProps = { label?: string; href: string; children: string };

function From({ label = "from", href, children }: FromProps) {
  return (
    <>
      {label}{" "}
      <Link
        href={href}
        className="text-ink-2 underline decoration-line-strong underline-offset-2 wrap-anywhere hover:text-ink hover:decoration-ink"
      >
        {children}
      </Link>
    </>
  );
}

function Outcome({ surface, isFirst }: { surface: Surface; isFirst: boolean }) {
  const outcome = outcomeText(surface);
  if (!outcome) return null;
  return (
    <>
      {!isFirst && "; "}
      {outcome}
      {surface.answeredAt && surface.state !== "open" && (
        <>
          {"\u00a0"}
          <Clock at={surface.answeredAt} />
        </>
      )}
    </>
  );
}
