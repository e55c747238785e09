"use client";

import { type RefObject, useRef, useState } from "react";
import { useIsMac } from "@/components/client/shell/use-shortcuts";
import type { BrowserEventSent } from "@/lib/shared/browser/bodies";
import { t } from "@/lib/shared/i18n/en/browser";
import type { Point, Size } from "./geometry";
import { useKeys } from "./use-keys";
import { usePointer } from "./use-pointer";

type HandsProps = {
  viewport: Size;
  field: RefObject<HTMLTextAreaElement | null>;
  hintId: string;
  send: (event: BrowserEventSent) => void;
  onLeave: () => void;
};

/**
 * Covers the image while the user controls the browser, and forwards pointer and keyboard input to the page.
 */
export function Hands({ viewport, field, hintId, send, onLeave }: HandsProps) {
  const isMac = useIsMac();
  const box = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<Point>({ x: 0, y: 0 });
  const [hasKeys, setHasKeys] = useState(false);
  usePointer(box, {
    viewport,
    isMac,
    send,
    onPress: (place) => {
      setAt(place);
      field.current?.focus({ preventScroll: true });
    },
  });
  useKeys(field, { isMac, send, onLeave });
  return (
    <div ref={box} className="absolute inset-0 cursor-default touch-none select-none">
      <textarea
        ref={field}
        aria-label={t("keyboardInput")}
        aria-describedby={hintId}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        rows={1}
        onFocus={() => setHasKeys(true)}
        onBlur={() => setHasKeys(false)}
        // The field is at the place of the last press, because an input method opens its candidate list
        // there.
        style={{ left: at.x, top: at.y }}
        className="pointer-events-none absolute size-px resize-none overflow-hidden border-0 p-0 text-[16px] opacity-0 outline-none"
      />
      {hasKeys && (
        <span
          aria-hidden
          className="pointer-events-none absolute inset-0 shadow-[inset_0_0_0_4px_var(--sheet)] outline-2 -outline-offset-2 outline-ink"
        />
      )}
    </div>
  );
}
