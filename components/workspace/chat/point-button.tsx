"use client";

import { MousePointerClick } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { t } from "@/lib/shared/i18n/en/chat";
import { useDesk } from "./desk";
import { pointable, setPointing, usePointing } from "./pointing";

/** Renders nothing if no surface is open. */
export function PointButton() {
  const desk = useDesk();
  const isPointing = usePointing();
  const there = pointable(desk);
  if (!there) return null;
  return (
    <IconButton
      label={t("pointAt")}
      side="top"
      aria-pressed={isPointing}
      onClick={() => {
        desk.show(there.id);
        setPointing(!isPointing);
      }}
    >
      <MousePointerClick aria-hidden />
    </IconButton>
  );
}
