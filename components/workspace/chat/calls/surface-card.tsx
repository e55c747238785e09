"use client";

import { useShell } from "@/components/client/shell/shell-context";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { SurfaceIcon } from "@/components/ui/kit/surface-icon";
import type { ToolPart } from "@/lib/shared/chat/parts";
import { isShownBy, ofVersion } from "@/lib/shared/chat/surfaces/surface-versions";
import { type Surface, surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/chatCalls";
import { t as common } from "@/lib/shared/i18n/en/common";
import { useDesk } from "../desk";
import { TryButton } from "./try-button";

type SurfaceCardProps = { tool: Pick<ToolPart, "toolCallId">; messageId: string };

export function SurfaceCard({ tool, messageId }: SurfaceCardProps) {
  const { surfaces, show, front } = useDesk();
  const { split } = useShell();
  const callId = surfaceId(messageId, tool.toolCallId);
  const surface = surfaces.find((one) => isShownBy(one, callId));
  if (!surface) return null;
  const { id, versions, call } = surface;
  if (versions.length > 0 && surfaceId(call.messageId, call.toolCallId) !== callId)
    return <Earlier surface={surface} callId={callId} />;
  const isWaiting = surface.state === "waiting";
  // On a phone the canvas is on another tab.
  const isInSight = !isWaiting && id === front && split.show !== "chat";
  return (
    <div
      className={cn(
        "flex min-h-12 items-center gap-3 rounded-sheet border py-1.5 pr-2.5 pl-2",
        isWaiting ? "border-accent-line bg-accent-wash" : "border-line",
      )}
    >
      <span
        className={cn(
          "flex size-8 shrink-0 items-center justify-center rounded-in",
          isWaiting ? "text-accent" : "bg-fill text-ink-2",
        )}
      >
        <SurfaceIcon kind={surface.kind} className="size-4" />
      </span>
      <span className="flex min-w-0 flex-1 flex-col">
        <span className="truncate font-medium">{surface.title}</span>
        <span className={cn("truncate text-meta", isWaiting ? "text-accent" : "text-ink-3")}>
          {stateText(surface)}
        </span>
      </span>
      {surface.state === "answered" && <TryButton messageId={messageId} call={tool.toolCallId} />}
      <Button
        variant={isWaiting ? "accent-outline" : "ghost"}
        size="sm"
        className={cn("max-md:h-11", isInSight && "md:hidden")}
        onClick={() => show(id)}
      >
        {isWaiting ? wayTo(surface.kind) : common("show")}
      </Button>
    </div>
  );
}

function Earlier({ surface, callId }: { surface: Surface; callId: string }) {
  const { show } = useDesk();
  const nth = surface.versions.findIndex(({ id }) => id === callId) + 1;
  const version = surface.versions[nth - 1];
  const isAnswered = version && ofVersion(surface, version).state === "answered";
  return (
    <p className="flex items-center gap-2 text-meta text-ink-3">
      <SurfaceIcon kind={surface.kind} className="size-3.5 shrink-0" />
      <span className="min-w-0 truncate">
        {t("version", {
          made: String(nth === 1),
          title: surface.title,
          nth,
          count: surface.versions.length,
          answered: String(isAnswered),
        })}
      </span>
      <Button variant="ghost" size="sm" className="max-md:h-11" onClick={() => show(surface.id)}>
        {common("show")}
      </Button>
    </p>
  );
}

function wayTo(kind: Surface["kind"]): string {
  switch (kind) {
    case "form":
      return t("goToForm");
    case "choice":
      return t("goToChoice");
    case "component":
    case "app":
      return t("goToIt");
    default:
      return common("show");
  }
}

function nameOf(kind: Surface["kind"]): string {
  switch (kind) {
    case "chart":
    case "diagram":
    case "table":
    case "component":
      return common(kind);
    case "text":
      return common("note");
    default:
      return t(kind);
  }
}

function stateText({ state, kind }: Surface): string {
  switch (state) {
    case "writing":
      return t("making");
    case "waiting":
      return common("waitingForYou2");
    case "open":
      return nameOf(kind);
    case "answered":
      return t("answered");
    case "read":
      return t("read", { kind: nameOf(kind) });
    case "closed":
      return t("closed");
  }
}
