"use client";

import { useRef, useState } from "react";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { SEARCH_PROVIDERS, type SearchProviderId, type SearchView } from "@/lib/shared/search";
import { saveSettings, wordsOf } from "./api";
import { Note, type NoteState } from "./note";
import { isSearchSetUp } from "./search-state";
import { Card } from "./settings-page";

type SearchChoiceProps = { settings: SearchView; onSaved: (settings: SearchView) => void };

/** Takes the first that is set up. */
const FIRST = "first";

/** Which of several search engines is asked. Saved as soon as it is chosen. */
export function SearchChoice({ settings, onSaved }: SearchChoiceProps) {
  const { search, searchProvider } = settings;
  const [chosen, setChosen] = useState<SearchProviderId | null>(searchProvider);
  const [note, setNote] = useState<NoteState | null>(null);
  const latest = useRef(0);
  const saved = useRef(searchProvider);

  const choose = async (wanted: SearchProviderId | null) => {
    const turn = ++latest.current;
    setChosen(wanted);
    setNote(null);
    try {
      const settings = await saveSettings({ searchProvider: wanted });
      saved.current = settings.searchProvider;
      if (turn !== latest.current) return;
      onSaved(settings);
      setNote({ isGood: true, words: "Saved" });
    } catch (error) {
      if (turn !== latest.current) return;
      setChosen(saved.current);
      setNote({ isGood: false, words: `Not saved. ${wordsOf(error)}` });
    }
  };
  const first = search.find(isSearchSetUp)?.title;
  return (
    <Card title="Which one the agent asks" action={<Note note={note} />}>
      <RadioGroup
        aria-label="Which search engine the agent asks"
        className="max-md:gap-0"
        value={chosen ?? FIRST}
        onValueChange={(value) => choose(SEARCH_PROVIDERS.find((id) => id === value) ?? null)}
      >
        <Option value={FIRST} label="The first that is set up" about={first && `Now ${first}`} />
        {search.map((engine) => (
          <Option
            key={engine.id}
            value={engine.id}
            label={engine.title}
            about={isSearchSetUp(engine) ? undefined : "Not set up"}
            isDisabled={!isSearchSetUp(engine)}
          />
        ))}
      </RadioGroup>
    </Card>
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
