"use client";

import { type RefObject, useEffect, useId, useRef } from "react";
import { cn } from "@/components/ui/cn";
import { useAsk } from "@/components/workspace/chat/desk";
import { Elsewhere } from "@/components/workspace/chat/elsewhere";
import { surfaceDomId } from "@/components/workspace/chat/use-front";
import type { Surface } from "@/lib/shared/chat/surfaces/surfaces";
import { t as common } from "@/lib/shared/i18n/en/common";
import { answerSurface } from "./answer-surface";
import { DisplayModeContext } from "./display-mode";
import { PinnedSlot } from "./pins/pinned-slot";
import { useIsRetained } from "./pins/pins";
import { SurfaceBody } from "./surface-body";
import { SurfaceHeader } from "./surface-header";
import type { SurfacePlace } from "./surface-place";
import { widthOf } from "./surface-width";

type SurfaceProps = {
  surface: Surface;
  place: SurfacePlace;
  className?: string;
};

export function Sheet({ surface, place, className }: SurfaceProps) {
  const id = useId();
  const { key } = place;
  const isRetained = useIsRetained(key, surface.kind);
  const sheet = useRef<HTMLElement>(null);
  const { desk, ask, answering } = useAsk(surface.call.messageId, surface.call.toolCallId);
  const isWaiting = surface.state === "waiting";
  const { isFull } = place;
  useFullScreen(sheet, isFull, place.onLeaveFull);
  const modes = { isFull, onFull: place.onFull, onLeaveFull: place.onLeaveFull };
  const answer = async (output: unknown, shown: Surface) => {
    // The button that the user clicked is removed, so move the keyboard focus to the surface.
    sheet.current?.focus({ preventScroll: true });
    await answerSurface(shown, ask, output, desk);
  };
  return (
    <section
      ref={sheet}
      id={surfaceDomId(place.id)}
      tabIndex={-1}
      onKeyDown={(event) => {
        // Escape moves the focus out of a field, so that single letters work as shortcuts again.
        const isField = event.target instanceof Element && event.target.matches("form :is(input, textarea)");
        if (event.key === "Escape" && isField && !event.defaultPrevented && !isFull)
          event.currentTarget.focus();
      }}
      aria-labelledby={id}
      {...(isFull && { role: "dialog", "aria-modal": true })}
      className={cn(
        "group/sheet relative min-w-0 scroll-mt-24 rounded-sheet border bg-sheet shadow-sheet outline-none",
        // A surface pinned elsewhere is not new here, so do not animate it.
        !place.isGuest && "animate-arrive",
        isWaiting ? "rounded-tl-none border-accent-line border-t-2 border-t-accent" : "border-transparent",
        widthOf(surface),
        className,
        // With fixed positioning the element stays at its place in the document, so that its iframes do not
        // reload.
        isFull &&
          "fixed inset-0 z-40 m-0 w-auto max-w-none overflow-y-auto rounded-none border-0 p-6 outline-none max-md:p-0",
      )}
      data-full={isFull || undefined}
      data-sheet={place.isGuest ? undefined : surface.id}
    >
      {isWaiting && !isFull && <Flag />}
      <SurfaceHeader titleId={id} surface={surface} place={place} />
      <Elsewhere
        answering={answering}
        input={surface.input}
        output={surface.answer}
        className="px-5 pt-2 max-md:px-4"
      />
      {isRetained ? (
        <PinnedSlot pinKey={key} />
      ) : (
        <DisplayModeContext value={modes}>
          <SurfaceBody surface={surface} onAnswer={answer} />
        </DisplayModeContext>
      )}
    </section>
  );
}

function Flag() {
  return (
    <span
      aria-hidden
      className="absolute bottom-full -left-px flex h-[25px] items-center rounded-t-in bg-accent px-2.5 text-meta font-medium text-on-accent after:absolute after:bottom-0 after:left-full after:size-1.5 after:bg-[radial-gradient(circle_at_100%_0,transparent_6px,var(--accent)_6.5px)]"
    >
      {common("waitingForYou2")}
    </span>
  );
}

function useFullScreen(sheet: RefObject<HTMLElement | null>, isFull: boolean, leave: () => void) {
  useEffect(() => {
    const element = sheet.current;
    if (!isFull || !element) return;
    const restore = leaveAlone(element);
    // If the user chose full screen in the menu, the focus returns to the menu's button inside the surface.
    // If the user pressed the shortcut, focus the surface.
    const timer = setTimeout(() => {
      if (!element.contains(document.activeElement)) element.focus({ preventScroll: true });
    }, 100);
    const onKey = (event: KeyboardEvent) => {
      // An open menu or tooltip handles Escape first.
      if (event.key === "Escape" && !event.defaultPrevented) leave();
    };
    document.addEventListener("keydown", onKey);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("keydown", onKey);
      restore();
      element.scrollIntoView({ block: "nearest" });
    };
  }, [sheet, isFull, leave]);
}

/**
 * Elements that stay usable: live regions, which must keep announcing, and menus, which restore the focus
 * when they close.
 */
const FREE = "[aria-live], [role=status], [role=alert], [data-radix-popper-content-wrapper]";

/**
 * Makes the rest of the page inert until the returned function is called. Elements added later, such as
 * menus, are not affected.
 */
function leaveAlone(element: Element): () => void {
  const others: Element[] = [];
  for (let at = element; at.parentElement && at !== document.body; at = at.parentElement) {
    for (const other of at.parentElement.children) {
      if (other === at || other.matches(FREE) || other.hasAttribute("inert")) continue;
      other.setAttribute("inert", "");
      others.push(other);
    }
  }
  return () => {
    for (const other of others) other.removeAttribute("inert");
  };
}
