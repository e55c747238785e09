import type {
  ErrorCategory,
  ExecutionStats,
  ExecutionSummary,
  HintView,
  NextAct,
  PromptHint,
} from "@/lib/shared/executions";

export const CATEGORY_LABELS: Record<ErrorCategory, string> = {
  syntax: "Syntax",
  import: "Imports",
  type: "Types",
  reference: "Unknown names",
  timeout: "Time",
  network: "Network",
  permission: "Permissions",
  memory: "Memory",
  runtime: "At run time",
  unknown: "Unknown",
};

/** Formats a percentage, such as "34%". Returns "<1%" for a share that would round to 0. */
export function share(part: number, all: number): string {
  const percent = all === 0 ? 0 : (100 * part) / all;
  return percent > 0 && percent < 1 ? "<1%" : `${Math.round(percent)}%`;
}

export const gistOf = (error: string): string =>
  (error.split("\n").find((line) => /Error\b|^The code\b|^error\b/.test(line)) ?? error.split("\n")[0] ?? "")
    .replace(/^The code threw |^error: (Uncaught )?(\(in promise\) )?/, "")
    .replace(/ \(line \d+, column \d+\)\.?$/, "")
    .trim();

export function summaryOf({ total, failed, errors }: ExecutionStats): string {
  const [mostFrequent] = errors;
  if (total === 0 || !mostFrequent) return "Nothing has failed.";
  const why = mostFrequent.examples[0] ? gistOf(mostFrequent.examples[0].error) : "";
  return `${CATEGORY_LABELS[mostFrequent.category]}: ${mostFrequent.count} of ${failed} ${failed === 1 ? "failure" : "failures"}${why && `, the last one “${why}”`}.`;
}

export const failureOf = ({ stderr, exitCode }: Pick<ExecutionSummary, "stderr" | "exitCode">): string =>
  gistOf(stderr) ||
  (exitCode === null ? "The run was stopped without output." : `The run ended with exit code ${exitCode}.`);

export function describeNext(next: NextAct | null): string {
  if (!next) return "Nothing more: the message ended here.";
  if (next.kind === "text") return next.text;
  const how =
    next.state === "output-available"
      ? ", which worked"
      : next.state === "output-error"
        ? ", which failed"
        : "";
  return `It called ${next.tool}${how}.`;
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

export const VERDICT_SAYS = {
  early: "Too few runs since to say whether it helps.",
  helped: "It helps: fewer runs fail for this.",
  same: "It does not help so far: as many runs fail for this.",
} as const;

/**
 * Describes briefly whether the hint helps. If there are too few runs with the current hint, describes the
 * last hint with enough runs.
 */
export function describeHint({ isOn, text, hints }: HintView): { says: string; figures: string } {
  const [newest] = hints;
  if (!newest)
    return {
      says: !isOn ? "No hint" : text ? "Sent next" : "No hint yet",
      figures: "",
    };
  const hint = hints.find((one) => verdictOf(one) !== "early");
  const since = `${newest.after.total} of ${ENOUGH} runs since`;
  if (!hint) return { says: "Too early to say", figures: since };
  const { before, after, until } = hint;
  const [yes, no] = until === null ? ["It helps", "No change so far"] : ["It helped", "It did not help"];
  const figures = `${share(before.ofKinds, before.total)} of runs failed for this before, ${share(after.ofKinds, after.total)} ${until === null ? "since" : "then"}`;
  return {
    says: verdictOf(hint) === "helped" ? yes : no,
    figures: hint === newest ? figures : `${figures}; for the current hint, ${since}`,
  };
}
