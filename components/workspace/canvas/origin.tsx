"use client";

import Link from "@/components/ui/kit/agent-base";
import { Clock } from "@/components/ui/kit/clock";
import { surfaceHash } from "@/lib/shared/chat/surfaces/surface-address";
import { reasonOf } from "@/lib/shared/chat/surfaces/surface-labels";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import type { SurfacePlace } from "./surface-place";

type OriginProps = { surface: Surface; place: Pick<SurfacePlace, "conversation" | "isGuest"> };

/**
 * Shows when a surface was made, or when the user answered it. The reason is a tooltip. For a surface pinned in
 * another conversation, links to that conversation.
 */
export function Origin({ surface, place: { conversation, isGuest } }: OriginProps) {
  const { at, answeredAt, state, component } = surface;
  const isAnswered = answeredAt !== undefined && state === "answered";
  return (
    <p title={reasonOf(surface)}>
      {isAnswered ? (
        <>
          answered <Clock at={answeredAt} />
        </>
      ) : (
        conversation && at && <Clock at={at} />
      )}
      {!conversation && (
        <From label="From" href={`/agent/components/${encodeURIComponent(component?.name ?? "")}`}>
          Components
        </From>
      )}
      {conversation && isGuest && (
        <>
          {" "}
          <From label="from" href={`/chat/${conversation.id}${surfaceHash(surface)}`}>
            {`“${conversation.title}”`}
          </From>
        </>
      )}
    </p>
  );
}

type FromProps = { label: string; href: string; children: string };

function From({ label, href, children }: FromProps) {
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
