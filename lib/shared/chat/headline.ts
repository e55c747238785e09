import { t } from "@/lib/shared/i18n/en/sharedChat";
import type { Call } from "./tries";

export type Headline = {
  /**
   * The call whose sentence represents all calls in the summary: the last successful one, or else the last failed
   * one.
   */
  lead: Call;
  outcome: "done" | "failed" | "denied";
  /** The other calls in words, such as "and 2 more, after 1 try". */
  rest: string;
};

/** Summarizes finished calls in one line. Failed attempts that a later call fixed are only counted. */
export function headlineOf(calls: readonly [Call, ...Call[]]): Headline {
  const done = calls.filter(({ state }) => state === "output-available");
  const failed = calls.filter(({ state }) => state === "output-error");
  const [lead, outcome] = leadOf(calls, done, failed);
  if (outcome !== "done") {
    const isSame = calls.every(({ toolName, state }) => toolName === lead.toolName && state === lead.state);
    return {
      lead,
      outcome,
      rest: isSame ? t("inTries", { count: calls.length }) : t("andMore", { count: calls.length - 1 }),
    };
  }
  const more = calls.length - 1 - failed.length;
  const rest = [
    more > 0 ? t("andMore", { count: more }) : "",
    triesText(calls.flatMap(({ tries }) => tries).length),
    failed.length > 0 ? t("failedCalls", { count: failed.length }) : "",
  ];
  return { lead, outcome, rest: rest.filter(Boolean).join(", ") };
}

/** Returns "after 1 try", or an empty string for 0. */
export const triesText = (tries: number): string => (tries > 0 ? t("afterTries", { count: tries }) : "");

function leadOf(
  calls: readonly [Call, ...Call[]],
  done: readonly Call[],
  failed: readonly Call[],
): [Call, Headline["outcome"]] {
  const [achieved, broken] = [done.at(-1), failed.at(-1)];
  if (achieved) return [achieved, "done"];
  return broken ? [broken, "failed"] : [calls.at(-1) ?? calls[0], "denied"];
}
