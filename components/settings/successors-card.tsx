"use client";

import type { SettingsView } from "@/lib/shared/settings";
import { saveSettings } from "./api";
import { Note } from "./note";
import { Card } from "./settings-page";
import { SuccessorList } from "./successor-list";
import type { Models } from "./use-models";
import { useSavedChoice } from "./use-saved-choice";

type SuccessorsProps = { value: string[]; models: Models; onSaved: (settings: SettingsView) => void };

/** The models that answer in place of one that fails, in their order. Saved as soon as they change. */
export function SuccessorsCard({ value, models, onSaved }: SuccessorsProps) {
  const { chosen, note, choose } = useSavedChoice(value, async (wanted) => {
    const settings = await saveSettings({ successors: wanted });
    onSaved(settings);
    return settings.successors;
  });
  return (
    <Card
      title="When a model fails"
      about="If its provider fails before it has said anything, the first of these answers in its place, and the message says so."
      action={<Note note={note} />}
    >
      <SuccessorList value={chosen} models={models} onChange={choose} />
    </Card>
  );
}
