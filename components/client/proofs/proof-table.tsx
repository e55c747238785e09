"use client";

import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon } from "lucide-react";
import { duration } from "@/components/ui/kit/duration";
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from "@/components/ui/table";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/proofs";
import type { Outcome, Proof, ProofCase } from "@/lib/shared/proofs/contract";

/** The cases of a proof, before and after the change. */
export function ProofTable({ proof: { cases, version, base } }: { proof: Proof }) {
  if (cases.length === 0) return <p className="text-ink-2">{t("noCases")}</p>;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-ink-2">{summary(cases)}</p>
      <div className="overflow-x-auto rounded-in border border-line">
        <Table aria-label={t("cases")}>
          <TableHeader>
            <TableRow>
              <TableHead>{t("case")}</TableHead>
              <TableHead>{t("versionBefore", { version: base })}</TableHead>
              <TableHead>{t("versionAfter", { version })}</TableHead>
            </TableRow>
          </TableHeader>
          <TableBody>
            {cases.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cases of a proof never change
              <TableRow key={index}>
                <TableCell className="align-top whitespace-normal">
                  <span className="text-meta text-ink-3">
                    {one.of === "example" ? t("example") : t("recordedCall")}
                  </span>
                  <span className="block font-mono text-meta wrap-anywhere">{one.input}</span>
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

function summary(cases: readonly ProofCase[]): string {
  const count = (side: "before" | "after", state: Outcome["state"]) =>
    cases.filter((one) => one[side].state === state).length;
  const changed = cases.filter(({ isChanged }) => isChanged).length;
  const ms = (side: "before" | "after") => duration(cases.reduce((sum, one) => sum + one[side].ms, 0));
  return t("summary", {
    passedBefore: count("before", "passed"),
    passedAfter: count("after", "passed"),
    failedBefore: count("before", "failed"),
    failedAfter: count("after", "failed"),
    changed,
    before: ms("before"),
    after: ms("after"),
  });
}

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

function Cell({ outcome: { state, text }, isChanged = false }: { outcome: Outcome; isChanged?: boolean }) {
  const { Icon, label, tone } = LOOK[state];
  return (
    <TableCell className="align-top whitespace-normal">
      <span className="flex items-start gap-1.5">
        <Icon role="img" aria-label={label} className={`mt-0.5 size-4 shrink-0 ${tone}`} />
        <span className="min-w-0">
          {isChanged && <span className="block text-meta text-warning">{t("changed")}</span>}
          <span className="line-clamp-4 font-mono text-meta wrap-anywhere">{text || label}</span>
        </span>
      </span>
    </TableCell>
  );
}
