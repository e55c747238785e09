"use client";

import { MessageCircle, PanelsTopLeft } from "lucide-react";
import { type CSSProperties, type ReactNode, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import { t } from "@/lib/shared/i18n/en/shell";
import { Divider } from "./divider";
import { changeThenFocus } from "./focus";
import { useShell } from "./shell-context";

export type Pane = "chat" | "canvas";

type PanesProps = {
  chat: ReactNode;
  canvas: ReactNode;
  view: Pane;
  waiting: Record<Pane, number>;
  hasNews: boolean;
};

/**
 * Shows chat and canvas side by side or one of them. Visibility and width depend only on CSS with two
 * attributes and a length, so the browser has nothing to correct in the server's render.
 */
export function Panes({ chat, canvas, view, waiting, hasNews }: PanesProps) {
  const { split, changeSplit } = useShell();
  const box = useRef<HTMLDivElement>(null);
  const width: CSSProperties & { "--chat": string } = { "--chat": `${split.width}px` };
  return (
    <div className="flex min-h-0 min-w-0 flex-1">
      {split.show === "canvas" && <PaneEdge pane="chat" waiting={waiting.chat} hasNews={hasNews} />}
      <div
        ref={box}
        data-show={split.show}
        data-view={view}
        style={width}
        className="group/panes relative flex min-w-0 flex-1 [--chat-basis:clamp(var(--chat-min),min(var(--chat),100%_-_var(--canvas-min)_-_1px),var(--chat-max))]"
      >
        <div
          id="pane-chat"
          className={cn(
            "flex min-w-0 flex-1 group-data-[view=canvas]/panes:max-md:hidden md:group-data-[show=canvas]/panes:hidden",
            "md:group-data-[show=both]/panes:flex-none md:group-data-[show=both]/panes:basis-(--chat-basis)",
          )}
        >
          {chat}
        </div>
        {split.show === "both" && (
          <Divider
            width={split.width}
            onMove={(pixels) => box.current?.style.setProperty("--chat", `${pixels}px`)}
            onMoved={(pixels) => changeSplit({ width: pixels })}
          />
        )}
        <div
          id="pane-canvas"
          className={cn(
            "flex min-w-0 flex-1 group-data-[view=chat]/panes:max-md:hidden md:group-data-[show=chat]/panes:hidden",
            "border-line md:group-data-[show=both]/panes:border-l",
          )}
        >
          {canvas}
        </div>
      </div>
      {split.show === "chat" && <PaneEdge pane="canvas" waiting={waiting.canvas} />}
    </div>
  );
}

type PaneEdgeProps = { pane: Pane; waiting: number; hasNews?: boolean };

/** Narrow bar that replaces a hidden pane. It opens the pane and shows its number of asks or new messages. */
function PaneEdge({ pane, waiting, hasNews = false }: PaneEdgeProps) {
  const { changeSplit } = useShell();
  const isCanvas = pane === "canvas";
  const Icon = isCanvas ? PanelsTopLeft : MessageCircle;
  const what = isCanvas ? t("showCanvas") : t("showChat");
  return (
    <aside
      data-pane-edge
      aria-label={isCanvas ? t("canvasFolded") : t("chatFolded")}
      className={cn(
        "flex w-(--rail-width) shrink-0 flex-col items-center border-line pt-1.5 max-md:hidden",
        isCanvas ? "border-l bg-table" : "border-r bg-paper",
      )}
    >
      <IconButton
        label={
          waiting > 0 ? t("paneWaiting", { what, count: waiting }) : hasNews ? t("paneNews", { what }) : what
        }
        side={isCanvas ? "left" : "right"}
        className="relative size-9"
        onClick={() => changeThenFocus(() => changeSplit({ show: "both" }), document, `#pane-${pane} button`)}
      >
        <Icon aria-hidden />
        {waiting === 0 && hasNews && (
          <span
            aria-hidden
            className="absolute top-1.5 right-1.5 size-2 rounded-full bg-ink ring-2 ring-paper"
          />
        )}
        {waiting > 0 && (
          <span
            aria-hidden
            className="absolute top-0 right-0 flex h-4 min-w-4 items-center justify-center rounded-full bg-accent px-1 text-[11px] font-medium leading-none text-on-accent"
          >
            {waiting}
          </span>
        )}
      </IconButton>
    </aside>
  );
}
