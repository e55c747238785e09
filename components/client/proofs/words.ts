import { t } from "@/lib/shared/i18n/en/proofs";
import { isTried, type ProofLine } from "@/lib/shared/proofs/contract";

/** Describes what became of a change, in one sentence. */
export function proofWords({ kind, state, verdict, version, base }: ProofLine): string {
  if (state === "found") return t("found");
  if (state === "trying") return t("trying", { version });
  if (state === "returned") return t("wentBack", { version });
  if (state === "probation") return t("onProbation", { version });
  if (state === "kept")
    return isTried(kind) ? t("textKept", { version, base, verdict }) : t("kept", { version });
  return isTried(kind) ? t("textWaits", { version, base, verdict }) : t("waits", { version, base, verdict });
}
