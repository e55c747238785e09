"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { BrowserEventSent } from "@/lib/shared/browser/bodies";
import { keyEvent, piecesOf } from "./keys";

const MAX_CHARS = 20_000;
/** If the user presses Escape again within this time, the focus returns to Easel. */
const TWICE_MS = 800;
/** Placeholder character in the field. Backspace on a touch keyboard fires no event in an empty field. */
const MARK = "\u200b";

type Reach = {
  isMac: boolean;
  send: (event: BrowserEventSent) => void;
  onLeave: () => void;
};

/**
 * Forwards input of a hidden field to the page. Physical keys are sent as key events. Input from input
 * methods, touch keyboards, dictation and pasting is sent as text.
 */
export function useKeys(field: RefObject<HTMLTextAreaElement | null>, reach: Reach): void {
  const latest = useRef(reach);
  latest.current = reach;

  useEffect(() => {
    const element = field.current;
    if (!element) return;
    const pressed = new Map<string, BrowserEventSent>();
    let escapedAt = Number.NEGATIVE_INFINITY;

    const send = (event: BrowserEventSent) => latest.current.send(event);
    const type = (text: string) => {
      for (const piece of piecesOf(text, MAX_CHARS)) send({ type: "text", text: piece });
    };
    const strike = (key: string) => {
      send({ type: "keydown", key, code: key });
      send({ type: "keyup", key, code: key });
    };
    const reset = () => {
      element.value = MARK;
      element.setSelectionRange(1, 1);
    };
    const release = () => {
      for (const event of pressed.values()) send(event);
      pressed.clear();
    };

    const onKey = (event: KeyboardEvent) => {
      // Do not trigger Easel's shortcuts.
      event.stopPropagation();
      const { isMac, onLeave } = latest.current;
      const isDown = event.type === "keydown";
      if (isDown && event.key === "Escape" && !event.repeat) {
        if (event.timeStamp - escapedAt < TWICE_MS) {
          event.preventDefault();
          release();
          onLeave();
          return;
        }
        escapedAt = event.timeStamp;
      }
      const sent = keyEvent(isDown ? "keydown" : "keyup", event, isMac);
      if (sent === "window") return;
      event.preventDefault();
      if (!isDown) {
        if (pressed.delete(event.code)) send(sent);
        return;
      }
      send(sent);
      const up = keyEvent("keyup", event, isMac);
      if (sent.type !== "keydown" || up === "window") return;
      // macOS fires no keyup for keys released while ⌘ is pressed.
      if (isMac && event.metaKey && event.key !== "Meta") send(up);
      else pressed.set(event.code, up);
    };
    const onPaste = (event: ClipboardEvent) => {
      event.preventDefault();
      type(event.clipboardData?.getData("text/plain") ?? "");
    };
    const onText = (event: Event) => {
      if (event instanceof InputEvent && event.isComposing) return;
      const kind = event instanceof InputEvent ? event.inputType : "";
      const text = element.value.replaceAll(MARK, "");
      reset();
      if (kind === "insertLineBreak" || kind === "insertParagraph") strike("Enter");
      else if (kind.startsWith("deleteContentBackward")) strike("Backspace");
      else type(text);
    };

    const leave = new AbortController();
    const { signal } = leave;
    element.addEventListener("keydown", onKey, { signal });
    element.addEventListener("keyup", onKey, { signal });
    element.addEventListener("paste", onPaste, { signal });
    element.addEventListener("input", onText, { signal });
    element.addEventListener("compositionend", onText, { signal });
    element.addEventListener("focus", reset, { signal });
    element.addEventListener("blur", release, { signal });
    return () => leave.abort();
  }, [field]);
}
