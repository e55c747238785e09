import type { OutChoice } from "./transport";

/** WhatsApp allows at most three buttons, or a list of at most ten rows. */
export const MAX_CHOICES = 10;
const MAX_BUTTONS = 3;
const MAX_BUTTON = 20;
const MAX_ROW = 24;
const MAX_ROW_MORE = 72;
/** Maximum characters of the text above choices. */
export const MAX_TEXT_ABOVE = 1_024;

/**
 * Returns a message with choices. They become buttons if there are few and their labels are short, else a list.
 */
export function interactiveOf(text: string, choices: readonly OutChoice[]) {
  const body = { text: text || "…" };
  const labels = choices.map(({ label }) => label);
  const areShort =
    labels.every((label) => label.length <= MAX_BUTTON) && new Set(labels).size === labels.length;
  if (areShort && choices.length <= MAX_BUTTONS)
    return {
      type: "interactive",
      interactive: {
        ...{ type: "button", body },
        action: {
          buttons: choices.map(({ label, data }) => ({ type: "reply", reply: { id: data, title: label } })),
        },
      },
    };
  const rows = choices.map(({ label, data }) => ({
    id: data,
    title: cut(label, MAX_ROW),
    ...(label.length > MAX_ROW && { description: cut(label, MAX_ROW_MORE) }),
  }));
  return {
    type: "interactive",
    interactive: { type: "list", body, action: { button: "Choose", sections: [{ title: "Choices", rows }] } },
  };
}

const cut = (text: string, maxChars: number) =>
  text.length > maxChars ? `${text.slice(0, maxChars - 1).toWellFormed()}…` : text;
