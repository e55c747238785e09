"use client";

import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon } from "lucide-react";
import { cn } from "@/components/ui/cn";
import Link from "@/components/ui/kit/agent-base";
import { duration } from "@/components/ui/kit/duration";
import { hrefOf } from "@/components/ui/kit/link";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/proofs";
import { formatTag } from "@/lib/shared/i18n/locale";
import {
  isTried,
  type Outcome,
  type Proof,
  type ProofCase,
  type TurnFacts,
} from "@/lib/shared/proofs/contract";
import { KeepButton } from "./keep-button";

/** The cases of a proof, before and after the change. */
export function ProofTable({ proof: { kind, name, cases, version, base, tokens } }: { proof: Proof }) {
  if (cases.length === 0) return <p className="text-ink-2">{isTried(kind) ? t("noTurns") : t("noCases")}</p>;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-ink-2">
        {isTried(kind) ? `${turnSummary(cases, tokens)}${costWords(cases)}` : summary(cases)}
      </p>
      <div className="overflow-x-auto rounded-in border border-line">
        <Table aria-label={t("cases")} className={cn(isTried(kind) && "table-fixed")}>
          <TableHeader>
            <TableRow>
              <TableHead className={cn(isTried(kind) && "w-[44%]")}>{t("case")}</TableHead>
              <TableHead>{t("versionBefore", { version: base })}</TableHead>
              <TableHead className={cn(isTried(kind) && "h-auto py-2 whitespace-normal")}>
                {t("versionAfter", { version })}
              </TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {cases.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cases of a proof never change
              <TableRow key={index}>
                <TableCell className="align-top whitespace-normal">
                  <span className="text-meta text-ink-3">{t("caseOf", { of: one.of })}</span>
                  <span
                    className={cn(
                      "wrap-anywhere",
                      isTried(kind) ? "line-clamp-4" : "block font-mono text-meta",
                    )}
                  >
                    {one.place ? (
                      <Link
                        href={hrefOf(one.place.conversationId, one.place.messageId)}
                        className="underline-offset-4 hover:underline"
                      >
                        {one.input}
                      </Link>
                    ) : (
                      one.input
                    )}
                  </span>
                  {isTried(kind) && one.of === "turn" && one.place && (
                    <span className="mt-1.5 block">
                      <KeepButton from={{ kind, name, ...one.place }} isSmall />
                    </span>
                  )}
                </TableCell>
                <Cell outcome={one.before} />
                <Cell outcome={one.after} isChanged={one.isChanged} />
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </div>
    </div>
  );
}

const count = (cases: readonly ProofCase[], side: "before" | "after", state: Outcome["state"]) =>
  cases.filter((one) => one[side].state === state).length;

const counts = (cases: readonly ProofCase[]) => ({
  passedBefore: count(cases, "before", "passed"),
  passedAfter: count(cases, "after", "passed"),
  failedBefore: count(cases, "before", "failed"),
  failedAfter: count(cases, "after", "failed"),
  changed: cases.filter(({ isChanged }) => isChanged).length,
});

function summary(cases: readonly ProofCase[]): string {
  const ms = (side: "before" | "after") => duration(cases.reduce((sum, one) => sum + one[side].ms, 0));
  return t("summary", { ...counts(cases), before: ms("before"), after: ms("after") });
}

const turnSummary = (cases: readonly ProofCase[], tokens: number): string =>
  t("turnSummary", { ...counts(cases), tokens });

const LOOK: Record<Outcome["state"], { Icon: LucideIcon; label: string; tone: string }> = {
  passed: {
    Icon: CircleCheck,
    get label() {
      return t("passed");
    },
    tone: "text-success",
  },
  failed: {
    Icon: CircleAlert,
    get label() {
      return common("failed");
    },
    tone: "text-danger",
  },
  skipped: {
    Icon: CircleDashed,
    get label() {
      return t("skipped");
    },
    tone: "text-ink-3",
  },
};

/** The cost of the trial, if the price of the model is known. */
function costWords(cases: readonly ProofCase[]): string {
  const known = cases.flatMap(({ after }) => after.turn?.costUsd ?? []);
  if (known.length === 0) return "";
  const cost = known.reduce((sum, one) => sum + one, 0);
  return `, ${cost.toLocaleString(formatTag(), { ...USD, maximumFractionDigits: 4 })}`;
}

const USD = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const;

const turnWords = ({ tools, failedCalls, isWaiting, steps, tokens }: TurnFacts): string =>
  t("turnFacts", {
    steps,
    tokens,
    failedCalls,
    waits: String(isWaiting),
    tools: tools.length > 0 ? tools.join(", ") : t("noTools"),
  });

function Cell({
  outcome: { state, text, turn },
  isChanged = false,
}: {
  outcome: Outcome;
  isChanged?: boolean;
}) {
  const { Icon, label, tone } = LOOK[state];
  return (
    <TableCell className="align-top whitespace-normal">
      <span className="flex items-start gap-1.5">
        <Icon role="img" aria-label={label} className={`mt-0.5 size-4 shrink-0 ${tone}`} />
        <span className="min-w-0">
          {isChanged && <span className="block text-meta text-warning">{t("changed")}</span>}
          <span className={cn("line-clamp-4 wrap-anywhere", !turn && "font-mono text-meta")}>
            {text || label}
          </span>
          {turn && <span className="block text-meta text-ink-3 wrap-anywhere">{turnWords(turn)}</span>}
        </span>
      </span>
    </TableCell>
  );
}
