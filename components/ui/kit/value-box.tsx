"use client";

import { useMemo, useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/kit";
import { RawText } from "./raw-text";
import { formatChars, valueText } from "./value-text";

const FIRST = 10_000;
/** Maximum characters to show. More would make the page slow; the whole value can be copied. */
const MAX_CHARS = 100_000;

type ValueBoxProps = { label: string; value: unknown; className?: string };

export function ValueBox({ label, value, className = "" }: ValueBoxProps) {
  const text = useMemo(() => valueText(value), [value]);
  const [visibleChars, setVisibleChars] = useState(FIRST);
  const left = text.length - visibleChars;
  return (
    <fieldset aria-label={label} className={`min-w-0 ${className}`}>
      <div className="flex h-6 items-center justify-between">
        <h3 className="text-meta text-ink-3">{label}</h3>
        <CopyButton text={() => text} label={t("copyLabel", { label })} className="text-ink-3" />
      </div>
      <RawText text={left > 0 ? text.slice(0, visibleChars) : text} />
      {left > 0 && (
        <p className="mt-1 text-meta text-ink-3">
          {t("charsMore", { chars: formatChars(left) })}{" "}
          {visibleChars < MAX_CHARS ? (
            <Button variant="link" className="text-meta" onClick={() => setVisibleChars(MAX_CHARS)}>
              {common("showMore")}
            </Button>
          ) : (
            t("copyToRead")
          )}
        </p>
      )}
    </fieldset>
  );
}
