import { AppError } from "@/lib/shared/errors";
import { ApprovalRequired, type Guard, toAct } from "@/lib/shared/tools/external-effects";
import { elementsAround, READY_IN_MS, type Ready, readyElement, since, unusable } from "./act";
import { shown } from "./find";
import { fromPage, upTo } from "./from-page";
import { cursorToEnd, keysElsewhere } from "./page-scripts";
import type { BrowserSession } from "./session";
import { settled } from "./settle";

/** Longer texts are inserted at once. Typing takes a while, and pages usually react to the first few keys. */
const MAX_KEYS = 300;
const VALUE_INPUT_TYPES = new Set(["date", "time", "datetime-local", "month", "week", "color", "range"]);

export type Typing = { selector: string; text: string; clear_first?: boolean };

export async function typeText(session: BrowserSession, typing: Typing, signal: AbortSignal, guard?: Guard) {
  const { url, title } = session;
  const found = await readyElement(session, typing.selector, "type", signal);
  if (guard && !(await mayType(found, typing.text, guard)))
    throw new ApprovalRequired(
      [toAct(`Type into the ${found.name} of ${found.at}`, typing.text)],
      guard.covers(found.at),
    );
  const why = wrongKind(found);
  if (why) throw new AppError("invalid", `"${shown(typing.selector)}" is a ${found.name}: ${why}`);
  try {
    await settled(session.current, () => put(found, typing, signal), signal);
  } catch (error) {
    throw unusable(error, typing.selector, found);
  }
  await session.refresh();
  return { ok: true, element: found.name, ...since(session, { url, title }) };
}

/** A page learns in which field something was typed. Of a list it learns only which option was chosen. */
async function mayType(found: Ready, text: string, guard: Guard): Promise<boolean> {
  const places = await elementsAround(found);
  if (found.tag === "select") return guard.maySay(found.at, "", places * Math.max(1, found.options.length));
  return guard.maySay(found.at, text, places);
}

function wrongKind({ tag, type, isDisabled, isReadOnly, isEditable }: Ready): string | null {
  if (type === "checkbox" || type === "radio") return "use browser_click on it.";
  if (type === "file") return "this browser has no files.";
  if (isDisabled) return "it is disabled.";
  if (isReadOnly) return "it is read-only.";
  if (isEditable || tag === "select" || VALUE_INPUT_TYPES.has(type)) return null;
  return "nothing can be typed there. Give the selector of an input, textarea, select or contenteditable element.";
}

async function put(found: Ready, typing: Typing, signal: AbortSignal) {
  const { element, name, tag, type, options } = found;
  const { selector, text, clear_first: clears = false } = typing;
  const timeout = READY_IN_MS;
  if (tag === "select")
    return choose(await element.selectOption(text, { timeout: 500 }).catch(() => []), text, options);
  if (VALUE_INPUT_TYPES.has(type)) {
    await element.fill(text, { timeout }).catch((error: unknown) => badValue(error, type, text));
    // Some browsers silently leave the field empty if they cannot parse the value.
    if ((await element.inputValue()) === "" && text !== "") throw unfit(type, text);
    return;
  }
  if (clears) await element.fill("", { timeout });
  await element.focus({ timeout });
  if (!clears) await element.evaluate(cursorToEnd);
  // Check that the field has the focus: hidden and inert fields do not take it, and a page may move it. The keys
  // would then reach another element.
  const elsewhere = await fromPage(upTo(100).nullable(), element.evaluate(keysElsewhere));
  if (elsewhere)
    throw new AppError("conflict", `"${shown(selector)}" exists (${name}), ${unfocused(elsewhere)}`);
  signal.throwIfAborted();
  if (text.length <= MAX_KEYS) await element.pressSequentially(text, { timeout: 30_000 });
  else await element.page().keyboard.insertText(text);
}

const unfocused = (elsewhere: string) =>
  `but does not receive keys: it is not visible, or the page moves the focus. They would go to ${elsewhere}.`;

function choose(chosen: string[], text: string, options: string[]): void {
  if (chosen.length > 0) return;
  throw new AppError(
    "invalid",
    `The list has no "${text.slice(0, 100)}". It has: ${options.join(", ") || "nothing"}.`,
  );
}

function badValue(error: unknown, type: string, text: string): never {
  throw /Malformed value|Invalid|not a valid/i.test(String(error)) ? unfit(type, text) : error;
}

const unfit = (type: string, text: string) =>
  new AppError(
    "invalid",
    `A field of type ${type} does not accept "${text.slice(0, 100)}". Give it as ${EXAMPLES[type] ?? "another form"}.`,
  );

const EXAMPLES: Record<string, string> = {
  date: "2026-03-31",
  time: "14:30",
  "datetime-local": "2026-03-31T14:30",
  month: "2026-03",
  week: "2026-W14",
  color: "#aabbcc",
  range: "a number within its bounds",
};
