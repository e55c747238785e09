"use client";

import { type ReactNode, useId } from "react";
import { Note } from "@/components/ui/kit/page/note";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { useSavedChoice } from "./use-saved-choice";

export type ChoiceLabels<V extends string> = Record<V, { label: string; about: string }>;

type ChoiceCardProps<V extends string> = {
  title: string;
  about: string;
  values: readonly V[];
  labels: ChoiceLabels<V>;
  value: V;
  save: (wanted: V) => Promise<V>;
  /** Further settings below the values. */
  children?: ReactNode;
};

/** A setting with a few values, each with an explanation. */
export function ChoiceCard<V extends string>(props: ChoiceCardProps<V>) {
  const { title, about, values, labels, value, save, children } = props;
  const id = useId();
  const { chosen, note, choose } = useSavedChoice(value, save);
  return (
    <TitledCard title={title} about={about} action={<Note note={note} />}>
      <RadioGroup
        aria-label={title}
        value={chosen}
        onValueChange={(text) => {
          const wanted = values.find((one) => one === text);
          if (wanted) choose(wanted);
        }}
      >
        {values.map((one) => (
          <div key={one} className="flex gap-2.5 max-md:gap-3 max-md:py-1.5">
            <RadioGroupItem
              id={`${id}-${one}`}
              value={one}
              aria-describedby={`${id}-${one}-about`}
              className="mt-0.5"
            />
            <div className="flex min-w-0 flex-col">
              <Label htmlFor={`${id}-${one}`} className="max-md:text-prose">
                {labels[one].label}
              </Label>
              <p id={`${id}-${one}-about`} className="text-ink-2">
                {labels[one].about}
              </p>
            </div>
          </div>
        ))}
      </RadioGroup>
      {children}
    </TitledCard>
  );
}
