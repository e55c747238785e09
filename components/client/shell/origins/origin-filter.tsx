"use client";

import { ToggleGroup, ToggleGroupItem } from "@/components/ui/toggle-group";
import type { Summary } from "@/lib/shared/chat/contract";
import { t as common } from "@/lib/shared/i18n/en/common";
import { type ConversationOrigin, ORIGINS } from "@/lib/shared/jobs/kinds";
import { ORIGIN_LOOKS } from "./origin-looks";

type OriginFilterProps = {
  conversations: readonly Summary[];
  origin: ConversationOrigin | undefined;
  onOrigin: (origin: ConversationOrigin | undefined) => void;
};

const ALL = "all";

export function OriginFilter({ conversations, origin, onOrigin }: OriginFilterProps) {
  const offered = new Set<ConversationOrigin>(["chat", "job", "pulse"]);
  for (const each of conversations) if (each.origin) offered.add(each.origin);
  return (
    <ToggleGroup
      type="single"
      aria-label={common("show")}
      value={origin ?? ALL}
      onValueChange={(value) => onOrigin(ORIGINS.find((one) => one === value))}
      className="mb-2 flex w-full flex-wrap"
    >
      <ToggleGroupItem value={ALL} className="flex-1 whitespace-nowrap px-1 text-meta">
        {common("all")}
      </ToggleGroupItem>
      {ORIGINS.filter((one) => offered.has(one)).map((one) => (
        <ToggleGroupItem key={one} value={one} className="flex-1 whitespace-nowrap px-1 text-meta">
          {ORIGIN_LOOKS[one].all}
        </ToggleGroupItem>
      ))}
    </ToggleGroup>
  );
}
