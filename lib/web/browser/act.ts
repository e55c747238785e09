import type { Frame, Locator } from "playwright";
import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { findElement, shown } from "./find";
import { fromPage, upTo } from "./from-page";
import { type DescribedElement, describeElement } from "./page-scripts";
import type { BrowserSession } from "./session";

/** Maximum wait for an element that is covered or moving. */
export const READY_IN_MS = 4_000;

const described = z.object({
  tag: upTo(40),
  type: upTo(40),
  label: upTo(80),
  isDisabled: z.boolean(),
  isReadOnly: z.boolean(),
  isEditable: z.boolean(),
  options: z.array(upTo(80)).max(100),
});

/** `at`: address of the document that contains the element. */
export type Ready = DescribedElement & { element: Locator; frame: Frame; name: string; at: string };

/**
 * Finds and describes an element. If the user watches the browser, highlights the element with the planned
 * action.
 */
export async function readyElement(
  session: BrowserSession,
  selector: string,
  action: string,
  signal: AbortSignal,
): Promise<Ready> {
  const { element, frame, count, at } = await findElement(session.page, selector, signal);
  const what = await fromPage(described, element.evaluate(describeElement));
  const name = nameOf(what);
  if (count > 1)
    session.note(`${count} elements match "${shown(selector)}"; the first visible one was used.`);
  if (session.isWatched) {
    await element.scrollIntoViewIfNeeded({ timeout: READY_IN_MS }).catch(() => {});
    const box = await element.boundingBox();
    if (box) await session.show({ ...box, label: what.label || what.tag, action }, signal);
  }
  signal.throwIfAborted();
  return { ...what, element, frame, name, at };
}

/** Number of elements in the document of an element, so of those that could have been chosen instead. */
export const elementsAround = ({ frame }: Pick<Ready, "frame">): Promise<number> =>
  frame.locator("*").count();

const nameOf = ({ tag, type, label }: DescribedElement) =>
  `${KINDS[tag] ?? tag}${type && type !== "text" ? ` of type ${type}` : ""}${label ? ` "${label}"` : ""}`;

const KINDS: Record<string, string> = { a: "link", input: "field", textarea: "field", select: "list" };

/** Translates a Playwright error into an AppError that says why the element cannot be used. */
export function unusable(error: unknown, selector: string, { name }: Pick<Ready, "name">): unknown {
  if (error instanceof AppError) return error;
  const text = String(error);
  const cover = /(<[^\n]{1,200}?>)[^\n]* intercepts pointer events/.exec(text)?.[1];
  const why = cover
    ? `it is covered by ${cover.slice(0, 200)}. Close or scroll away the covering element first.`
    : REASONS.find(([pattern]) => pattern.test(text))?.[1];
  if (!why && !/Timeout/.test(text)) return error;
  return new AppError("conflict", `"${shown(selector)}" exists (${name}), but ${why ?? SILENT}`);
}

const SILENT = "the page stopped responding: one of its scripts may never end.";

const REASONS: readonly [RegExp, string][] = [
  [/element is not visible/, "it is not visible. Something else may have to be opened first."],
  [/element is not enabled/, "it is disabled."],
  [/element is outside of the viewport/, "it is outside the page's window and cannot be scrolled to."],
  [/element is not stable/, "it does not stop moving."],
  [/detached from the DOM|Element is not attached/, "the page keeps replacing it."],
];

/** Adds the address and title to an action's result if the action changed them. */
export function since(session: BrowserSession, before: { url: string; title: string }) {
  const { url, title, tab } = session;
  if (tab?.awaited)
    session.note(`${tab.awaited.url().slice(0, 300)} was requested and has not responded yet.`);
  return url === before.url && title === before.title ? {} : { url, title };
}
