"use client";

import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldLegend, FieldSet } from "@/components/ui/field";
import { Label } from "@/components/ui/label";
import type { Offer } from "@/lib/shared/calendars";
import { t } from "@/lib/shared/i18n/en/calendars";

type OfferListProps = {
  title: string;
  isTitleShown?: boolean;
  offers: readonly Offer[];
  chosen: readonly Offer[];
  onChoose: (chosen: readonly Offer[]) => void;
};

/** Calendars and address books of a server, to choose from. */
export function OfferList({ title, isTitleShown = false, offers, chosen, onChoose }: OfferListProps) {
  const id = useId();
  return (
    <FieldSet className="gap-0">
      <FieldLegend variant="label" className={isTitleShown ? "mb-1" : "sr-only"}>
        {title}
      </FieldLegend>
      {offers.map((offer, at) => (
        <div key={offer.href} className="flex min-h-9 items-center gap-2.5 phone:min-h-11">
          <Checkbox
            id={`${id}-${at}`}
            checked={chosen.includes(offer)}
            onCheckedChange={(isChosen) =>
              onChoose(offers.filter((one) => (one === offer ? isChosen === true : chosen.includes(one))))
            }
          />
          <Label htmlFor={`${id}-${at}`} className="min-w-0 flex-1 truncate">
            {offer.name}
          </Label>
          <span className="shrink-0 text-meta text-ink-3">
            {[offer.kind === "contacts" && t("addressBook"), offer.isReadOnly && t("readOnly")]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </div>
      ))}
    </FieldSet>
  );
}
