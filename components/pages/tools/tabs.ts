import { t as common } from "@/lib/shared/i18n/en/common";
import { t as proofs } from "@/lib/shared/i18n/en/proofs";
import { t } from "@/lib/shared/i18n/en/tools";
import type { Source } from "./own/use-source";

export const TABS = ["code", "parameters", "limits", "calls", "proof", "versions"] as const;
type Tab = (typeof TABS)[number];

export const TITLES: Record<Tab, string> = {
  get code() {
    return common("code");
  },
  get parameters() {
    return common("parameters");
  },
  get limits() {
    return common("limits");
  },
  get calls() {
    return common("calls");
  },
  get proof() {
    return proofs("proof");
  },
  get versions() {
    return common("versions");
  },
};

const OF: Partial<Record<Tab, readonly (keyof Source["fields"])[]>> = {
  code: ["code"],
  parameters: ["schema", "description"],
  limits: ["memoryMb", "cpuMs", "wallMs"],
};

export const isUnsaved = (tab: Tab, { dirty }: Source): boolean =>
  (OF[tab] ?? []).some((key) => dirty.has(key));

/** Returns why the tool cannot be saved, unless the visible tab already shows the reason. */
export function elsewhere(tab: Tab, source: Source): string | undefined {
  const { codeError, schemaError, limitErrors, problem } = source;
  if (problem !== undefined) return t("notSaved", { problem });
  if (tab !== "code" && codeError) return t("seeTab", { tab: TITLES.code });
  if (tab !== "parameters" && schemaError) return t("seeTab", { tab: TITLES.parameters });
  if (tab !== "limits" && Object.keys(limitErrors).length > 0) return t("seeTab", { tab: TITLES.limits });
  return undefined;
}
