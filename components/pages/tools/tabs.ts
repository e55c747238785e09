import type { Source } from "./own/use-source";

export const TABS = ["code", "parameters", "limits", "calls", "versions"] as const;
type Tab = (typeof TABS)[number];

export const TITLES: Record<Tab, string> = {
  code: "Code",
  parameters: "Parameters",
  limits: "Limits",
  calls: "Calls",
  versions: "Versions",
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
  const { codeError, schemaError, limitErrors, isRefused, problem } = source;
  if (problem !== undefined) return `Not saved. ${problem}`;
  if (tab !== "code" && codeError) return `${isRefused ? "Not saved" : "Cannot be saved"}: see the code.`;
  if (tab !== "parameters" && schemaError)
    return `${isRefused ? "Not saved" : "Cannot be saved"}: see the parameters.`;
  if (tab !== "limits" && Object.keys(limitErrors).length > 0) return "Cannot be saved: see the limits.";
  return undefined;
}
