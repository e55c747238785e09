"use client";

import { ArrowUp, Square } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { duration } from "./duration";
import { useGrowth } from "./use-growth";

type ComposerProps = {
  text: string;
  /** What a text would do now. */
  placeholder: string;
  isRunning: boolean;
  isStopping: boolean;
  /** Something waits for the person and could be called off. */
  canCancel: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  onSend: (text: string) => void;
  onStop: () => void;
  /** The arrow up in an empty field. */
  onUp: () => void;
};

export function Composer({ text, placeholder, field, onChange, onSend, onStop, onUp, ...is }: ComposerProps) {
  const hasText = text.trim() !== "";
  useGrowth(field, text);
  const send = () => {
    if (!hasText) return;
    onSend(text.trim());
    onChange("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While a word is being composed, Enter and Escape belong to the input method (229 is Safari's sign of it).
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
    if (event.key === "Escape" && is.isRunning && text === "") onStop();
    if (event.key === "ArrowUp" && text === "" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      onUp();
    }
  };
  return (
    <form
      aria-label="Message"
      className="rounded-sheet border border-line-strong bg-sheet shadow-sheet transition-colors focus-within:border-ink"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={field}
        rows={1}
        value={text}
        enterKeyHint="send"
        aria-label="Message"
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="field-sizing-content block max-h-[204px] w-full resize-none bg-transparent px-3.5 pt-2.5 text-prose outline-none"
      />
      <div className="flex h-12 items-center justify-end gap-2 pr-2 pb-2 pl-3.5 max-md:h-14">
        {is.isRunning && <Elapsed isStopping={is.isStopping} />}
        {is.isRunning && (
          <Button variant={hasText ? "outline" : "default"} disabled={is.isStopping} onClick={onStop}>
            <Square aria-hidden className="size-2.5! fill-current" />
            Stop
          </Button>
        )}
        {is.canCancel && !hasText && (
          <Button variant="ghost" disabled={is.isStopping} onClick={onStop}>
            Leave it unanswered
          </Button>
        )}
        {(!is.isRunning || hasText) && (
          <IconButton label="Send" type="submit" variant="default" disabled={!hasText}>
            <ArrowUp aria-hidden />
          </IconButton>
        )}
      </div>
    </form>
  );
}

/** How long it has been at work: a sign of life where nothing else moves. */
function Elapsed({ isStopping }: { isStopping: boolean }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const began = Date.now();
    const timer = setInterval(() => setSeconds(Math.round((Date.now() - began) / 1_000)), 1_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className="mr-auto text-meta text-ink-3 tabular-nums">
      {isStopping ? "Stopping" : seconds > 1 ? `Writing, ${duration(seconds * 1_000)}` : "Writing"}
    </span>
  );
}
