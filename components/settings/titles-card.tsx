"use client";

import { t } from "@/lib/shared/i18n/en/settings";
import { type SettingsView, TITLES } from "@/lib/shared/settings";
import { saveSettings } from "./api";
import { ChoiceCard, type ChoiceLabels } from "./choice-card";

type Titles = SettingsView["titles"];

const LABELS: ChoiceLabels<Titles> = {
  model: {
    get label() {
      return t("titleByModel");
    },
    get about() {
      return t("titleByModelAbout");
    },
  },
  auto: {
    get label() {
      return t("titleUnlessLocal");
    },
    get about() {
      return t("titleUnlessLocalAbout");
    },
  },
  words: {
    get label() {
      return t("titleByWords");
    },
    get about() {
      return t("titleByWordsAbout");
    },
  },
};

export function TitlesCard({ titles }: { titles: Titles }) {
  return (
    <ChoiceCard
      title={t("titles")}
      about={t("titlesAbout")}
      values={TITLES}
      labels={LABELS}
      value={titles}
      save={async (wanted) => (await saveSettings({ titles: wanted })).titles}
    />
  );
}
