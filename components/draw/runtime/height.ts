import { LIMITS } from "@/lib/shared/frame/limits";
import { HeightGuard, HOLD_MS, type Verdict } from "./height-guard";
import { isLaidOut } from "./laid-out";
import { send } from "./port";

/** Maximum height in px reserved for a popup at its trigger; longer popups scroll. */
const MAX_FLOATING = 420;
/** Height in px for content that is as high as the frame, such as a side panel. */
const PANEL = 360;
/** Maximum descendants of a popup that are measured. */
const MAX_LOOKED_AT = 500;
const DIALOG_MARGINS = 48;
const FLOAT_MARGINS = 16;
const NOTICE_MARGINS = 32;
/** Milliseconds by which a timer may fire early. */
const TIMER_SLACK = 5;

const POPPER = "[data-radix-popper-content-wrapper]";

const guard = new HeightGuard();
let sent = 0;
/** True if the frame was resized to the height that was sent last. */
let isAnswer = false;
/** True if the content has no intrinsic height, so the frame keeps the current one. */
let isFixed = false;
/** True while a timer runs that measures a held height again. */
let isHolding = false;
let isDue = false;

let measure: () => void = () => {};
/** Takes the pending mutation records, so that changes made by measuring itself cause no new measurement. */
let overlook: () => void = () => {};

export const tellHeight = (): void => measure();

export function watchHeight(root: HTMLElement): void {
  // Without layout, the last height stays valid.
  measure = () => {
    if (isLaidOut()) tell(heightOf(root), root);
  };
  const soon = () => {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      measure();
    });
  };
  const sizes = new ResizeObserver(measure);
  sizes.observe(root);
  // Overflowing content and popups appear, move and disappear without resizing the root.
  const observe = (records: readonly MutationRecord[]) => {
    for (const { addedNodes, target } of records)
      if (target === document.body)
        for (const node of addedNodes) if (node instanceof Element) sizes.observe(node);
  };
  const changes = new MutationObserver((records) => {
    observe(records);
    if (records.some(({ target }) => target === document.body)) measure();
    soon();
  });
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ["style", "class"] });
  overlook = () => observe(changes.takeRecords());
  // Images, fonts and stylesheets change the height when they load.
  document.addEventListener("load", soon, { capture: true });
  document.addEventListener("transitionend", soon);
  let width = innerWidth;
  addEventListener(
    "resize",
    (event) => {
      if (innerHeight === sent) isAnswer = true;
      // Radix closes a select when the window is resized, but here the select caused the resize.
      if (innerWidth === width && document.querySelector("[data-radix-select-viewport]"))
        event.stopImmediatePropagation();
      width = innerWidth;
    },
    { capture: true },
  );
}

function tell(px: number, root: HTMLElement): void {
  if (isFixed) return;
  const judged = guard.assess({ px, content: sizeOfContent, isAnswer, now: performance.now() });
  isAnswer = false;
  if (judged === "wait") hold();
  else if (judged === "tell") sendHeight(px);
  else fix(judged, root);
}

function hold(): void {
  if (isHolding) return;
  isHolding = true;
  setTimeout(() => {
    isHolding = false;
    tellHeight();
  }, HOLD_MS + TIMER_SLACK);
}

/** Fixes the height so that the content stops growing: relative heights then refer to a known height. */
function fix({ cause, px }: Extract<Verdict, object>, root: HTMLElement): void {
  isFixed = true;
  const height = Math.max(px, PANEL);
  if (cause === "content") root.style.height = `${height}px`;
  sendHeight(height);
  send({ type: "unsettled", cause });
}

function sendHeight(px: number): void {
  if (px === sent) return;
  sent = px;
  send({ type: "height", px });
}

const sizeOfContent = (): number =>
  document.body.getElementsByTagName("*").length + (document.body.textContent?.length ?? 0);

function heightOf(root: HTMLElement): number {
  const content = contentOf(root);
  const floats = [...document.body.children].filter((element) => element !== root);
  const floating = Math.max(0, ...floats.map((element) => floatOf(element, content)));
  const notice = document.querySelector("[data-sonner-toast]");
  const notices = notice ? Math.ceil(notice.getBoundingClientRect().height) + NOTICE_MARGINS : 0;
  return Math.min(Math.max(content, floating, notices), LIMITS.height);
}

/** Includes overflow of the root, the body's margins and padding, and a horizontal scrollbar. */
function contentOf(root: HTMLElement): number {
  const { top } = root.getBoundingClientRect();
  const { marginBottom, paddingBottom } = getComputedStyle(document.body);
  const own = Math.max(Math.ceil(root.getBoundingClientRect().height), root.scrollHeight);
  const around = top + scrollY + Number.parseFloat(marginBottom) + Number.parseFloat(paddingBottom);
  const scrollbar = innerHeight - document.documentElement.clientHeight;
  return own === 0 ? 0 : Math.ceil(own + around + scrollbar);
}

function floatOf(element: Element, content: number): number {
  if (element instanceof HTMLElement && element.matches(POPPER)) return popperOf(element, content);
  if (!isInView(element)) return 0;
  const dialog = element.matches("[role=dialog], [role=alertdialog]") ? element : undefined;
  // An overlay is as high as the frame, so return the height of its content instead.
  if (isAsHighAsFrame(element) && !dialog) return innerOf(element);
  return isAsHighAsFrame(element) ? PANEL : wholeOf(element) + DIALOG_MARGINS;
}

function innerOf(element: Element): number {
  const inside = [...element.children].filter((child) => isInView(child) && !isAsHighAsFrame(child));
  return Math.max(0, ...inside.map((each) => wholeOf(each) + DIALOG_MARGINS));
}

/** Returns the height without `max-height`, because dialogs are limited to the height of the frame. */
function wholeOf(element: Element): number {
  if (!(element instanceof HTMLElement)) return element.scrollHeight;
  const { style } = element;
  const { maxHeight } = style;
  style.maxHeight = "none";
  const { scrollHeight } = element;
  style.maxHeight = maxHeight;
  overlook();
  return scrollHeight;
}

/**
 * Returns the height of the document down to the end of a popup. A popup that fits does not change the current height.
 */
function popperOf(wrapper: HTMLElement, content: number): number {
  const inner = wrapper.firstElementChild;
  // Not positioned yet. Positioning changes its style, which triggers a new measurement.
  if (!inner || wrapper.style.transform.includes("-200%")) return 0;
  const { top, bottom, height } = inner.getBoundingClientRect();
  const hidden = Math.max(...[inner, ...inner.querySelectorAll("*")].slice(0, MAX_LOOKED_AT).map(hiddenIn));
  const whole = Math.min(height + hidden, MAX_FLOATING);
  if (top >= 0 && bottom <= innerHeight && height >= whole) return innerHeight;
  return Math.ceil(triggerOf(inner, content) + whole + FLOAT_MARGINS);
}

/**
 * Returns the px that are hidden by scrolling. Elements for screen readers are 1 px high and do not count.
 */
const hiddenIn = ({ clientHeight, scrollHeight }: Element): number =>
  clientHeight > 1 ? scrollHeight - clientHeight : 0;

/**
 * Returns the bottom in px of the element that opened a popup, or the height of the content if that element is unknown.
 */
function triggerOf(inner: Element, content: number): number {
  const ids = [inner, ...inner.querySelectorAll("[id]")].map(({ id }) => CSS.escape(id)).filter(Boolean);
  const named = ids.map((id) => `[aria-controls="${id}"], [aria-describedby~="${id}"]`).join(", ");
  const trigger = named ? document.querySelector(named) : null;
  return trigger ? trigger.getBoundingClientRect().bottom + scrollY : content;
}

const isAsHighAsFrame = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top <= 0 && bottom >= innerHeight;
};

function isInView(element: Element): boolean {
  const { bottom, right } = element.getBoundingClientRect();
  return element.clientHeight > 0 && bottom > 0 && right > 0;
}
