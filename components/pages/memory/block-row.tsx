"use client";

import { FileDown, Merge, Pencil, Pin, Trash2 } from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { WebMark } from "@/components/client/origins/web-mark";
import { Badge } from "@/components/ui/badge";
import type { ActionGroups } from "@/components/ui/kit/action-menu";
import Link from "@/components/ui/kit/agent-base";
import { download } from "@/components/ui/kit/download";
import { ActionsButton, historyAction, pinAction } from "@/components/ui/kit/menu-button";
import { blockName } from "@/lib/shared/memory/memory";
import type { BlockView } from "@/lib/shared/memory/memory-view";
import { FillBar } from "./fill-bar";
import { PERMISSION_LABELS } from "./labels";
import { hrefOf, type Place, placeOfBlock } from "./memory-url";
import type { BlockActions } from "./use-blocks";

type BlockRowProps = {
  block: BlockView;
  actions: BlockActions;
  onGo: (place: Place) => void;
  onMerge: (block: BlockView) => void;
};

export function BlockRow({ block, actions, onGo, onMerge }: BlockRowProps) {
  const { label, kind, isArchival, text, description, permission, charLimit, origins, pinnedAt, sharedBy } =
    block;
  const place = placeOfBlock(block);
  // A block that another agent shares can be pinned, merged and deleted only on that agent's page, which also
  // shows its history.
  const isOwn = !sharedBy;
  const save = () => download(new Blob([text], { type: "text/markdown" }), label, "md");
  const groups: ActionGroups = [
    [
      { label: "Edit", icon: Pencil, onSelect: () => onGo(place) },
      !isArchival && isOwn && pinAction(pinnedAt !== null, () => actions.pin(block, pinnedAt === null)),
      isOwn && { label: "Merge into another", icon: Merge, onSelect: () => onMerge(block) },
      { label: "Download", icon: FileDown, onSelect: save },
      isOwn && historyAction("block", blockName(block)),
    ],
    [isOwn && { label: "Delete", icon: Trash2, isDestructive: true, onSelect: () => actions.remove(block) }],
  ];
  return (
    <li className="relative flex gap-x-3 px-4 py-3 transition-colors hover:bg-fill-hover">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex min-h-5 flex-wrap items-center gap-x-2 gap-y-1">
          <PlaceLink place={place} onGo={onGo} className="font-mono font-medium wrap-anywhere">
            {label}
          </PlaceLink>
          {pinnedAt && <Pin role="img" aria-label="Pinned" className="size-3.5 shrink-0 text-ink-2" />}
          {!isArchival && <Badge variant="secondary">{kind === "core" ? "Core" : "Working"}</Badge>}
          {sharedBy && <Badge variant="outline">Shared by {sharedBy.name}</Badge>}
          <WebMark origins={origins} isShort className="relative" />
        </div>
        {description && <p className="truncate text-ink-2">{description}</p>}
        <p className="line-clamp-2 text-ink-3 wrap-anywhere">{text.slice(0, 400) || "Empty"}</p>
        <div className="mt-0.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-meta text-ink-3">
          <FillBar label={label} chars={text.length} limit={charLimit} />
          <span>{PERMISSION_LABELS[permission].title}</span>
        </div>
      </div>
      <ActionsButton label={`More for “${label}”`} className="relative -mr-2" groups={groups} />
    </li>
  );
}

type PlaceLinkProps = {
  place: Place;
  onGo: (place: Place) => void;
  className?: string;
  children: ReactNode;
};

export function PlaceLink({ place, onGo, className, children }: PlaceLinkProps) {
  const go = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onGo(place);
  };
  return (
    <Link
      href={hrefOf(place)}
      onClick={go}
      className={`rounded-in after:absolute after:inset-0 ${className}`}
    >
      {children}
    </Link>
  );
}
