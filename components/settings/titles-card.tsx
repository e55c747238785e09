"use client";

import { Note } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { t } from "@/lib/shared/i18n/en/settings";
import { type SettingsView, TITLES } from "@/lib/shared/settings";
import { saveSettings } from "./api";
import { useSavedChoice } from "./use-saved-choice";

type Titles = SettingsView["titles"];

const LABELS: Record<Titles, { label: string; about: string }> = {
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
  const { chosen, note, choose } = useSavedChoice(
    titles,
    async (wanted) => (await saveSettings({ titles: wanted })).titles,
  );
  return (
    <TitledCard title={t("titles")} about={t("titlesAbout")} action={<Note note={note} />}>
      <RadioGroup
        aria-label={t("titles")}
        value={chosen}
        onValueChange={(value) => {
          const wanted = TITLES.find((title) => title === value);
          if (wanted) choose(wanted);
        }}
      >
        {TITLES.map((value) => (
          <div key={value} className="flex gap-2.5 max-md:gap-3 max-md:py-1.5">
            <RadioGroupItem
              id={`titles-${value}`}
              value={value}
              aria-describedby={`titles-${value}-about`}
              className="mt-0.5"
            />
            <div className="flex min-w-0 flex-col">
              <Label htmlFor={`titles-${value}`} className="max-md:text-prose">
                {LABELS[value].label}
              </Label>
              <p id={`titles-${value}-about`} className="text-ink-2">
                {LABELS[value].about}
              </p>
            </div>
          </div>
        ))}
      </RadioGroup>
    </TitledCard>
  );
}
