"use client";

import { useId } from "react";
import { MARK_GROUNDS } from "@/components/kit/agent-mark";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { lookOf, MARK_COLOURS } from "@/lib/shared/agent-view";

/** A colour and a sign: what an agent is recognised by. */
export function MarkField({ mark, onChange }: { mark: string; onChange: (mark: string) => void }) {
  const id = useId();
  const { colour } = lookOf({ name: "", mark });
  const sign = mark.startsWith(colour) ? mark.slice(colour.length).trim() : mark;
  const write = (to: { colour?: string; sign?: string }) =>
    onChange([to.colour ?? colour, to.sign ?? sign].join(" ").trim());
  return (
    <div className="flex flex-wrap items-start gap-x-6 gap-y-3">
      <fieldset className="flex flex-col gap-1.5">
        <legend className="mb-1.5 text-ui font-medium">Colour</legend>
        <div className="flex flex-wrap gap-1.5">
          {MARK_COLOURS.map((one) => (
            <label
              key={one}
              title={one}
              className={cn(
                "relative flex size-7 phone:size-9 cursor-pointer rounded-in has-focus-visible:outline-2 has-focus-visible:outline-offset-2",
                MARK_GROUNDS[one],
                one === colour && "ring-2 ring-ink ring-offset-2 ring-offset-sheet",
              )}
            >
              <input
                type="radio"
                name={id}
                value={one}
                checked={one === colour}
                onChange={() => write({ colour: one })}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
              <span className="sr-only">{one}</span>
            </label>
          ))}
        </div>
      </fieldset>
      <div className="flex w-28 flex-col gap-1.5">
        <Label htmlFor={`${id} sign`}>Sign</Label>
        <Input
          id={`${id} sign`}
          value={sign}
          maxLength={8}
          autoComplete="off"
          placeholder="A letter"
          onChange={(event) => write({ sign: event.target.value })}
        />
      </div>
    </div>
  );
}
