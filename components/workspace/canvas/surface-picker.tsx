"use client";

import {
  Command,
  CommandEmpty,
  CommandGroup,
  CommandInput,
  CommandItem,
  CommandList,
} from "@/components/ui/command";
import { Dialog, DialogContent, DialogTitle } from "@/components/ui/dialog";
import { Clock } from "@/components/ui/kit/clock";
import { SurfaceIcon } from "@/components/ui/kit/surface-icon";
import { outcomeText, reasonOf } from "@/lib/shared/chat/surfaces/surface-labels";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { groupByDay } from "@/lib/shared/chat/time";
import { t } from "@/lib/shared/i18n/en/canvas";
import { t as common } from "@/lib/shared/i18n/en/common";

export type SurfacePickerProps = {
  heading: string;
  surfaces: Surface[];
  closed: ReadonlySet<string>;
  front: string | undefined;
  isOpen: boolean;
  onPick: (surfaceId: string) => void;
  onClose: () => void;
};

export function SurfacePicker({
  heading,
  surfaces,
  closed,
  front,
  isOpen,
  onPick,
  onClose,
}: SurfacePickerProps) {
  const now = new Date().toISOString();
  const newest = surfaces.toReversed().map((surface) => ({ surface, updatedAt: surface.at ?? now }));
  return (
    <Dialog open={isOpen} onOpenChange={(open) => !open && onClose()}>
      <DialogContent className="gap-0 overflow-hidden p-0" aria-describedby={undefined}>
        <DialogTitle className="px-5 pt-4 pr-14 pb-2 max-md:pt-5.5">{heading}</DialogTitle>
        <Command label={heading}>
          <CommandInput placeholder={t("searchSheets")} />
          <CommandList label={heading} className="max-h-[min(400px,60dvh)]">
            <CommandEmpty>{t("noSheet")}</CommandEmpty>
            {groupByDay(newest, now).map(({ label, items }) => (
              <CommandGroup key={label} heading={label}>
                {items.map(({ surface }) => (
                  <CommandItem
                    key={surface.id}
                    value={surface.id}
                    keywords={[surface.title, surface.because?.what ?? "", surface.kind]}
                    onSelect={() => onPick(surface.id)}
                  >
                    <SurfaceIcon kind={surface.kind} className="text-ink-2" />
                    <span className="flex min-w-0 flex-1 flex-col">
                      <span className="truncate">{surface.title}</span>
                      <span className="truncate text-meta text-ink-2">
                        {surface.at && <Clock at={surface.at} />}
                        {surface.at && surface.because && ", "}
                        {reasonOf(surface)}
                      </span>
                    </span>
                    <State
                      surface={surface}
                      isFront={surface.id === front}
                      isClosed={closed.has(surface.id)}
                    />
                  </CommandItem>
                ))}
              </CommandGroup>
            ))}
          </CommandList>
        </Command>
      </DialogContent>
    </Dialog>
  );
}

type StateProps = { surface: Surface; isFront: boolean; isClosed: boolean };

function State({ surface, isFront, isClosed }: StateProps) {
  if (surface.state === "waiting")
    return <span className="shrink-0 text-meta text-accent">{common("waitingForYou")}</span>;
  return (
    <span className="shrink-0 text-meta text-ink-2">
      {isFront ? t("inFront") : isClosed ? t("openAgain") : (outcomeText(surface) ?? "")}
    </span>
  );
}
