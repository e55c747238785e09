"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { FieldDescription } from "@/components/ui/field";
import type { ProviderView } from "@/lib/shared/settings";

export type KeyHintProps = {
  id: string;
  from: ProviderView["keyFrom"];
  variable?: string;
  isNeeded: boolean;
  onRemove: () => void;
};

export function KeyHint({ id, from, variable = "The environment", isNeeded, onRemove }: KeyHintProps) {
  const [isSure, setIsSure] = useState(false);
  /** Focus the button that replaces the clicked one, but not on the first render. */
  const [wasAsked, setWasAsked] = useState(false);
  if (from === "environment")
    return (
      <FieldDescription
        id={id}
      >{`${variable} of the environment is used; a key here overrides it.`}</FieldDescription>
    );
  if (from === null)
    return (
      <FieldDescription id={id}>
        {isNeeded ? "Stored encrypted, never shown again." : "Only if the server asks for one."}
      </FieldDescription>
    );
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <FieldDescription id={id}>
        {isSure
          ? "The key is deleted and cannot be shown again."
          : "A key is saved. Enter another one to replace it."}
      </FieldDescription>
      {isSure ? (
        <span className="flex gap-2">
          <Button
            variant="destructive"
            size="sm"
            autoFocus
            onClick={() => {
              setIsSure(false);
              onRemove();
            }}
          >
            Remove it
          </Button>
          <Button variant="outline" size="sm" onClick={() => setIsSure(false)}>
            Keep it
          </Button>
        </span>
      ) : (
        <Button
          variant="link"
          size="sm"
          className="text-meta font-normal"
          autoFocus={wasAsked}
          onClick={() => {
            setIsSure(true);
            setWasAsked(true);
          }}
        >
          Remove the key
        </Button>
      )}
    </div>
  );
}
