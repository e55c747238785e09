"use client";

import { Accordion } from "radix-ui";
import { useState } from "react";
import { Note } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { t } from "@/lib/shared/i18n/en/settings";
import { SEARCH_PROVIDERS, type SearchProviderId, type SearchView } from "@/lib/shared/search";
import { saveSettings } from "./api";
import { SearchRow } from "./search-row";
import { isSearchSetUp } from "./search-state";
import { useSavedChoice } from "./use-saved-choice";

export function SearchSettings({ settings: initial }: { settings: SearchView }) {
  const [settings, setSettings] = useState(initial);
  const { search, searchProvider } = settings;
  const hasChoice = searchProvider !== null || search.filter(isSearchSetUp).length > 1;
  return (
    <>
      <section aria-labelledby="engines" className="flex flex-col gap-2">
        <h2 id="engines" className="text-prose font-medium max-md:px-1">
          {t("searchEngines")}
        </h2>
        <Accordion.Root
          type="single"
          collapsible
          className="divide-y divide-line rounded-sheet bg-sheet shadow-sheet"
        >
          {search.map((engine) => (
            <SearchRow key={engine.id} engine={engine} settings={settings} onSaved={setSettings} />
          ))}
        </Accordion.Root>
        {settings.searchUsed === null && <p className="text-ink-2 max-md:px-1">{t("connectOne")}</p>}
      </section>
      {hasChoice && <SearchChoice settings={settings} onSaved={setSettings} />}
    </>
  );
}

type SearchChoiceProps = { settings: SearchView; onSaved: (settings: SearchView) => void };

const FIRST = "first";

function SearchChoice({ settings, onSaved }: SearchChoiceProps) {
  const { search, searchProvider } = settings;
  const { chosen, note, choose } = useSavedChoice(searchProvider, async (wanted: SearchProviderId | null) => {
    const saved = await saveSettings({ searchProvider: wanted });
    onSaved(saved);
    return saved.searchProvider;
  });
  const first = search.find(isSearchSetUp)?.title;
  return (
    <TitledCard title={t("engineInUse")} action={<Note note={note} />}>
      <RadioGroup
        aria-label={t("engineInUse")}
        className="max-md:gap-0"
        value={chosen ?? FIRST}
        onValueChange={(value) => choose(SEARCH_PROVIDERS.find((id) => id === value) ?? null)}
      >
        <Option value={FIRST} label={t("automatic")} about={first && t("nowFirst", { first })} />
        {search.map((engine) => (
          <Option
            key={engine.id}
            value={engine.id}
            label={engine.title}
            about={isSearchSetUp(engine) ? undefined : t("notSetUp")}
            isDisabled={!isSearchSetUp(engine)}
          />
        ))}
      </RadioGroup>
    </TitledCard>
  );
}

type OptionProps = { value: string; label: string; about?: string; isDisabled?: boolean };

function Option({ value, label, about, isDisabled }: OptionProps) {
  const id = `search-${value}`;
  return (
    <div className="flex items-center gap-2.5 max-md:min-h-11 max-md:gap-3">
      <RadioGroupItem id={id} value={value} disabled={isDisabled} aria-describedby={about && `${id}-about`} />
      <Label htmlFor={id} className="shrink-0 max-md:text-prose">
        {label}
      </Label>
      {about && (
        <span id={`${id}-about`} className="min-w-0 truncate text-ink-3">
          {about}
        </span>
      )}
    </div>
  );
}
