import type { Locator } from "@playwright/test";

/** Replaces all that a code editor holds, by its own keys: it hears of a selection that a script made a moment later. */
export async function rewrite(editor: Locator, text: string): Promise<void> {
  await editor.focus();
  await editor.press("ControlOrMeta+a");
  await editor.page().keyboard.insertText(text);
}
