const MAX_ELEMENTS = 1_500;
const MAX_WIDTH = 1_280;
/** The lower part of taller elements is cut off. */
const MAX_HEIGHT = 480;
const MAX_PIXELS = 640 * MAX_HEIGHT;
const SVG = "http://www.w3.org/2000/svg";

/**
 * Renders a small image of an element as a PNG data URL. Returns undefined if the element is too large, has
 * no size, or the browser fails. Uses system fonts and leaves out content of other documents.
 */
export async function snapshot(element: Element): Promise<string | undefined> {
  const { width, height } = element.getBoundingClientRect();
  const all = [element, ...element.querySelectorAll("*")];
  if (width < 1 || height < 1 || all.length > MAX_ELEMENTS) return undefined;
  const { wide, high, seen } = sizeOf(width, height);
  const copy = element.cloneNode(true) as Element;
  const copies = [copy, ...copy.querySelectorAll("*")];
  for (const [at, one] of all.entries()) paint(one, copies[at]);
  if (copy instanceof HTMLElement) Object.assign(copy.style, { margin: "0", position: "static" });
  const svg = document.createElementNS(SVG, "svg");
  for (const [name, value] of Object.entries({ width: wide, height: high, viewBox: `0 0 ${width} ${seen}` }))
    svg.setAttribute(name, `${value}`);
  const holder = document.createElementNS(SVG, "foreignObject");
  for (const [name, value] of Object.entries({ width, height })) holder.setAttribute(name, `${value}`);
  holder.append(copy);
  svg.append(holder);
  try {
    return await drawn(new XMLSerializer().serializeToString(svg), wide, high, groundsOf(element));
  } catch {
    return undefined;
  }
}

/** Returns the size of the image, which shows the whole width, and the visible height of the element. */
export function sizeOf(width: number, height: number): { wide: number; high: number; seen: number } {
  const seen = Math.min(height, MAX_HEIGHT);
  const scale = Math.min(1, MAX_WIDTH / width, Math.sqrt(MAX_PIXELS / (width * seen)));
  return { wide: width * scale, high: Math.max(1, seen * scale), seen };
}

function paint(from: Element, to: Element | undefined): void {
  if (!to || !("style" in to)) return;
  const styles = getComputedStyle(from);
  const own = (to as HTMLElement).style;
  for (const name of styles) own.setProperty(name, styles.getPropertyValue(name));
  own.animation = "none";
  own.transition = "none";
  // The system font may be wider: keep single lines unwrapped and untruncated texts untruncated.
  if (isOneLine(from)) own.setProperty("text-wrap-mode", "nowrap");
  if (styles.textOverflow === "ellipsis" && from.scrollWidth <= from.clientWidth) own.overflow = "visible";
  to.removeAttribute("class");
  if (from instanceof HTMLInputElement) to.setAttribute("value", from.type === "password" ? "" : from.value);
  if (from instanceof HTMLTextAreaElement) to.textContent = from.value;
  // Remove sources, so that rendering fetches nothing.
  if (from instanceof HTMLImageElement && !from.src.startsWith("data:")) to.removeAttribute("src");
  to.removeAttribute("srcset");
}

function isOneLine(element: Element): boolean {
  if (![...element.childNodes].some(({ nodeType }) => nodeType === Node.TEXT_NODE)) return false;
  const range = document.createRange();
  range.selectNodeContents(element);
  const { height } = range.getBoundingClientRect();
  const [first] = range.getClientRects();
  return first !== undefined && height < first.height * 1.5;
}

async function drawn(svg: string, width: number, height: number, grounds: string[]): Promise<string> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(width);
  canvas.height = Math.ceil(height);
  const context = canvas.getContext("2d");
  if (!context) throw new Error("No canvas");
  for (const ground of grounds) {
    context.fillStyle = ground;
    context.fillRect(0, 0, canvas.width, canvas.height);
  }
  context.drawImage(image, 0, 0);
  return canvas.toDataURL("image/png");
}

/** Returns the backgrounds below the element, lowest first, because upper ones may be translucent. */
export function groundsOf(element: Element): string[] {
  const grounds: string[] = [];
  for (let one = element.parentElement; one; one = one.parentElement) {
    const { backgroundColor } = getComputedStyle(one);
    if (backgroundColor && !/^(transparent|rgba\(0, 0, 0, 0\))$/.test(backgroundColor))
      grounds.unshift(backgroundColor);
  }
  const isDark = getComputedStyle(document.documentElement).colorScheme.includes("dark");
  return [isDark ? "#1c1c1c" : "#ffffff", ...grounds];
}
