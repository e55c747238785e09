import type {
  ErrorCategory,
  ExecutionStats,
  ExecutionSummary,
  HintView,
  NextAct,
  ToldHint,
} from "@/lib/shared/executions";

export const CATEGORY_WORDS: Record<ErrorCategory, string> = {
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

/** "34%", and "<1%" where a part is there but rounds to nothing. */
export function share(part: number, all: number): string {
  const percent = all === 0 ? 0 : (100 * part) / all;
  return percent > 0 && percent < 1 ? "<1%" : `${Math.round(percent)}%`;
}

/** The line that names an error, without how code is told of it. */
export const gistOf = (error: string): string =>
  (error.split("\n").find((line) => /Error\b|^The code\b|^error\b/.test(line)) ?? error.split("\n")[0] ?? "")
    .replace(/^The code threw |^error: (Uncaught )?(\(in promise\) )?/, "")
    .replace(/ \(line \d+, column \d+\)\.?$/, "")
    .trim();

/** What fails most, why, and how much of all that is. */
export function summaryOf({ total, failed, errors }: ExecutionStats): string {
  const [most] = errors;
  if (total === 0 || !most) return "Nothing has failed.";
  const why = most.examples[0] ? gistOf(most.examples[0].error) : "";
  return `${CATEGORY_WORDS[most.category]}: ${most.count} of ${failed} ${failed === 1 ? "failure" : "failures"}${why && `, the last one “${why}”`}.`;
}

/** What a run that failed says, also where it wrote nothing. */
export const failureOf = ({ stderr, exitCode }: Pick<ExecutionSummary, "stderr" | "exitCode">): string =>
  gistOf(stderr) ||
  (exitCode === null ? "It was ended, and said nothing." : `It ended with exit code ${exitCode}.`);

export function nextWords(next: NextAct | null): string {
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

/** So many runs have to come before one can say whether anything changed. */
const ENOUGH = 10;

/** Whether what was told has changed anything. */
export function verdictOf({
  before,
  after,
}: Pick<ToldHint, "before" | "after">): "early" | "helped" | "same" {
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

/** Whether it helps to tell the agent, in a few words: what is told now, or what was told last. */
export function helpWords({ isOn, text, hints }: HintView): { says: string; figures: string } {
  const [newest] = hints;
  if (!newest)
    return {
      says: !isOn ? "It is told nothing" : text ? "It is told next" : "Nothing to tell yet",
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
    figures: hint === newest ? figures : `${figures}; of what is told now, ${since}`,
  };
}
