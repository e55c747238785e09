import { LIMITS } from "@/lib/shared/frame/limits";
import { HeightGuard, HOLD_MS, type Judged } from "./height-guard";
import { isLaidOut } from "./laid-out";
import { send } from "./port";

/** What floats beside its trigger is given room for so much of it; the rest scrolls. */
const MAX_FLOATING = 420;
/** What is as high as the frame, such as a panel at its side, has no height of its own. */
const PANEL = 360;
/** Elements of what floats. */
const MAX_LOOKED_AT = 500;
/** Around a dialog. */
const DIALOG_MARGINS = 48;
const FLOAT_MARGINS = 16;
/** Above and below a notice. */
const NOTICE_MARGINS = 32;
/** Milliseconds by which a timer may be early. */
const TIMER_SLACK = 5;

/** What Radix hangs beside a trigger stands in one of these, far outside until its place is found. */
const POPPER = "[data-radix-popper-content-wrapper]";

const guard = new HeightGuard();
let sent = 0;
/** The frame has the height that was sent last. */
let isAnswer = false;
/** The content has no height of its own, so the frame keeps this one. */
let isFixed = false;
/** A held height will be judged again. */
let isHeld = false;
let isDue = false;

let measure: () => void = () => {};
/** Of changes that were made to measure. */
let overlook: () => void = () => {};

/** At once, where the page must know before it shows anything. */
export const tellHeight = (): void => measure();

/** Tells the page how high the content is, whenever that changes. */
export function watchHeight(root: HTMLElement): void {
  // Where nothing is laid out, what it was before holds.
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
  // What hangs out of the root, or floats beside it, comes, goes and finds its place without changing the root's size.
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
  // Pictures, fonts and styles of the component's own.
  document.addEventListener("load", soon, { capture: true });
  document.addEventListener("transitionend", soon);
  let width = innerWidth;
  addEventListener(
    "resize",
    (event) => {
      if (innerHeight === sent) isAnswer = true;
      // Radix closes a select when the window is resized. That it needs more room is why this one is.
      if (innerWidth === width && document.querySelector("[data-radix-select-viewport]"))
        event.stopImmediatePropagation();
      width = innerWidth;
    },
    { capture: true },
  );
}

function tell(px: number, root: HTMLElement): void {
  if (isFixed) return;
  const judged = guard.judge({ px, content: sizeOfContent, isAnswer, now: performance.now() });
  isAnswer = false;
  if (judged === "wait") hold();
  else if (judged === "tell") sendHeight(px);
  else fix(judged, root);
}

function hold(): void {
  if (isHeld) return;
  isHeld = true;
  setTimeout(() => {
    isHeld = false;
    tellHeight();
  }, HOLD_MS + TIMER_SLACK);
}

/** A height by which the content can no longer grow: shares of it are of something that is known. */
function fix({ cause, px }: Extract<Judged, object>, root: HTMLElement): void {
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

/** With what hangs out of the root, what a component has given the body around it, and the scrollbar of what is too wide. */
function contentOf(root: HTMLElement): number {
  const { top } = root.getBoundingClientRect();
  const { marginBottom, paddingBottom } = getComputedStyle(document.body);
  const own = Math.max(Math.ceil(root.getBoundingClientRect().height), root.scrollHeight);
  const around = top + scrollY + Number.parseFloat(marginBottom) + Number.parseFloat(paddingBottom);
  const scrollbar = innerHeight - document.documentElement.clientHeight;
  return own === 0 ? 0 : Math.ceil(own + around + scrollbar);
}

/** How high the frame must be for this to be seen. */
function floatOf(element: Element, content: number): number {
  if (element instanceof HTMLElement && element.matches(POPPER)) return popperOf(element, content);
  if (!isInView(element)) return 0;
  const dialog = element.matches("[role=dialog], [role=alertdialog]") ? element : undefined;
  // A veil is as high as the frame, whatever that is.
  if (isAsHighAsFrame(element) && !dialog) return innerOf(element);
  return isAsHighAsFrame(element) ? PANEL : wholeOf(element) + DIALOG_MARGINS;
}

/** Of what lies over all of the frame: what stands in it. */
function innerOf(element: Element): number {
  const inside = [...element.children].filter((child) => isInView(child) && !isAsHighAsFrame(child));
  return Math.max(0, ...inside.map((each) => wholeOf(each) + DIALOG_MARGINS));
}

/** How high it would be, were there room: dialogs are as high as the frame at most. */
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

/** Below its trigger, where that is known. What fits where it is needs no more than there is. */
function popperOf(wrapper: HTMLElement, content: number): number {
  const inner = wrapper.firstElementChild;
  // It has no place yet: that comes as a change of its style.
  if (!inner || wrapper.style.transform.includes("-200%")) return 0;
  const { top, bottom, height } = inner.getBoundingClientRect();
  const hidden = Math.max(...[inner, ...inner.querySelectorAll("*")].slice(0, MAX_LOOKED_AT).map(hiddenIn));
  const whole = Math.min(height + hidden, MAX_FLOATING);
  if (top >= 0 && bottom <= innerHeight && height >= whole) return innerHeight;
  return Math.ceil(triggerOf(inner, content) + whole + FLOAT_MARGINS);
}

/** Pixels of an element's content that one would have to scroll to; what is there for screen readers alone has a pixel. */
const hiddenIn = ({ clientHeight, scrollHeight }: Element): number =>
  clientHeight > 1 ? scrollHeight - clientHeight : 0;

/** Where the trigger ends. */
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

/** Libraries measure texts with elements far outside. */
function isInView(element: Element): boolean {
  const { bottom, right } = element.getBoundingClientRect();
  return element.clientHeight > 0 && bottom > 0 && right > 0;
}
