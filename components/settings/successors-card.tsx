"use client";

import { ArrowUp, Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { Popover, PopoverContent, PopoverTrigger } from "@/components/ui/popover";
import type { SettingsView } from "@/lib/shared/settings";
import { saveSettings } from "./api";
import { ModelList } from "./model-list";
import { nameOf } from "./model-words";
import { Note } from "./note";
import { Card } from "./settings-page";
import type { Models } from "./use-models";
import { useSavedChoice } from "./use-saved-choice";

const MAX_SUCCESSORS = 5;

type SuccessorsProps = { value: string[]; models: Models; onSaved: (settings: SettingsView) => void };

/** The models that answer in place of one that fails, in their order. Saved as soon as they change. */
export function SuccessorsCard({ value, models, onSaved }: SuccessorsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { chosen, note, choose } = useSavedChoice(value, async (wanted) => {
    const settings = await saveSettings({ successors: wanted });
    onSaved(settings);
    return settings.successors;
  });
  const titleOf = (id: string) => models.view?.models.find((model) => model.id === id)?.name ?? nameOf(id);
  const without = (id: string) => chosen.filter((other) => other !== id);
  return (
    <Card
      title="When a model fails"
      about="If its provider fails before it has said anything, the first of these answers in its place, and the message says so."
      action={<Note note={note} />}
    >
      {chosen.length > 0 && (
        <ol aria-label="Successors" className="mb-3 flex max-w-120 flex-col divide-y divide-line">
          {chosen.map((id, index) => (
            <li key={id} className="flex min-h-control items-center gap-2 py-0.5">
              <span className="w-4 text-ink-3 tabular-nums">{index + 1}</span>
              <span className="min-w-0 flex-1 truncate" title={id}>
                {titleOf(id)}
              </span>
              {index > 0 && (
                <IconButton
                  label={`Ask ${titleOf(id)} earlier`}
                  size="icon-sm"
                  onClick={() => choose(without(id).toSpliced(index - 1, 0, id))}
                >
                  <ArrowUp aria-hidden />
                </IconButton>
              )}
              <IconButton label={`Remove ${titleOf(id)}`} size="icon-sm" onClick={() => choose(without(id))}>
                <X aria-hidden />
              </IconButton>
            </li>
          ))}
        </ol>
      )}
      {chosen.length < MAX_SUCCESSORS && (
        <Popover open={isOpen} onOpenChange={setIsOpen}>
          <PopoverTrigger asChild>
            <Button variant="outline">
              <Plus aria-hidden />
              Add a model
            </Button>
          </PopoverTrigger>
          <PopoverContent
            align="start"
            aria-label="Choose a model that answers in place of one that fails"
            className="flex w-120 max-w-[calc(100vw-16px)] flex-col overflow-hidden p-0"
          >
            <ModelList
              models={models}
              value={null}
              none={{ title: "None", about: "add no model" }}
              onChoose={(id) => {
                setIsOpen(false);
                if (id !== null) choose([...without(id), id]);
              }}
            />
          </PopoverContent>
        </Popover>
      )}
    </Card>
  );
}
