"use client";

import { Minimize2, MousePointerClick, Pin, X } from "lucide-react";
import { Suspense, useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { lazyView } from "@/components/ui/kit/lazy-view";
import { MenuButton } from "@/components/ui/kit/menu-button";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t } from "@/lib/shared/i18n/en/canvas";
import { t as common } from "@/lib/shared/i18n/en/common";
import { SheetButtons } from "./code/sheet-buttons";
import { Origin } from "./origin";
import { SurfaceComments } from "./surface-comments";
import type { SurfacePlace } from "./surface-place";
import { useEdited, useShown, useShownVersion } from "./use-version";

type SurfaceHeaderProps = {
  titleId: string;
  surface: Surface;
  place: SurfacePlace;
};

export function SurfaceHeader({ titleId, surface, place }: SurfaceHeaderProps) {
  const edited = useEdited(surface);
  const shown = useShown(surface);
  const version = shown.component?.version;
  const [hasComments, setComments] = useState(false);
  const { isPinned, isFull, isBeside, onPin, onLeaveFull, onAway, onPoint, onClose } = place;
  return (
    <header className="flex items-start gap-1 px-5 pt-4 max-md:px-4">
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2">
          <h2 id={titleId} className="text-prose font-medium wrap-anywhere">
            {shown.title}
          </h2>
          {version !== undefined && (
            <Badge variant="secondary" className="font-normal">
              v{version}
            </Badge>
          )}
          {edited.versions.length > 1 && <Versions surface={edited} />}
        </div>
        <div className="flex items-center gap-x-1 text-meta text-ink-3">
          <Origin surface={shown} place={place} />
          <SheetButtons surface={surface} shown={shown} />
        </div>
      </div>
      {/* The buttons extend into the padding, so that their icons align with the content's edge. */}
      <div className="-mt-1 -mr-2 flex shrink-0 max-md:-mt-2.5 max-md:-mr-3 print:hidden">
        <SurfaceComments surface={shown} place={place} isOpen={hasComments} onOpenChange={setComments} />
        {isBeside && !isFull && (
          <IconButton label={t("putBack")} onClick={onAway}>
            <X aria-hidden />
          </IconButton>
        )}
        {onPin && !isFull && (
          <IconButton
            label={isPinned ? t("unpin") : t("pin")}
            onClick={onPin}
            className={isPinned ? "bg-fill-press text-ink" : "max-md:hidden"}
          >
            <Pin aria-hidden className={isPinned ? "fill-current" : undefined} />
          </IconButton>
        )}
        {isFull && (
          <IconButton label={t("leaveFull")} onClick={onLeaveFull}>
            <Minimize2 aria-hidden />
          </IconButton>
        )}
        {/* Hidden on phones, where the composer has a button for pointing. */}
        {onPoint && !isFull && (
          <IconButton label={t("point")} onClick={onPoint} className="md:hidden">
            <MousePointerClick aria-hidden />
          </IconButton>
        )}
        <MenuButton
          label={t("more", { title: surface.title })}
          load={loadMenu}
          menu={{ surface: shown, place, onComment: () => setComments(true) }}
        />
        {onClose && !isBeside && !isFull && (
          <IconButton label={t("closeSheet")} onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        )}
      </div>
    </header>
  );
}

function Versions({ surface }: { surface: Surface }) {
  const [isOpen, setOpen] = useState(false);
  const shown = useShownVersion(surface);
  const at = surface.versions.findIndex(({ id }) => id === shown) + 1;
  const label = surface.isCut ? common("versions") : t("versionOf", { at, count: surface.versions.length });
  return (
    <>
      <Button
        variant="ghost"
        size="sm"
        aria-haspopup="dialog"
        className="-ml-1.5 h-6 shrink-0 px-1.5 text-meta text-ink-3 max-md:-my-2.5 max-md:h-11 print:hidden"
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <VersionsDialog surface={surface} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const VersionsDialog = lazyView(() => import("./versions-dialog").then((module) => module.VersionsDialog));

const loadMenu = () => import("./surface-menu").then((module) => module.SurfaceMenu);
