import { CircleAlert } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { cn } from "@/components/ui/cn";

/** Where one goes on after a change. */
export type Move = "down" | "right" | "left";

type TableEditorProps = {
  label: string;
  isNumeric: boolean;
  text: string;
  /** What is wrong with what was typed last. */
  problem?: string;
  /** Without a move the cell was left otherwise. */
  onTake: (text: string, move?: Move) => void;
  onCancel: () => void;
};

/** The field in which a cell is changed, over the cell. Enter and Tab take what is typed, Escape gives it up. */
export function TableEditor({ label, isNumeric, text, problem, onTake, onCancel }: TableEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  const problemId = useId();
  // A browser may tell of the focus that goes when the field is taken away.
  const isOver = useRef(false);
  useEffect(() => {
    isOver.current = false;
    const { current } = field;
    current?.focus({ preventScroll: true });
    current?.setSelectionRange(current.value.length, current.value.length);
    current?.scrollIntoView({ block: "nearest", inline: "nearest" });
    return () => {
      isOver.current = true;
    };
  }, []);
  const lines = Math.min(6, text.split("\n").length);
  return (
    <>
      {/* Keeps the room of what is changed. */}
      <span aria-hidden className="invisible">
        {text.slice(0, 160) || "–"}
      </span>
      <textarea
        ref={field}
        aria-label={label}
        aria-invalid={problem !== undefined}
        aria-describedby={problem && problemId}
        rows={lines}
        defaultValue={text}
        inputMode={isNumeric ? "decimal" : undefined}
        onBlur={({ target }) => !isOver.current && onTake(target.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          const { key, shiftKey, altKey, currentTarget } = event;
          if (event.nativeEvent.isComposing) return;
          if (key === "Escape") {
            isOver.current = true;
            event.preventDefault();
            onCancel();
          } else if (key === "Tab" || (key === "Enter" && !shiftKey && !altKey)) {
            event.preventDefault();
            onTake(currentTarget.value, key === "Enter" ? "down" : shiftKey ? "left" : "right");
          }
        }}
        className={cn(
          "absolute inset-0 z-1 min-h-full w-full resize-none rounded-[4px] bg-sheet px-2.5 py-1.5 text-field/5 text-ink outline-[1.5px] -outline-offset-[1.5px] outline-ink",
          "md:text-ui",
          isNumeric && "text-right tabular-nums",
          lines > 1 && "h-fit",
          problem && "outline-danger",
        )}
      />
      {problem && (
        <span
          id={problemId}
          role="alert"
          className="absolute top-full right-0 z-2 mt-1 flex w-max max-w-60 items-center gap-1.5 rounded-in bg-float px-2 py-1 text-left text-meta whitespace-normal text-ink shadow-float"
        >
          <CircleAlert aria-hidden className="size-3.5 shrink-0 text-danger" />
          {problem}
        </span>
      )}
    </>
  );
}
