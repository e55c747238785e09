"use client";

import { type ComponentType, memo } from "react";
import { BrowserSheet } from "@/components/browser/later";
import type { SheetState } from "@/components/client/sheet-state";
import { PermissionsView } from "@/components/frame/permissions-later";
import type { FromSheet } from "@/lib/shared/chat/from-sheet";
import type { Surface } from "@/lib/shared/chat/surfaces";
import { AppBody } from "./app-body";
import { BlocksLater } from "./blocks-later";
import { ComponentBody } from "./component-body";
import { useRowTools } from "./use-row-tools";
import { useSheetState, useShown } from "./use-version";

type SheetBodyProps = {
  surface: Surface;
  /** Answers the ask of the sheet, or sends what would have answered it as a message. */
  onAnswer: (output: unknown) => Promise<void>;
  /** Says to the agent what to mend; without it, in the conversation that is open. */
  onFix?: (text: string, sheet: FromSheet) => void;
};

export type SheetBody = ComponentType<SheetBodyProps>;

/** What a sheet is there for. Drawn again only when what is shown itself changes. */
export const SheetBody = memo(
  function SheetBody({ surface: newest, onAnswer, onFix }: SheetBodyProps) {
    const sheet = useSheetState(newest);
    const surface = useShown(newest);
    if (surface.kind === "browser") return <BrowserSheet surface={surface} />;
    if (surface.kind === "app") return <AppBody surface={surface} sheet={sheet} onAnswer={onAnswer} />;
    if (surface.kind === "component")
      return <ComponentBody surface={surface} sheet={sheet} onAnswer={onAnswer} onFix={onFix} />;
    return <BlocksBody surface={surface} sheet={sheet} onAnswer={onAnswer} />;
  },
  (before, now) => before.surface === now.surface,
);

type BlocksBodyProps = Pick<SheetBodyProps, "surface" | "onAnswer"> & { sheet: SheetState | undefined };

function BlocksBody({ surface, sheet, onAnswer }: BlocksBodyProps) {
  const { onTool, permissions } = useRowTools(surface);
  return (
    <>
      <BlocksLater
        input={surface.input}
        state={stateOf(surface)}
        title={surface.title}
        answer={surface.answer}
        sheet={sheet}
        onAnswer={onAnswer}
        onTool={onTool}
      />
      {permissions && (
        <div className="px-5 pb-5 empty:hidden max-md:px-4">
          <PermissionsView permissions={permissions} />
        </div>
      )}
    </>
  );
}

function stateOf({ state, isAsked }: Surface) {
  if (state === "writing") return "streaming";
  if (isAsked) return "waiting";
  return state === "open" ? "late" : "answered";
}
