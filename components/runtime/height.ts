import { LIMITS } from "@/lib/shared/frame/limits";
import { send } from "./port";

/** While something floats over the component (a menu, a dialog), the frame is at least this high. */
const FLOAT_MIN = 440;
/** Above and below a notice. */
const NOTICE_MARGINS = 32;
/** A content that grows each time the frame does is as high as the frame, and a bit: it has no height of its own. */
const MOST_CHASES = 3;

let sent = 0;
let chases = 0;
let resized = false;

let measure: () => void = () => {};

/** At once, where the page must know before it shows anything. */
export const tellHeight = (): void => measure();

/** Tells the page how high the content is, whenever that changes. */
export function watchHeight(root: HTMLElement): void {
  measure = () => tell(heightOf(root));
  new ResizeObserver(tellHeight).observe(root);
  // What floats hangs beside the root, and comes and goes without changing its size.
  new MutationObserver(tellHeight).observe(document.body, { childList: true });
  addEventListener("resize", () => {
    resized = true;
  });
}

function tell(px: number): void {
  const followsFrame = resized && px > sent && sent === innerHeight;
  resized = false;
  chases = followsFrame ? chases + 1 : 0;
  if (px === sent || (followsFrame && chases > MOST_CHASES)) return;
  sent = px;
  send({ type: "height", px });
}

/** Libraries measure texts with elements far outside. */
function isInView(element: Element): boolean {
  const { bottom, right } = element.getBoundingClientRect();
  return element.clientHeight > 0 && bottom > 0 && right > 0;
}

function heightOf(root: HTMLElement): number {
  const content = Math.ceil(root.getBoundingClientRect().height);
  const floats = [...document.body.children].filter((element) => element !== root && isInView(element));
  const tallest = Math.max(0, ...floats.map(({ scrollHeight }) => scrollHeight + 48));
  const floating = floats.length > 0 ? Math.max(FLOAT_MIN, tallest) : 0;
  const notice = document.querySelector("[data-sonner-toast]");
  const notices = notice ? Math.ceil(notice.getBoundingClientRect().height) + NOTICE_MARGINS : 0;
  return Math.min(Math.max(content, floating, notices), LIMITS.height);
}
