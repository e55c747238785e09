import { t } from "@/lib/shared/i18n/en/proofs";
import type { ProofLine } from "@/lib/shared/proofs/contract";

/** Describes what became of a change, in one sentence. */
export function proofWords({ state, verdict, version, base }: ProofLine): string {
  if (state === "found") return t("found");
  if (state === "returned") return t("wentBack", { version });
  if (state === "probation") return t("onProbation", { version });
  if (state === "kept") return t("kept", { version });
  return t("waits", { version, base, verdict });
}
