"use client";

import { type RefObject, useEffect, useRef } from "react";
import type { BrowserEventSent } from "@/lib/shared/browser/bodies";
import { keyEvent, piecesOf } from "./keys";

/** Of one event; what is longer goes in pieces. */
const MOST = 20_000;
/** Escape again within this time leaves the page. */
const TWICE_MS = 800;
/** Stands in the field, so that a phone's keyboard has something to delete. */
const MARK = "\u200b";

type Reach = {
  isMac: boolean;
  send: (event: BrowserEventSent) => void;
  /** The person wants the keys for themselves again. */
  onLeave: () => void;
};

/**
 * The keys of a field that nobody sees, sent to the page: keys as keys, and as text what is only known when it has been
 * made, by an input method, a phone's keyboard, dictation or a paste.
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
      for (const piece of piecesOf(text, MOST)) send({ type: "text", text: piece });
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
      // No shortcut of Easel's while the page has the keys.
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
      // A Mac does not tell when a key is let go of together with ⌘.
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
