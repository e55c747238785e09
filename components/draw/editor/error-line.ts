import { type Range, StateEffect, StateField, type Text } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, WidgetType } from "@codemirror/view";

/** `line` and `column` start at 1. */
export type PlacedError = { line: number; column: number; message: string };

export type ErrorPlace = { at: number; message: string };

export const setError = StateEffect.define<ErrorPlace | null>();

/** Returns the position of an error in a document, limited to the end of its line. */
export function errorAt(doc: Text, { line, column, message }: PlacedError): ErrorPlace {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return { at: Math.min(from + column - 1, to), message };
}

/** Marks the line with the error and shows the message below it. The position follows edits above it. */
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
    // `SourceTrouble` announces the error to screen readers.
    element.setAttribute("aria-hidden", "true");
    element.textContent = this.text;
    return element;
  }
}
