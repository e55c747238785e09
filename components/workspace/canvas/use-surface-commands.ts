"use client";

import { type Command, useCommands } from "@/components/ui/kit/commands";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/canvas";
import { t as why } from "@/lib/shared/i18n/en/why";

type Surfaces = {
  closable: Surface | undefined;
  hasSheets: boolean;
  onClose: (surface: Surface) => void;
  onAll: () => void;
  onPoint?: () => void;
  onWhy?: () => void;
};

export function useSurfaceCommands({
  closable,
  hasSheets: hasSurfaces,
  onClose,
  onAll,
  onPoint,
  onWhy,
}: Surfaces): void {
  const commands: Command[] = [];
  if (closable)
    commands.push({
      id: "closeSheet",
      label: t("closeNamed", { title: closable.title }),
      group: "Here",
      shortcut: "closeSheet",
      run: () => onClose(closable),
    });
  if (hasSurfaces)
    commands.push({
      id: "allSheets",
      label: t("allSheets"),
      group: "Here",
      shortcut: "allSheets",
      keywords: ["closed", "reopen", "open again"],
      run: onAll,
    });
  if (onPoint)
    commands.push({
      id: "point",
      label: t("pointCommand"),
      group: "Here",
      shortcut: "point",
      keywords: ["select", "mark", "refer"],
      run: onPoint,
    });
  if (onWhy)
    commands.push({
      id: "why",
      label: why("title"),
      group: "Here",
      keywords: ["source", "origin", "cause", "explain"],
      run: onWhy,
    });
  useCommands(commands);
}
