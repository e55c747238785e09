"use client";

import { type ComponentType, memo } from "react";
import { BrowserSheet } from "@/components/browser/later";
import type { Surface } from "@/lib/shared/chat/surfaces";
import { BlocksLater } from "./blocks-later";
import { ComponentBody } from "./component-body";

type SheetBodyProps = {
  surface: Surface;
  draftKey: string;
  onAnswer: (output: unknown) => Promise<void>;
  /** Says to the agent what to mend; without it, in the conversation that is open. */
  onFix?: (text: string) => void;
};

export type SheetBody = ComponentType<SheetBodyProps>;

/** What a sheet is there for. Drawn again only when what is shown itself changes. */
export const SheetBody = memo(
  function SheetBody({ surface, draftKey, onAnswer, onFix }: SheetBodyProps) {
    if (surface.kind === "browser") return <BrowserSheet surface={surface} />;
    if (surface.kind === "component")
      return <ComponentBody surface={surface} onAnswer={onAnswer} onFix={onFix} />;
    const state =
      surface.state === "writing" ? "streaming" : surface.state === "waiting" ? "waiting" : "answered";
    return (
      <BlocksLater
        input={surface.input}
        state={state}
        title={surface.title}
        answer={surface.answer}
        draftKey={draftKey}
        onAnswer={onAnswer}
      />
    );
  },
  (before, now) => before.surface === now.surface && before.draftKey === now.draftKey,
);
