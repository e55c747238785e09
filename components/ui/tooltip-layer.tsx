"use client";

import { useEffect, useEffectEvent, useState } from "react";
import type { Side } from "./icon-button";
import { tipped } from "./tipped";
import { Tooltip, TooltipContent, TooltipTrigger } from "./tooltip";

/** Delay of a tooltip in ms, and the time after a tooltip in which the next one appears without delay. */
const REST_MS = 400;
const WARM_MS = 300;

type Tip = { label: string; side: Side | undefined; rect: DOMRect };

/**
 * Shows the tooltips of all elements with `data-tip`. One shared component keeps icon buttons small, and its
 * positioning code can load with the first tooltip. `first` is the event for which it was loaded.
 */
export function TooltipLayer({ first }: { first?: Event }) {
  const [tip, setTip] = useState<Tip>();
  const firstEvent = useEffectEvent(() => first);
  useEffect(() => {
    const leave = new AbortController();
    const { signal } = leave;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: Element | null = null;
    let meant: Element | null = null;
    let warmUntil = 0;

    const hide = () => {
      clearTimeout(timer);
      if (shown) warmUntil = Date.now() + WARM_MS;
      shown = null;
      meant = null;
      setTip(undefined);
    };
    const show = (element: HTMLElement) => {
      if (!element.isConnected) return;
      const { tip: label = "", tipSide } = element.dataset;
      shown = element;
      meant = element;
      setTip({ label, side: isSide(tipSide) ? tipSide : undefined, rect: element.getBoundingClientRect() });
    };
    const over = ({ target, pointerType }: PointerEvent) => {
      const element = pointerType === "touch" ? null : tipped(target);
      if (element === meant) return;
      hide();
      meant = element;
      if (element) timer = setTimeout(show, Date.now() < warmUntil ? 0 : REST_MS, element);
    };
    const focused = ({ target }: FocusEvent) => {
      const element = target instanceof Element && target.matches(":focus-visible") ? tipped(target) : null;
      hide();
      if (element) show(element);
    };
    const pressed = ({ key }: KeyboardEvent) => key === "Escape" && hide();

    const event = firstEvent();
    if (event instanceof FocusEvent) focused(event);
    else if (event instanceof PointerEvent) over(event);

    const passive = { signal, passive: true, capture: true };
    document.addEventListener("pointerover", over, passive);
    document.addEventListener("focusin", focused, passive);
    document.addEventListener("focusout", hide, passive);
    document.addEventListener("keydown", pressed, passive);
    for (const type of ["pointerdown", "scroll", "blur"] as const)
      window.addEventListener(type, hide, passive);
    return () => {
      leave.abort();
      clearTimeout(timer);
    };
  }, []);

  if (!tip) return null;
  const { left, top, width, height } = tip.rect;
  return (
    <Tooltip open>
      <TooltipTrigger asChild>
        <span aria-hidden className="pointer-events-none fixed" style={{ left, top, width, height }} />
      </TooltipTrigger>
      <TooltipContent side={tip.side} className="pointer-events-none">
        {tip.label}
      </TooltipContent>
    </Tooltip>
  );
}

const isSide = (text: string | undefined): text is Side =>
  text === "top" || text === "right" || text === "bottom" || text === "left";
