"use client";

import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { SearchField } from "@/components/client/shell/palette/search-field";
import { Button } from "@/components/ui/button";
import { choice } from "@/components/ui/kit/choice-style";
import { NativeSelect, NativeSelectOption } from "@/components/ui/native-select";
import { Switch } from "@/components/ui/switch";
import { VERDICTS } from "@/lib/shared/audit/contract";
import { t } from "@/lib/shared/i18n/en/audit";
import { t as common } from "@/lib/shared/i18n/en/common";
import type { Place } from "./audit-url";
import { VERDICT_LABELS } from "./verdict-mark";

type AuditFiltersProps = {
  place: Place;
  tools: readonly string[];
  title: string | undefined;
  onPlace: (place: Place, isReplacing?: boolean) => void;
};

export function AuditFilters({ place, tools, title, onPlace }: AuditFiltersProps) {
  const { view, verdict, tool, conversation, network } = place;
  const isListed = tool === undefined || tools.includes(tool);
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <fieldset className="-mx-2 flex gap-0.5 max-md:mx-0">
        <legend className="sr-only">{t("verdict")}</legend>
        {[undefined, ...VERDICTS].map((one) => (
          <button
            key={one ?? "all"}
            type="button"
            aria-pressed={verdict === one}
            onClick={() => onPlace({ ...place, verdict: one })}
            className={choice(verdict === one)}
          >
            {one ? VERDICT_LABELS[one] : common("all")}
          </button>
        ))}
      </fieldset>
      <div className="flex items-center gap-x-4 gap-y-2 max-md:w-full max-md:gap-x-2">
        <div className="w-48 max-md:w-auto max-md:flex-1">
          <NativeSelect
            aria-label={common("tool")}
            value={tool ?? ""}
            onChange={({ target }) => onPlace({ ...place, tool: target.value || undefined })}
          >
            <NativeSelectOption value="">{t("everyTool")}</NativeSelectOption>
            {!isListed && <NativeSelectOption value={tool}>{tool}</NativeSelectOption>}
            {tools.map((name) => (
              <NativeSelectOption key={name} value={name}>
                {name}
              </NativeSelectOption>
            ))}
          </NativeSelect>
        </div>
        {view === "calls" ? (
          // biome-ignore lint/a11y/noLabelWithoutControl: the switch is a button, which a label can name as well
          <label className="flex items-center gap-2 max-md:h-10">
            <Switch
              checked={network === "only"}
              onCheckedChange={(isOnly) => onPlace({ ...place, network: isOnly ? "only" : undefined })}
            />
            {t("networkOnly")}
          </label>
        ) : (
          <HostField place={place} onPlace={onPlace} />
        )}
      </div>
      {conversation && (
        <Button
          variant="secondary"
          size="sm"
          className="max-w-full font-normal"
          onClick={() => onPlace({ ...place, conversation: undefined })}
        >
          <span className="truncate">{title ? t("inTitle", { title }) : t("inOneConversation")}</span>
          <X aria-hidden />
          <span className="sr-only">{common("showAll")}</span>
        </Button>
      )}
    </div>
  );
}

const TYPED_MS = 250;

function HostField({ place, onPlace }: Pick<AuditFiltersProps, "place" | "onPlace">) {
  const { host = "" } = place;
  const [text, setText] = useState(host);
  useEffect(() => setText((typed) => (typed.trim() === host ? typed : host)), [host]);
  useEffect(() => {
    if (text.trim() === host) return;
    const timer = setTimeout(() => onPlace({ ...place, host: text.trim() || undefined }, true), TYPED_MS);
    return () => clearTimeout(timer);
  }, [text, host, place, onPlace]);
  return <SearchField label={t("host")} placeholder={t("host")} text={text} onText={setText} />;
}
