import type { ErrorCategory, ExecutionSummary, HintView, NextAct, PromptHint } from "@/lib/shared/executions";
import { t } from "@/lib/shared/i18n/en/audit";
import { t as common } from "@/lib/shared/i18n/en/common";

export const CATEGORY_LABELS: Record<ErrorCategory, string> = {
  get syntax() {
    return t("syntax");
  },
  get import() {
    return t("imports");
  },
  get type() {
    return t("types");
  },
  get reference() {
    return t("unknownNames");
  },
  get timeout() {
    return common("time");
  },
  get network() {
    return t("network");
  },
  get permission() {
    return t("permissions");
  },
  get memory() {
    return t("memory");
  },
  get runtime() {
    return t("atRunTime");
  },
  get unknown() {
    return t("unknown");
  },
};

/** Formats a percentage, such as "34%". Returns "<1%" for a share that would round to 0. */
export function share(part: number, all: number): string {
  const percent = all === 0 ? 0 : (100 * part) / all;
  return percent > 0 && percent < 1 ? t("belowOnePercent") : t("percent", { percent: Math.round(percent) });
}

export const gistOf = (error: string): string =>
  (error.split("\n").find((line) => /Error\b|^The code\b|^error\b/.test(line)) ?? error.split("\n")[0] ?? "")
    .replace(/^The code threw |^error: (Uncaught )?(\(in promise\) )?/, "")
    .replace(/ \(line \d+, column \d+\)\.?$/, "")
    .trim();

export const failureOf = ({ stderr, exitCode }: Pick<ExecutionSummary, "stderr" | "exitCode">): string =>
  gistOf(stderr) || (exitCode === null ? t("stoppedSilently") : t("exitCode", { exitCode }));

export function describeNext(next: NextAct | null): string {
  if (!next) return t("nothingNext");
  if (next.kind === "text") return next.text;
  const { tool, state } = next;
  if (state === "output-available") return t("calledWorked", { tool });
  return state === "output-error" ? t("calledFailed", { tool }) : t("called", { tool });
}

const ENOUGH = 10;

/**
 * Returns "helped" if the share of runs with the hint's failures fell by more than a quarter, and "early" if
 * there are too few runs to tell.
 */
export function verdictOf({
  before,
  after,
}: Pick<PromptHint, "before" | "after">): "early" | "helped" | "same" {
  if (after.total < ENOUGH) return "early";
  return after.ofKinds / after.total < (0.75 * before.ofKinds) / Math.max(before.total, 1)
    ? "helped"
    : "same";
}

export function describeVerdict(verdict: "early" | "helped" | "same", isCurrent: boolean): string {
  if (verdict === "early") return t("tooEarly");
  if (verdict === "same") return t("noChange");
  return isCurrent ? t("helps") : t("helped");
}

/**
 * Describes briefly whether the hint helps. If there are too few runs with the current hint, describes the
 * last hint with enough runs.
 */
export function describeHint({ isOn, text, hints }: HintView): { says: string; figures: string } {
  const [newest] = hints;
  if (!newest)
    return {
      says: !isOn ? t("noHint") : text ? t("sentNext") : t("noHintYet"),
      figures: "",
    };
  const hint = hints.find((one) => verdictOf(one) !== "early");
  const since = t("runsSince", { total: newest.after.total, enough: ENOUGH });
  if (!hint) return { says: t("tooEarly"), figures: since };
  const { before, after, until } = hint;
  const figures = t("rates", {
    before: share(before.ofKinds, before.total),
    after: share(after.ofKinds, after.total),
  });
  return {
    says: describeVerdict(verdictOf(hint), until === null),
    figures: hint === newest ? figures : t("currentHint", { figures, since }),
  };
}
