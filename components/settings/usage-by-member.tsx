"use client";

import { useMemberName } from "@/components/client/members";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/settings";
import { dollars, exactly } from "./usage-figures";

type MemberUsage = { memberId: string; calls: number; tokens: number; cost: number | null };

const head = "h-8 pl-4 text-right text-meta font-medium text-ink-3";
const cell = "h-8 py-1 pl-4 text-right tabular-nums";

export function UsageByMember({ rows }: { rows: MemberUsage[] }) {
  const nameOf = useMemberName();
  if (rows.length === 0) return null;
  return (
    <TitledCard title={t("byMember")}>
      <table className="w-full border-separate border-spacing-0 text-ui [&_td]:border-line [&_td]:border-b [&_th]:border-line [&_th]:border-b">
        <thead>
          <tr>
            <th className={`${head} pl-0 text-left`}>{t("memberColumn")}</th>
            <th className={head}>{common("calls")}</th>
            <th className={`${head} max-md:hidden`}>{t("tokens")}</th>
            <th className={head}>{t("cost")}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ memberId, calls, tokens, cost }) => (
            <tr key={memberId}>
              <th scope="row" className="py-1 text-left font-normal wrap-anywhere">
                {nameOf(memberId)}
              </th>
              <td className={cell}>{exactly(calls)}</td>
              <td className={`${cell} max-md:hidden`}>{exactly(tokens)}</td>
              <td className={cell}>{cost === null ? t("priceUnknown") : dollars(cost)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TitledCard>
  );
}
