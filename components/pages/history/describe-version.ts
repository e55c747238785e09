import { titleOf } from "@/components/client/versions/kinds";
import { useWho } from "@/components/client/versions/who";
import type { Cause, Revision } from "@/lib/shared/history";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/history";
import { PRODUCT_TITLES } from "@/lib/shared/imports/products";
import type { Summary } from "@/lib/shared/memory/summary";
import { formatPastTime } from "./days";

const WHO: Record<Revision["author"], string> = {
  get agent() {
    return common("agent");
  },
  get person() {
    return common("you");
  },
  get restore() {
    return common("you");
  },
  get import() {
    return common("you");
  },
  get system() {
    return common("easel");
  },
  get visitor() {
    return t("visitor");
  },
};

export const BY: Record<Revision["author"], string> = {
  get agent() {
    return t("byAgent");
  },
  get person() {
    return t("byYou");
  },
  get restore() {
    return t("restores");
  },
  get import() {
    return t("imports");
  },
  get system() {
    return t("byEasel");
  },
  get visitor() {
    return t("byVisitors");
  },
};

/** Returns a function that names who wrote a version. */
export function useAuthorName(): (version: Revision) => string {
  const who = useWho();
  return (version) => {
    // A person restores and imports.
    const author = version.author === "restore" || version.author === "import" ? "person" : version.author;
    const { cause } = version;
    if (cause && "returned" in cause) return t("byEasel");
    if (cause && "app" in cause) return t("visitorNamed", { name: cause.app.visitor });
    return who({ ...version, author }, WHO[author]);
  };
}

/** Returns one sentence about a version: that of the change, unless it restored more or never went live. */
export function whatOf(
  revision: Revision,
  summary: Summary | undefined,
  now: string,
  timeZone: string,
): string {
  const { cause, author, live } = revision;
  const title = titleOf(revision);
  if (!live) return t("titleFailed", { title });
  if (cause && "moment" in cause)
    return t("titleBackTo", { title, time: formatPastTime(cause.moment, now, timeZone) });
  if (author === "system") return t("titleInitial", { title });
  if (cause && "imported" in cause) return t("titleImported", { title });
  return summary?.words ?? title;
}

/** Returns the cause of a version in a few words. The UI shows it after the author. */
export function whyOf({ cause, author }: Revision, summary: Summary | undefined): string | undefined {
  if (author === "system") return undefined;
  if (cause === null) return author === "person" ? t("byHand") : undefined;
  if ("conversationId" in cause) return summary && (summary.conversation ?? t("deletedConversation"));
  if ("imported" in cause) return undefined;
  return describeCause(cause) ?? t("byHand");
}

/** Describes a cause in a few words. Returns undefined for causes that the UI describes with more details. */
export function describeCause(cause: Cause): string | undefined {
  if ("conversationId" in cause) return undefined;
  if ("session" in cause) return t("atSessionEnd");
  if ("consolidation" in cause) return t("byCleanup");
  if ("supersededBy" in cause) return t("forNewerFact");
  if ("program" in cause) return t("byProgram", { name: cause.program });
  if ("sheet" in cause) {
    const { title, program } = cause.sheet;
    return program === undefined ? t("inSheet", { title }) : t("inProgram", { title, program });
  }
  if ("app" in cause) return t("inSheet", { title: cause.app.title });
  if ("copied" in cause) return t("copiedFrom", { title: cause.copied.title });
  if ("rehearsed" in cause) return t("byRehearsal", { title: cause.rehearsed.title });
  if ("historyImport" in cause) {
    const { product, isUndone } = cause.historyImport;
    return t(isUndone ? "undidImport" : "byImport", { product: PRODUCT_TITLES[product] });
  }
  if ("restored" in cause) return t("restoredVersion", { version: cause.restored.version });
  if ("returned" in cause) return t("returned", cause.returned);
  if (!("undone" in cause)) return undefined;
  const { version, isRedone } = cause.undone;
  return isRedone ? t("redidVersion", { version }) : t("undidVersion", { version });
}
