"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { IconButton } from "@/components/ui/icon-button";
import { offBecause } from "./off-because";
import { useThread } from "./thread";

type VersionStepperProps = { messageId: string; versions: string[] | null | undefined };

/** "2 of 3": the other versions of a message and what followed them are one step away. */
export function VersionStepper({ messageId, versions }: VersionStepperProps) {
  const { fixed, turningTo, show } = useThread();
  if (!versions || versions.length < 2) return null;
  const here = versions.indexOf(messageId);
  const asked = turningTo === undefined ? -1 : versions.indexOf(turningTo);
  const at = asked < 0 ? here : asked;
  const step = (to: number, name: string, icon: React.ReactNode) => {
    const id = versions[to];
    const isOff = id === undefined || fixed !== undefined || turningTo !== undefined;
    return (
      <IconButton
        label={name}
        size="icon-sm"
        {...offBecause(fixed, isOff)}
        className="aria-disabled:bg-transparent aria-disabled:[&_svg]:opacity-40"
        onClick={() => !isOff && show(id)}
      >
        {icon}
      </IconButton>
    );
  };
  return (
    <fieldset aria-label="Versions" className="flex shrink-0 items-center tabular-nums">
      {step(at - 1, "Earlier version", <ChevronLeft aria-hidden />)}
      <span aria-live="polite">
        {at + 1} of {versions.length}
      </span>
      {step(at + 1, "Later version", <ChevronRight aria-hidden />)}
    </fieldset>
  );
}
