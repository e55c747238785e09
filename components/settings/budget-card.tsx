"use client";

import { useState } from "react";
import { jsonBody, request } from "@/components/client/request";
import { cn } from "@/components/ui/cn";
import { useIsBrowser } from "@/components/ui/kit/clock";
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
import type { NumberField } from "./number-fields";
import { NumberForm } from "./number-form";
import { dollars, exactly } from "./usage-figures";

const { dayUsd, dayTokens, unattendedDayUsd, unattendedDayTokens } = budget.shape;
const DOLLARS = { unit: "US dollars", rule: "0 or more and at most 1,000,000, or empty for no limit" };
const TOKENS = { unit: "tokens", rule: "A whole number, or empty for no limit" };

const FIELDS: readonly NumberField<keyof Budget>[] = [
  { name: "dayUsd", label: "All", ...DOLLARS, schema: dayUsd },
  { name: "dayTokens", label: "All, in tokens", ...TOKENS, schema: dayTokens },
  { name: "unattendedDayUsd", label: "Unattended", ...DOLLARS, schema: unattendedDayUsd },
  {
    name: "unattendedDayTokens",
    label: "Unattended, in tokens",
    ...TOKENS,
    schema: unattendedDayTokens,
  },
];

const formatTokens = (amount: number) => `${exactly(amount)} tokens`;

const USED: Record<keyof Budget, { of: keyof Amounts; say: (amount: number) => string }> = {
  dayUsd: { of: "usd", say: dollars },
  dayTokens: { of: "tokens", say: formatTokens },
  unattendedDayUsd: { of: "unattendedUsd", say: dollars },
  unattendedDayTokens: { of: "unattendedTokens", say: formatTokens },
};

export function BudgetCard({ view: initial }: { view: BudgetView }) {
  const [{ budget, today }, setView] = useState(initial);
  const isBrowser = useIsBrowser();
  const save = async (wanted: Budget) => {
    const response = await request("/api/budget", { method: "PUT", ...jsonBody(wanted) });
    const view = budgetView.parse(await response.json());
    setView(view);
    return view.budget;
  };
  const end = isBrowser ? ` Today ends ${fullTime(today.endsAt, today.timeZone)}.` : "";
  return (
    <TitledCard
      title="Daily budget"
      about={`Work stops before it costs more. “Unattended” is what jobs start.${end}`}
    >
      <NumberForm
        {...{ fields: FIELDS, values: budget, defaults: DEFAULT_BUDGET, save }}
        saved="Saved. Applies from the next call."
        placeholder={() => "No limit"}
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
  const uncertainText =
    uncertain > 0 ? ` (${say(uncertain)} of it for calls interrupted by a server stop)` : "";
  const usageText = `${say(spent)} spent today${reserved > 0 ? `, ${say(reserved)} reserved${uncertainText}` : ""}`;
  return (
    <div className="mt-1 flex flex-col gap-1">
      {limit !== null && (
        <div aria-hidden className="flex h-1.5 overflow-hidden rounded-full bg-fill">
          <div style={{ width: part(spent) }} className={cn(isFull ? "bg-danger" : "bg-ink-2")} />
          <div style={{ width: part(reserved) }} className="bg-line-control" />
        </div>
      )}
      <p className="text-meta text-ink-3 tabular-nums">{usageText}</p>
    </div>
  );
}
