"use client";

import { t } from "@/lib/shared/i18n/en/proofs";
import { PROOF_POLICIES, type ProofPolicy } from "@/lib/shared/proofs/contract";
import { saveSettings } from "./api";
import { ChoiceCard, type ChoiceLabels } from "./choice-card";

const LABELS: ChoiceLabels<ProofPolicy> = {
  auto: {
    get label() {
      return t("policyAuto");
    },
    get about() {
      return t("policyAutoAbout");
    },
  },
  ask: {
    get label() {
      return t("policyAsk");
    },
    get about() {
      return t("policyAskAbout");
    },
  },
  off: {
    get label() {
      return t("policyOff");
    },
    get about() {
      return t("policyOffAbout");
    },
  },
};

/** Sets which changes of tools and components by the agent go live without a question. */
export function ProofsCard({ policy }: { policy: ProofPolicy }) {
  return (
    <ChoiceCard
      title={t("policy")}
      about={t("policyAbout")}
      values={PROOF_POLICIES}
      labels={LABELS}
      value={policy}
      save={async (wanted) => (await saveSettings({ proofs: wanted })).proofs}
    />
  );
}
