"use client";

import { FileDown } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { useApiHref } from "@/components/ui/kit/agent-base";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Label } from "@/components/ui/label";
import { t } from "@/lib/shared/i18n/en/agentFile";
import { t as common } from "@/lib/shared/i18n/en/common";

export function ExportCard() {
  const [hasHistory, setHasHistory] = useState(true);
  const [hasConversations, setHasConversations] = useState(false);
  const apiHref = useApiHref();
  const query = new URLSearchParams({
    ...(!hasHistory && { history: "live" }),
    ...(hasConversations && { conversations: "true" }),
  });
  return (
    <TitledCard title={common("export")}>
      <div className="flex flex-col gap-4">
        <dl className="grid grid-cols-[80px_minmax(0,1fr)] gap-y-1.5">
          <dt className="text-ink-3">{t("included")}</dt>
          <dd>{[t("includedParts"), ...(hasConversations ? [t("messages")] : [])].join(", ")}</dd>
          <dt className="text-ink-3">{t("notIncluded")}</dt>
          <dd>
            {[hasConversations ? t("openQuestions") : common("conversations"), t("notIncludedParts")].join(
              ", ",
            )}
          </dd>
        </dl>
        <div className="flex flex-col gap-2.5 max-md:gap-0">
          <Tick label={t("includeVersions")} isOn={hasHistory} onChange={setHasHistory} />
          <Tick label={t("includeConversations")} isOn={hasConversations} onChange={setHasConversations} />
        </div>
        <Button asChild className="self-start max-md:self-stretch">
          <a href={apiHref(`/api/export${query.size > 0 ? `?${query}` : ""}`)} download>
            <FileDown aria-hidden />
            {t("exportAgent")}
          </a>
        </Button>
      </div>
    </TitledCard>
  );
}

type TickProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void };

export function Tick({ label, isOn, onChange }: TickProps) {
  const id = useId();
  return (
    <div className="flex items-center gap-2.5 max-md:min-h-11">
      <Checkbox id={id} checked={isOn} onCheckedChange={(checked) => onChange(checked === true)} />
      <Label htmlFor={id}>{label}</Label>
    </div>
  );
}
