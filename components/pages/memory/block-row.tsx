"use client";

import { FileDown, Merge, Pencil, Pin, Trash2 } from "lucide-react";
import { WebMark } from "@/components/client/origins/web-mark";
import { Badge } from "@/components/ui/badge";
import { download } from "@/components/ui/kit/download";
import { historyAction, pinAction } from "@/components/ui/kit/menu-button";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import { blockName } from "@/lib/shared/memory/memory";
import type { BlockView } from "@/lib/shared/memory/memory-view";
import { EntryRow } from "./entry-row";
import { FillBar, isNearlyFull } from "./fill-bar";
import { PERMISSION_LABELS } from "./labels";
import { type Place, placeOfBlock } from "./memory-url";
import type { BlockActions } from "./use-blocks";

const MAX_SHOWN_CHARS = 400;

type BlockRowProps = {
  block: BlockView;
  actions: BlockActions;
  onGo: (place: Place) => void;
  onMerge: (block: BlockView) => void;
};

export function BlockRow({ block, actions, onGo, onMerge }: BlockRowProps) {
  const { label, isArchival, text, description, permission, charLimit, origins, pinnedAt, sharedBy } = block;
  const place = placeOfBlock(block);
  const isFull = isNearlyFull(text.length, charLimit);
  const isLimited = permission !== "read_write";
  // A block that another agent shares can be pinned, merged and deleted only on that agent's page, which also
  // shows its history.
  const isOwn = !sharedBy;
  return (
    <EntryRow
      kind={isArchival ? "archive" : "block"}
      name={label}
      title={label}
      titleClass="font-mono font-medium wrap-anywhere"
      marks={
        <>
          {pinnedAt && (
            <Pin role="img" aria-label={t("pinned")} className="mt-1 size-3.5 shrink-0 text-ink-2" />
          )}
          {sharedBy && <Badge variant="outline">{t("sharedBy", { name: sharedBy.name })}</Badge>}
          <WebMark origins={origins} isShort className="relative" />
        </>
      }
      mind={isOwn ? { isOn: !isArchival, onChange: () => actions.move(block) } : "always"}
      {...{ place, onGo }}
      groups={[
        [
          { label: common("edit"), icon: Pencil, onSelect: () => onGo(place) },
          !isArchival && isOwn && pinAction(pinnedAt !== null, () => actions.pin(block, pinnedAt === null)),
          isOwn && { label: t("mergeIntoAnother"), icon: Merge, onSelect: () => onMerge(block) },
          {
            label: t("download"),
            icon: FileDown,
            onSelect: () => download(new Blob([text], { type: "text/markdown" }), label, "md"),
          },
          isOwn && historyAction("block", blockName(block)),
        ],
        [
          isOwn && {
            label: common("delete"),
            icon: Trash2,
            isDestructive: true,
            onSelect: () => actions.remove(block),
          },
        ],
      ]}
    >
      {description && <p className="truncate text-ink-2">{description}</p>}
      <p className="line-clamp-2 text-ink-3 wrap-anywhere">{text.slice(0, MAX_SHOWN_CHARS) || t("empty")}</p>
      {(isFull || isLimited) && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-meta text-ink-3">
          {isFull && <FillBar label={label} chars={text.length} limit={charLimit} />}
          {isLimited && <span>{PERMISSION_LABELS[permission].title}</span>}
        </div>
      )}
    </EntryRow>
  );
}
