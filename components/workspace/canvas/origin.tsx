"use client";

import type { ReactNode } from "react";
import Link from "@/components/ui/kit/agent-base";
import { Clock } from "@/components/ui/kit/clock";
import { surfaceHash } from "@/lib/shared/chat/surfaces/surface-address";
import { reasonOf } from "@/lib/shared/chat/surfaces/surface-labels";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/canvas";
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
    <p title={reasonOf(surface)} className="min-w-0 truncate">
      {isAnswered
        ? t.rich("answered", { clock: () => <Clock at={answeredAt} /> })
        : conversation && at && <Clock at={at} />}
      {!conversation &&
        t.rich("fromGallery", {
          link: linkTo(`/agent/components/${encodeURIComponent(component?.name ?? "")}`),
        })}
      {conversation && isGuest && (
        <>
          {" "}
          {t.rich("fromConversation", {
            link: linkTo(`/chat/${conversation.id}${surfaceHash(surface)}`),
            title: conversation.title,
          })}
        </>
      )}
    </p>
  );
}

const linkTo = (href: string) => (chunks: ReactNode) => (
  <Link
    href={href}
    className="text-ink-2 underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-ink"
  >
    {chunks}
  </Link>
);
