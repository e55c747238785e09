"use client";

import { useState } from "react";
import { jsonBody, request } from "@/components/client/request";
import { cn } from "@/components/ui/cn";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import {
  type Amounts,
  type Budget,
  type BudgetView,
  budget,
  budgetView,
  DEFAULT_BUDGET,
} from "@/lib/shared/budget";
import { fullTime } from "@/lib/shared/chat/time";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settings";
import type { NumberField } from "./number-fields";
import { NumberForm } from "./number-form";
import { dollars } from "./usage-figures";

const { dayUsd, dayTokens, unattendedDayUsd, unattendedDayTokens } = budget.shape;
function fields(): readonly NumberField<keyof Budget>[] {
  const usd = { unit: t("unitDollars"), rule: t("zeroTo", { max: 1_000_000 }) };
  const tokens = { unit: t("unitTokens"), rule: t("whole") };
  return [
    { name: "dayUsd", label: common("all"), ...usd, schema: dayUsd },
    { name: "dayTokens", label: t("budgetTokens"), ...tokens, schema: dayTokens },
    { name: "unattendedDayUsd", label: t("unattended"), ...usd, schema: unattendedDayUsd },
    { name: "unattendedDayTokens", label: t("unattendedTokens"), ...tokens, schema: unattendedDayTokens },
  ];
}

const formatTokens = (amount: number) => t("amountOfTokens", { amount });

const USED: Record<keyof Budget, { of: keyof Amounts; say: (amount: number) => string }> = {
  dayUsd: { of: "usd", say: dollars },
  dayTokens: { of: "tokens", say: formatTokens },
  unattendedDayUsd: { of: "unattendedUsd", say: dollars },
  unattendedDayTokens: { of: "unattendedTokens", say: formatTokens },
};

export function BudgetCard({ view: initial }: { view: BudgetView }) {
  const [{ budget, today }, setView] = useState(initial);
  const save = async (wanted: Budget) => {
    const response = await request("/api/budget", { method: "PUT", ...jsonBody(wanted) });
    const view = budgetView.parse(await response.json());
    setView(view);
    return view.budget;
  };
  return (
    <TitledCard
      title={t("dailyBudget")}
      about={
        <>
          {t("budgetAbout")}{" "}
          <span suppressHydrationWarning>
            {t("dayEnds", { endsAt: fullTime(today.endsAt, today.timeZone) })}
          </span>
        </>
      }
    >
      <NumberForm
        {...{ fields: fields(), values: budget, defaults: DEFAULT_BUDGET, save }}
        saved={t("saved")}
        placeholder={() => t("noLimit")}
        below={(name) => (
          <Used
            limit={budget[name]}
            spent={today.spent[USED[name].of]}
            reserved={today.reserved[USED[name].of]}
            uncertain={today.uncertain[USED[name].of]}
            say={USED[name].say}
          />
        )}
      />
    </TitledCard>
  );
}

type UsedProps = {
  limit: number | null;
  spent: number;
  reserved: number;
  uncertain: number;
  say: (amount: number) => string;
};

function Used({ limit, spent, reserved, uncertain, say }: UsedProps) {
  const part = (amount: number) => `${limit ? Math.min(100, (100 * amount) / limit) : 0}%`;
  const isFull = limit !== null && spent + reserved >= limit;
  const amount = say(reserved);
  const reservedText =
    uncertain > 0
      ? t("reservedUncertain", { amount, uncertain: say(uncertain) })
      : reserved > 0 && t("reserved", { amount });
  return (
    <div className="mt-1 flex flex-col gap-1">
      {limit !== null && (
        <div aria-hidden className="flex h-1.5 overflow-hidden rounded-full bg-fill">
          <div style={{ width: part(spent) }} className={cn(isFull ? "bg-danger" : "bg-ink-2")} />
          <div style={{ width: part(reserved) }} className="bg-line-control" />
        </div>
      )}
      <p className="text-meta text-ink-3 tabular-nums">
        {[t("spentToday", { amount: say(spent) }), reservedText].filter(Boolean).join(", ")}
      </p>
    </div>
  );
}
