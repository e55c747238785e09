"use client";

import { type FormEvent, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { FieldError } from "@/components/ui/field-error";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settingsPeople";

const MAX_USD = 1_000_000;

type LimitFormProps = {
  name: string;
  /** Maximum cost of a day in US dollars; null for no limit. */
  limit: number | null;
  onSave: (limit: number | null) => Promise<void>;
  onClose: () => void;
};

export function LimitForm({ name, limit, onSave, onClose }: LimitFormProps) {
  const id = useId();
  const [text, setText] = useState(limit === null ? "" : `${limit}`);
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim() === "" ? null : Number(text.replace(",", "."));
    const isValid = wanted === null || (wanted >= 0 && wanted <= MAX_USD);
    setIsWrong(!isValid);
    // The row shows why saving failed.
    if (isValid) onSave(wanted).catch(() => {});
  };
  return (
    <form
      noValidate
      aria-label={t("limitOf", { name })}
      onSubmit={submit}
      className="flex basis-full flex-col gap-1"
    >
      <Label htmlFor={id}>{t("limit")}</Label>
      <div className="flex flex-wrap gap-2">
        <Input
          id={id}
          value={text}
          inputMode="decimal"
          autoComplete="off"
          autoFocus
          placeholder={t("noLimit")}
          aria-invalid={isWrong}
          aria-describedby={`${id}-about`}
          className="max-w-40"
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" className="max-md:h-11">
          {common("save")}
        </Button>
        <Button variant="ghost" className="max-md:h-11" onClick={onClose}>
          {common("cancel")}
        </Button>
      </div>
      <p id={`${id}-about`} className="text-meta text-ink-3">
        {t("limitAbout")}
      </p>
      {isWrong && <FieldError role="alert">{t("wrongLimit")}</FieldError>}
    </form>
  );
}
