"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FieldDescription } from "@/components/ui/field";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settings";
import type { ProviderView } from "@/lib/shared/settings";

export type KeyHintProps = {
  id: string;
  from: ProviderView["keyFrom"];
  variable?: string;
  isNeeded: boolean;
  onRemove: () => void;
};

export function KeyHint({ id, from, variable, isNeeded, onRemove }: KeyHintProps) {
  const [isSure, setIsSure] = useState(false);
  /** Focus the button that replaces the clicked one, but not on the first render. */
  const [wasAsked, setWasAsked] = useState(false);
  if (from === "environment")
    return (
      <FieldDescription id={id}>
        {t("fromVariable", { variable: variable ?? t("environmentVariable") })}
      </FieldDescription>
    );
  if (from === null)
    return <FieldDescription id={id}>{isNeeded ? t("keyIsHidden") : t("keyIsOptional")}</FieldDescription>;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <FieldDescription id={id}>{isSure ? t("keyWillBeLost") : t("keyIsSaved")}</FieldDescription>
      {isSure ? (
        <span className="flex gap-2">
          <Button
            variant="destructive"
            size="sm"
            autoFocus
            onClick={() => {
              setIsSure(false);
              onRemove();
            }}
          >
            {common("remove")}
          </Button>
          <Button variant="outline" size="sm" onClick={() => setIsSure(false)}>
            {t("keepKey")}
          </Button>
        </span>
      ) : (
        <Button
          variant="link"
          size="sm"
          className="text-meta font-normal"
          autoFocus={wasAsked}
          onClick={() => {
            setIsSure(true);
            setWasAsked(true);
          }}
        >
          {t("removeKey")}
        </Button>
      )}
    </div>
  );
}
