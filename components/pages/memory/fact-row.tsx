"use client";

import { Merge, Pencil, Trash2 } from "lucide-react";
import { WebMark } from "@/components/client/origins/web-mark";
import type { ActionGroups } from "@/components/ui/kit/action-menu";
import { useTimeZone } from "@/components/ui/kit/clock";
import { FactSource } from "@/components/ui/kit/fact-source";
import { describeMatch } from "@/components/ui/kit/found-by";
import { historyAction } from "@/components/ui/kit/menu-button";
import { fullTime } from "@/lib/shared/chat/time";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/memory";
import { formatTag } from "@/lib/shared/i18n/locale";
import type { FoundBy } from "@/lib/shared/memory/memory-search";
import type { FactView } from "@/lib/shared/memory/memory-view";
import { Contradictions } from "./contradictions";
import { EntryRow } from "./entry-row";
import { formatCertainty, LAYER_LABELS } from "./labels";
import { type Place, placeOfFact } from "./memory-url";
import type { Contradiction, Settle } from "./use-cleanup";
import type { FactActions } from "./use-facts";

const MAX_NAME_CHARS = 40;

export const factName = ({ content }: FactView): string => content.slice(0, MAX_NAME_CHARS);

type FactRowProps = {
  fact: FactView;
  foundBy: readonly FoundBy[];
  contradictions: readonly Contradiction[];
  onFocused?: () => void;
  actions: FactActions;
  onSettle: Settle;
  onGo: (place: Place) => void;
  onMerge: (fact: FactView) => void;
};

export function FactRow(props: FactRowProps) {
  const { fact, foundBy, contradictions, onFocused, actions, onSettle, onGo, onMerge } = props;
  const { id, layer, content, category, certainty, source, origins, pinnedAt } = fact;
  const place = placeOfFact(id);
  return (
    <EntryRow
      kind="fact"
      name={factName(fact)}
      title={content}
      titleClass="line-clamp-3 wrap-anywhere"
      marks={<WebMark origins={origins} isShort className="relative mt-0.5" />}
      mind={
        layer === "session"
          ? undefined
          : { isOn: pinnedAt !== null, onChange: (isOn) => actions.pin(fact, isOn) }
      }
      {...{ place, onGo, onFocused }}
      groups={[
        [{ label: common("edit"), icon: Pencil, takesFocus: true, onSelect: () => onGo(place) }],
        ...factActions(fact, actions, onMerge),
      ]}
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-meta text-ink-3">
        <span>{LAYER_LABELS[layer].title}</span>
        {category && <span className="wrap-anywhere">{category}</span>}
        {certainty < 1 && <span>{formatCertainty(certainty)}</span>}
        <Ending fact={fact} />
        <span className="relative wrap-anywhere">
          <FactSource source={source} />
        </span>
        {foundBy.length > 0 && <span>{describeMatch(foundBy)}</span>}
      </div>
      {/* On a phone, the text and the buttons also take the width below the switch and the menu. */}
      <div className="max-md:-mr-20 empty:hidden">
        <Contradictions of={fact.id} contradictions={contradictions} onSettle={onSettle} />
      </div>
    </EntryRow>
  );
}

export const factActions = (
  fact: FactView,
  actions: FactActions,
  onMerge: (fact: FactView) => void,
): ActionGroups => [
  [
    { label: t("mergeIntoAnother"), icon: Merge, onSelect: () => onMerge(fact) },
    historyAction("memory", fact.id),
  ],
  [{ label: t("forget"), icon: Trash2, isDestructive: true, onSelect: () => actions.forget(fact) }],
];

function Ending({ fact: { expiresAt, pinnedAt } }: { fact: FactView }) {
  const timeZone = useTimeZone();
  if (expiresAt === null || pinnedAt !== null) return null;
  const format = new Intl.DateTimeFormat(formatTag(), { dateStyle: "medium", timeZone });
  return (
    <time dateTime={expiresAt} title={fullTime(expiresAt, timeZone)}>
      {t("until", { date: format.format(new Date(expiresAt)) })}
    </time>
  );
}
