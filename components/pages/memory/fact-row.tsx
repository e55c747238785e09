"use client";

import { Merge, Pencil, Pin, Trash2 } from "lucide-react";
import { WebMark } from "@/components/client/origins/web-mark";
import { Badge } from "@/components/ui/badge";
import { useTimeZone } from "@/components/ui/kit/clock";
import { FactSource } from "@/components/ui/kit/fact-source";
import { describeMatch } from "@/components/ui/kit/found-by";
import { ActionsButton, historyAction, pinAction } from "@/components/ui/kit/menu-button";
import { fullTime } from "@/lib/shared/chat/time";
import type { FactView } from "@/lib/shared/memory/memory-view";
import { PlaceLink } from "./block-row";
import type { FoundFact } from "./facts-api";
import { formatCertainty, LAYER_LABELS } from "./labels";
import type { Place } from "./memory-url";
import type { FactActions } from "./use-facts";

type FactRowProps = {
  fact: FactView;
  foundBy?: FoundFact["foundBy"];
  actions: FactActions;
  onGo: (place: Place) => void;
  onMerge: (fact: FactView) => void;
};

export function FactRow({ fact, foundBy = [], actions, onGo, onMerge }: FactRowProps) {
  const { id, layer, content, category, certainty, source, origins, pinnedAt } = fact;
  const place: Place = { tab: "facts", open: id };
  return (
    <li className="relative flex gap-x-3 px-4 py-3 transition-colors hover:bg-fill-hover">
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex min-w-0 items-start gap-x-2">
          <PlaceLink place={place} onGo={onGo} className="line-clamp-3 wrap-anywhere">
            {content}
          </PlaceLink>
          {pinnedAt && <Pin role="img" aria-label="Pinned" className="mt-0.5 size-3.5 shrink-0 text-ink-2" />}
          <WebMark origins={origins} isShort className="relative mt-0.5" />
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-ink-3">
          <Badge variant="secondary">{LAYER_LABELS[layer].title}</Badge>
          {category && <span className="wrap-anywhere">{category}</span>}
          {certainty < 1 && <span>{formatCertainty(certainty)}</span>}
          <Ending fact={fact} />
          <span className="relative wrap-anywhere">
            <FactSource source={source} />
          </span>
          {foundBy.length > 0 && <span>{describeMatch(foundBy)}</span>}
        </div>
      </div>
      <ActionsButton
        label={`More for “${content.slice(0, 40)}”`}
        className="relative -mr-2"
        groups={[
          [
            { label: "Edit", icon: Pencil, onSelect: () => onGo(place) },
            pinAction(pinnedAt !== null, () => actions.pin(fact, pinnedAt === null)),
            { label: "Merge into another", icon: Merge, onSelect: () => onMerge(fact) },
            historyAction("memory", id),
          ],
          [{ label: "Forget", icon: Trash2, isDestructive: true, onSelect: () => actions.forget(fact) }],
        ]}
      />
    </li>
  );
}

export function Ending({ fact: { expiresAt, pinnedAt } }: { fact: FactView }) {
  const timeZone = useTimeZone();
  if (expiresAt === null) return null;
  if (pinnedAt !== null) return <span>stays while it is pinned</span>;
  return (
    <time dateTime={expiresAt} title={fullTime(expiresAt, timeZone)}>
      until {new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone }).format(new Date(expiresAt))}
    </time>
  );
}
