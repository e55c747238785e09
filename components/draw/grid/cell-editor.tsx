"use client";

import { CircleAlert } from "lucide-react";
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from "react";
import { cn } from "@/components/ui/cn";

export type Move = "down" | "up" | "next" | "previous" | "stay";

type CellEditorProps = {
  label: string;
  initial: string;
  isReplacing: boolean;
  isRight: boolean;
  onDone: (text: string, move: Move) => string | undefined;
  onCancel: () => void;
};

const LONG = 60;

/**
 * Field of a cell that is being edited. Enter, Tab and blur save, Escape cancels, Shift+Enter inserts a line
 * break.
 */
export function CellEditor({ label, initial, isReplacing, isRight, onDone, onCancel }: CellEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string>();
  const [opensUp, setOpensUp] = useState(false);
  const [isAtEnd, setIsAtEnd] = useState(false);
  const isOver = useRef(false);
  const problemId = useId();
  const isLong = text.length > LONG || text.includes("\n");

  useLayoutEffect(() => {
    const { current: element } = field;
    if (!element) return;
    element.focus({ preventScroll: true });
    const { length } = element.value;
    element.setSelectionRange(isReplacing || length > LONG ? length : 0, length);
    element.scrollIntoView({ block: "nearest", inline: "nearest" });
    // In the lower half of the grid the field grows upwards, and near the right edge to the left.
    const box = element.closest("[data-slot=grid]")?.getBoundingClientRect();
    const cell = element.closest("td")?.getBoundingClientRect();
    if (!box || !cell) return;
    setOpensUp(cell.top - box.top > box.height / 2);
    setIsAtEnd(box.right - cell.left < 360);
    isOver.current = false;
    // Ignore the blur that some browsers report when the focused field is removed.
    return () => {
      isOver.current = true;
    };
  }, [isReplacing]);

  const done = (move: Move) => {
    if (isOver.current) return;
    const why = onDone(text, move);
    setProblem(why);
    isOver.current = why === undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The keys of the grid are inactive while the user types.
    event.stopPropagation();
    const { key, shiftKey, altKey, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    if (key === "Escape") {
      isOver.current = true;
      onCancel();
    } else if (key === "Tab") done(shiftKey ? "previous" : "next");
    else if (key === "Enter" && !shiftKey && !altKey) done("down");
    else return;
    event.preventDefault();
  };
  return (
    <div
      className={cn(
        "absolute z-3 flex min-h-full w-full flex-col",
        isLong && "w-[max(100%,min(352px,calc(100vw-48px)))]",
        opensUp ? "bottom-0" : "top-0",
        isAtEnd ? "right-0" : "left-0",
      )}
    >
      <textarea
        ref={field}
        rows={1}
        value={text}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem ? problemId : undefined}
        inputMode={isRight ? "decimal" : undefined}
        spellCheck={isLong}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(undefined);
        }}
        onKeyDown={onKeyDown}
        onBlur={() => done("stay")}
        onClick={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        className={cn(
          "field-sizing-content max-h-60 min-h-8 w-full resize-none bg-sheet px-3 py-[5px] text-left text-field/5 text-ink shadow-float outline-2 outline-ink -outline-offset-1 wrap-anywhere md:text-ui",
          isRight && !isLong && "text-right tabular-nums",
          problem && "outline-danger",
          isLong && "min-h-20",
        )}
      />
      {problem && (
        <p
          id={problemId}
          role="alert"
          className="flex w-max max-w-80 items-start gap-1.5 bg-float px-3 py-1.5 text-left text-meta whitespace-normal text-ink shadow-float"
        >
          <CircleAlert aria-hidden className="mt-px size-3.5 shrink-0 text-danger" />
          {problem}
        </p>
      )}
    </div>
  );
}
