"use client";

import { Columns2, Maximize2, PanelRightClose } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { t } from "@/lib/shared/i18n/en/shell";
import { changeThenFocus } from "./focus";
import { useShell } from "./shell-context";

export function PaneButtons() {
  const { split, changeSplit } = useShell();
  const isFull = split.show === "canvas";
  return (
    <div className="flex shrink-0 gap-1 max-md:hidden">
      {!isFull && (
        <IconButton
          label={t("hideCanvas")}
          side="bottom"
          onClick={() =>
            changeThenFocus(() => changeSplit({ show: "chat" }), document, "[data-pane-edge] button")
          }
        >
          <PanelRightClose aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={isFull ? t("chatAndCanvas") : t("onlyCanvas")}
        side="bottom"
        onClick={() => changeSplit({ show: isFull ? "both" : "canvas" })}
      >
        {isFull ? <Columns2 aria-hidden /> : <Maximize2 aria-hidden />}
      </IconButton>
    </div>
  );
}
