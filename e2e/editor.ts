import type { Locator } from "@playwright/test";

/**
 * Replaces the text of a code editor by keyboard: the editor notices a selection made by a script only later.
 */
export async function rewrite(editor: Locator, text: string): Promise<void> {
  await editor.focus();
  await editor.press("ControlOrMeta+a");
  await editor.page().keyboard.insertText(text);
}
