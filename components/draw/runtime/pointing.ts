import type { ToFrame } from "@/lib/shared/frame/protocol";
import { send } from "./port";

/*
 * Pointing mode: the user selects an element to write about, and presses do not reach the component. The page
 * starts and ends the mode and forwards keys.
 */

type Move = Extract<ToFrame, { type: "point" }>["move"];

const PRESSES = [
  ...["pointerdown", "pointerup", "mousedown", "mouseup", "click", "dblclick", "auxclick", "contextmenu"],
  ...["touchstart", "touchend", "dragstart", "submit"],
];
const MAX_PATH = 6;
const MAX_IMAGE = 400_000;

let isOn = false;
let at: Element | undefined;
let mark: HTMLElement | undefined;
let takePicture: Parameters<typeof watchPointing>[0];

export const isPointing = (): boolean => isOn;

/** `picture` renders the chosen element as a PNG data URL, or returns undefined. */
export function watchPointing(picture: (element: Element) => Promise<string | undefined>): void {
  takePicture = picture;
  for (const type of PRESSES) addEventListener(type, onPress, { capture: true, passive: false });
  addEventListener("pointermove", onMove, { capture: true, passive: true });
  document.documentElement.addEventListener("pointerleave", () => isOn && unmark(), { passive: true });
}

export function point(move: Move): void {
  if (move === "end") {
    isOn = false;
    unmark();
    return;
  }
  isOn = true;
  if (move === "begin") return;
  if (move === "take") return void take();
  const all = [...(document.querySelector("#root")?.querySelectorAll("*") ?? [])].filter(isMeant);
  const now = at ? all.indexOf(at) : -1;
  const next = all[move === "next" ? Math.min(now + 1, all.length - 1) : now - 1];
  if (next) {
    go(next, true);
    return;
  }
  unmark();
  send({ type: "pointed", isTaken: false, isOut: true, tag: "", path: "", text: "", names: [] });
}

/**
 * Ignores events without movement, which occur when elements move under a resting pointer and would override the keys.
 */
function onMove({ target, movementX, movementY }: PointerEvent): void {
  if (isOn && (movementX !== 0 || movementY !== 0) && target instanceof Element) go(target);
}

function onPress(event: Event): void {
  if (!isOn || !event.isTrusted) return;
  // Do not prevent the default of a touch, because that would suppress its click and scrolling.
  if (event.cancelable && !event.type.startsWith("touch")) event.preventDefault();
  event.stopImmediatePropagation();
  if (event.type !== "click" || !(event.target instanceof Element)) return;
  go(event.target);
  void take();
}

/** Returns whether an element is visible and has text or can be used. */
const isMeant = (element: Element): boolean =>
  element.getBoundingClientRect().height > 0 &&
  (element.matches("button, input, select, textarea, a, img, svg, canvas, li, tr, td, th, label") ||
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim()));

function go(element: Element, shouldReport = false): void {
  if (element === at) return;
  at = element.closest("svg") ?? element;
  const { top, left, width, height } = at.getBoundingClientRect();
  mark ??= document.createElement("div");
  mark.style.cssText = `position:fixed;top:${top}px;left:${left}px;width:${width}px;height:${height}px;outline:2px solid var(--primary);outline-offset:1px;border-radius:4px;pointer-events:none;z-index:2147483647`;
  // The mark is outside of the body, because the body's content determines the height of the frame.
  document.documentElement.append(mark);
  if (!shouldReport) return;
  at.scrollIntoView({ block: "nearest" });
  send({ type: "pointed", isTaken: false, ...describe(at) });
}

function unmark(): void {
  at = undefined;
  mark?.remove();
}

async function take(): Promise<void> {
  const element = at;
  if (!element) return;
  const image = await takePicture(element);
  const fits = image !== undefined && image.length <= MAX_IMAGE;
  send({ type: "pointed", isTaken: true, ...describe(element), ...(fits && { picture: image }) });
}

function describe(element: Element) {
  const text = element instanceof HTMLElement ? element.innerText : (element.textContent ?? "");
  const names = ["aria-label", "placeholder", "alt", "title", "class"].flatMap(
    (name) => element.getAttribute(name)?.slice(0, 200) || [],
  );
  return { tag: element.localName.slice(0, 40), path: pathOf(element), text: text.slice(0, 2_000), names };
}

function pathOf(element: Element): string {
  const steps: string[] = [];
  for (
    let one: Element | null = element;
    one && one.id !== "root" && steps.length < MAX_PATH;
    one = one.parentElement
  ) {
    const { localName } = one;
    const alike = [...(one.parentElement?.children ?? [])].filter((other) => other.localName === localName);
    steps.unshift(alike.length > 1 ? `${localName}:nth-of-type(${alike.indexOf(one) + 1})` : localName);
  }
  return steps.join(" > ").slice(0, 300);
}
