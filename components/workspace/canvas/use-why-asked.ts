"use client";

import { useState } from "react";
import type { Desk } from "@/components/workspace/chat/desk";
import { setPointing } from "@/components/workspace/chat/pointing";
import { surfaceDomId } from "@/components/workspace/chat/use-front";
import type { AskedPlace } from "@/components/workspace/why/api";
import type { Point } from "@/lib/shared/chat/points";
import { type Surface, surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/why";

type Asked = { place: AskedPlace; title: string; surface: string };

/** Lets the user choose a part of a surface, and holds the place whose causes are shown. */
export function useWhyAsked({ surfaces, show }: Desk, conversationId: string) {
  const [asked, setAsked] = useState<Asked>();
  const open = ({ id, title, call }: Surface, conversation: string, point?: Point) =>
    setAsked({ place: { conversation, call, ...(point && { point }) }, title, surface: id });
  const ask = (shown: Surface) => {
    show(shown.id);
    const onTaken = (point: Point | undefined) => {
      if (!point) return;
      const id = surfaceId(point.messageId, point.toolCallId);
      open(id === shown.id ? shown : (surfaces.find((one) => one.id === id) ?? shown), conversationId, point);
    };
    const whole = { label: t("wholeSheet"), onTaken: () => open(shown, conversationId) };
    setPointing(true, onTaken, { hint: t("choose"), whole });
  };
  const close = () => {
    setAsked(undefined);
    const id = asked?.surface;
    // The button that opened the panel may be gone.
    if (id !== undefined)
      setTimeout(() => document.getElementById(surfaceDomId(id))?.focus({ preventScroll: true }));
  };
  return { asked, ask, askWhole: open, close };
}
