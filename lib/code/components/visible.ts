import type { Page } from "playwright";
import { DRAWS_IN, FIRST_WIDTH, FRAME_HOST, TICK, until } from "./gate-page";

/**
 * Milliseconds in which a new component must show content. Content may appear after the first render, when modules
 * have loaded or React effects have run.
 */
const FILLS_IN = 1_500;
/**
 * Milliseconds in which a component that was rendered must show content again, for example after a change of
 * its width.
 */
export const REFILLS_IN = 300;
/** Widths in pixels of a phone and of a full-width canvas. */
const OTHER_WIDTHS = [340, 800];

/**
 * Returns the first width at which nothing is visible, "everywhere", or undefined if something is always
 * visible.
 */
export async function blankAt(page: Page): Promise<number | "everywhere" | undefined> {
  let isSeen = await fills(page, FILLS_IN);
  const blank = isSeen ? [] : [FIRST_WIDTH];
  for (const width of OTHER_WIDTHS) {
    await page.evaluate((px) => globalThis.easelWidth(px), width);
    if (await fills(page, REFILLS_IN)) isSeen = true;
    else blank.push(width);
  }
  return isSeen ? blank[0] : "everywhere";
}

async function fills(page: Page, ms: number): Promise<boolean> {
  return (await inFrame(page, ms, isFilled)) ?? false;
}

/**
 * Returns why part of the component cannot be seen: an element has no size, or a lone canvas has only one
 * colour.
 */
export async function whyUnseen(page: Page): Promise<string | undefined> {
  const flat = await inFrame(page, REFILLS_IN, flatElement);
  if (flat)
    return `<${flat}> is invisible: it is 0 px wide or high. A height of 100% has no effect in a parent without a height. Give the parent one, such as h-80.`;
  // A screenshot takes a quarter of a second, so take one only if a canvas is the only visible content.
  const isCanvasAlone = await inFrame(
    page,
    TICK,
    async () => document.body.innerText.trim() === "" && document.querySelector("canvas") !== null,
  );
  if (!isCanvasAlone) return undefined;
  for (let turn = 0; turn < FILLS_IN / REFILLS_IN; turn++) {
    if (!(await isOneColour(page))) return undefined;
    await page.waitForTimeout(REFILLS_IN);
  }
  return "Nothing is visible: it has no text, and every pixel has the same colour. Draw on a canvas when it is mounted, in colours that differ from the background.";
}

/**
 * Returns how many React commits in a row were each caused by the previous one; see
 * `components/draw/runtime/renders.ts`.
 */
export async function chainOf(page: Page): Promise<number> {
  const chain = await inFrame(page, REFILLS_IN, async () => {
    const hook: { easelChain?: number } | undefined = Reflect.get(
      globalThis,
      "__REACT_DEVTOOLS_GLOBAL_HOOK__",
    );
    return hook?.easelChain ?? 0;
  });
  return chain ?? 0;
}

/**
 * Runs `look` in the component's frame. `look` repeats its check for up to `ms` milliseconds. Returns
 * undefined if the frame hangs.
 */
async function inFrame<T>(
  page: Page,
  ms: number,
  look: (options: { turns: number; tick: number }) => Promise<T>,
): Promise<T | undefined> {
  const frame = page.frames().find((each) => each.url().includes(FRAME_HOST));
  const found = frame?.evaluate(look, { turns: ms / TICK, tick: TICK });
  const silence = until(page, ms + DRAWS_IN, () => false).then(() => undefined);
  return Promise.race([found?.catch(() => undefined), silence]);
}

type Turns = { turns: number; tick: number };

async function isFilled({ turns, tick }: Turns): Promise<boolean> {
  const isDrawn = (each: Element) => {
    const { width, height } = each.getBoundingClientRect();
    const { backgroundColor, backgroundImage, borderTopWidth } = getComputedStyle(each);
    const isPainted =
      /^(svg|canvas|img|input|button|select|textarea|video|audio|hr|progress|meter)$/i.test(each.tagName) ||
      backgroundImage !== "none" ||
      borderTopWidth !== "0px" ||
      !/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor);
    return width > 1 && height > 1 && isPainted;
  };
  for (let turn = 0; turn < turns; turn++) {
    if (document.body.innerText.trim() !== "") return true;
    if ([...document.body.querySelectorAll("*")].some(isDrawn)) return true;
    await new Promise((resolve) => setTimeout(resolve, tick));
  }
  return false;
}

async function flatElement({ turns, tick }: Turns): Promise<string | undefined> {
  /**
   * Returns true if an ancestor clips its content to nothing, as a folded panel does. The component hides it
   * on purpose.
   */
  const isHidden = (each: Element): boolean => {
    for (let above = each.parentElement; above; above = above.parentElement) {
      const { clientHeight, clientWidth } = above;
      if (getComputedStyle(above).overflowY !== "visible" && (clientHeight < 2 || clientWidth < 2))
        return true;
    }
    return false;
  };
  const sizeOf = (each: Element) => {
    const { width, height } = getComputedStyle(each);
    return { width: Number.parseFloat(width), height: Number.parseFloat(height) };
  };
  const isShare = (each: Element, side: "height" | "width") => {
    const value = each.computedStyleMap().get(side);
    return value instanceof CSSUnitValue && value.unit === "percent" && value.value > 0;
  };
  const isFlat = (each: Element) => {
    // An element with `display: none` has no boxes.
    if (each.getClientRects().length === 0 || each.closest("[aria-hidden=true]")) return false;
    // Compare the layout size, which ignores transforms: a transform that scales an icon to nothing is
    // deliberate.
    const { width, height } = sizeOf(each);
    if (width >= 1 && height >= 1) return false;
    const hasArea = (inner: Element) => {
      const { width, height } = inner.getBoundingClientRect();
      return width >= 1 && height >= 1;
    };
    const isEmpty = each.textContent === "" && ![...each.querySelectorAll("*")].some(hasArea);
    const isCanvas = each.tagName === "CANVAS";
    const isImage = each instanceof SVGSVGElement && each.querySelector(":scope > :not(defs, symbol, style)");
    // An empty element with a relative height is meant to fill its parent, like the container of a chart.
    const fills =
      isEmpty && (width >= 1 ? isShare(each, "height") && (each as HTMLElement).style.height !== "" : false);
    return (isCanvas || isImage || fills) && !isHidden(each);
  };
  let flat: Element | undefined;
  for (let turn = 0; turn < turns; turn++) {
    flat = [...document.body.querySelectorAll("*")].find(isFlat);
    if (!flat) return undefined;
    await new Promise((resolve) => setTimeout(resolve, tick));
  }
  const { className } = flat ?? {};
  const first = typeof className === "string" ? className.trim().split(/\s+/)[0] : "";
  return flat && flat.tagName.toLowerCase() + (first ? ` class="${first}"` : "");
}

/**
 * Returns whether all pixels of the component have the same colour. The test page decodes the screenshot,
 * because the component's frame is not trusted.
 */
async function isOneColour(page: Page): Promise<boolean> {
  const image = (await page.locator("iframe").screenshot()).toString("base64");
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    if (!context) return false;
    context.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
    return pixels.every((pixel) => pixel === pixels[0]);
  }, image);
}
