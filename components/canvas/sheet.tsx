"use client";

import dynamic from "next/dynamic";
import { memo, useId } from "react";
import { Clock } from "@/components/chat/clock";
import { useAsk } from "@/components/chat/desk";
import { Elsewhere } from "@/components/chat/elsewhere";
import { sheetDomId } from "@/components/chat/use-front";
import { cn } from "@/components/ui/cn";
import { reasonOf, type Surface } from "@/lib/shared/chat/surfaces";
import { widthOf } from "./sheet-width";

// Charts, tables and forms are half of the script: a page without a sheet does not wait for them.
const Blocks = dynamic(() => import("./blocks/blocks").then((module) => module.Blocks));

type SheetProps = { surface: Surface; conversationId: string; className?: string };

/** One surface as a sheet: what it is, when and why it came, and its blocks. */
export function Sheet({ surface, conversationId, className }: SheetProps) {
  const id = useId();
  const { desk, ask, answering } = useAsk(surface.messageId, surface.toolCallId);
  const isWaiting = surface.state === "waiting";
  const answer = async (output: unknown) => {
    // The button that was pressed goes; who uses the keyboard stays here.
    document.getElementById(sheetDomId(surface.id))?.focus({ preventScroll: true });
    // While a form still streams it can be filled but not sent: its ask opens when the step is saved.
    if (!ask) throw new Error("Easel is not done asking yet. Send it again in a moment.");
    const problem = await desk.answer(ask, output);
    if (problem) throw new Error(problem);
  };
  return (
    <section
      id={sheetDomId(surface.id)}
      tabIndex={-1}
      aria-labelledby={id}
      className={cn(
        "relative min-w-0 scroll-mt-24 animate-arrive rounded-sheet border bg-sheet shadow-sheet outline-offset-4",
        isWaiting ? "rounded-tl-none border-accent-line border-t-2 border-t-accent" : "border-transparent",
        widthOf(surface),
        className,
      )}
    >
      {isWaiting && <Flag />}
      <header className="px-5 pt-4 max-md:px-4">
        <h2 id={id} className="text-prose font-medium wrap-anywhere">
          {surface.title}
        </h2>
        <p className="text-meta text-ink-3">
          <When surface={surface} />
        </p>
        <Elsewhere answering={answering} output={surface.answer} className="pt-2" />
      </header>
      <Body surface={surface} draftKey={`${conversationId}/${surface.id}`} onAnswer={answer} />
    </section>
  );
}

function Flag() {
  return (
    <span
      aria-hidden
      className="absolute bottom-full -left-px flex h-[25px] items-center rounded-t-in bg-accent px-2.5 text-meta font-medium text-on-accent after:absolute after:bottom-0 after:left-full after:size-1.5 after:bg-[radial-gradient(circle_at_100%_0,transparent_6px,var(--accent)_6.5px)]"
    >
      Waiting for you
    </span>
  );
}

/** "10:44, after you said “Plan Saturday with me”; answered" */
function When({ surface }: { surface: Surface }) {
  const said =
    surface.state === "answered" ? "answered" : surface.state === "writing" ? "being painted" : undefined;
  const words = [reasonOf(surface), said].filter(Boolean).join("; ");
  return (
    <>
      {surface.at && <Clock at={surface.at} />}
      {surface.at && words && ", "}
      {words}
    </>
  );
}

type BodyProps = { surface: Surface; draftKey: string; onAnswer: (output: unknown) => Promise<void> };

/** Drawn again only when the blocks themselves change. */
const Body = memo(
  function Body({ surface, draftKey, onAnswer }: BodyProps) {
    const state =
      surface.state === "writing" ? "streaming" : surface.state === "waiting" ? "waiting" : "answered";
    return (
      <Blocks
        input={surface.input}
        state={state}
        answer={surface.answer}
        draftKey={draftKey}
        onAnswer={onAnswer}
      />
    );
  },
  (before, now) => before.surface === now.surface && before.draftKey === now.draftKey,
);
