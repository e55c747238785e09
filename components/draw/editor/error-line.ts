import { type Range, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";

/** `line` and `column` count from 1. */
export type PlacedError = { line: number; column: number; message: string };

export type ErrorPlace = { at: number; message: string };

/** Puts an error under its line, or takes it away. */
export const setError = StateEffect.define<ErrorPlace | null>();

/** The place of an error in a text; one past the end is at the end. */
export function errorAt(doc: Text, { line, column, message }: PlacedError): ErrorPlace {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return { at: Math.min(from + column - 1, to), message };
}

/** The line that is wrong, marked, and under it why. It goes along with what is written above it. */
export const errorLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects, state }) {
    const found = effects.findLast((effect) => effect.is(setError));
    if (!found) return before.map(changes);
    return found.value === null ? Decoration.none : Decoration.set(mark(state.doc, found.value));
  },
  provide: (field) => EditorView.decorations.from(field),
});

function mark(doc: Text, { at, message }: ErrorPlace): Range<Decoration>[] {
  const line = doc.lineAt(at);
  return [
    Decoration.line({ class: "cm-error-line" }).range(line.from),
    Decoration.widget({ widget: new Message(message), block: true, side: 1 }).range(line.to),
  ];
}

class Message extends WidgetType {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }

  override eq(other: Message): boolean {
    return other.text === this.text;
  }

  toDOM(): HTMLElement {
    const element = document.createElement("div");
    element.className = "cm-error";
    // Said beside the editor to those who do not see it here.
    element.setAttribute("aria-hidden", "true");
    element.textContent = this.text;
    return element;
  }
}
