"use client";

import { t } from "@/lib/shared/i18n/en/proofs";
import { t as settings } from "@/lib/shared/i18n/en/settings";
import { MAX_PROOF_BUDGET, PROOF_POLICIES, type ProofPolicy } from "@/lib/shared/proofs/contract";
import { settingsChange } from "@/lib/shared/settings";
import { saveSettings } from "./api";
import { ChoiceCard, type ChoiceLabels } from "./choice-card";
import type { NumberField } from "./number-fields";
import { NumberForm } from "./number-form";

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

function fields(): readonly NumberField<"proofBudget">[] {
  return [
    {
      ...{ name: "proofBudget", label: t("budget"), unit: settings("unitTokens") },
      ...{ rule: t("budgetRule", { max: MAX_PROOF_BUDGET }), schema: budget },
    },
  ];
}

const budget = settingsChange.shape.proofBudget.unwrap();

/** Sets which changes by the agent go live without a question, and how many tokens their trials may use. */
export function ProofsCard({ policy, budget }: { policy: ProofPolicy; budget: number }) {
  return (
    <ChoiceCard
      title={t("policy")}
      about={t("policyAbout")}
      values={PROOF_POLICIES}
      labels={LABELS}
      value={policy}
      save={async (wanted) => (await saveSettings({ proofs: wanted })).proofs}
    >
      <div className="mt-5 flex flex-col gap-3">
        <p className="max-w-prose text-ink-2">{t("budgetAbout")}</p>
        <NumberForm
          {...{ fields: fields(), values: { proofBudget: budget }, defaults: { proofBudget: 0 } }}
          saved={settings("saved")}
          save={async ({ proofBudget }) => ({
            proofBudget: (await saveSettings({ proofBudget: proofBudget ?? 0 })).proofBudget,
          })}
        />
      </div>
    </ChoiceCard>
  );
}
