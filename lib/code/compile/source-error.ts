import type { CompileFailure } from "./index";

const AROUND = 2;
const WIDEST = 120;

/** An error at a position in the source. `line` and `column` count from 1. */
export class SourceError extends Error {
  readonly line: number;
  readonly column: number;

  constructor(message: string, line = 1, column = 1) {
    super(message);
    this.name = "SourceError";
    this.line = line;
    this.column = column;
  }
}

export function describeError(source: string, { message, line, column }: SourceError): CompileFailure {
  return { message, line, column, frame: codeFrame(source, line, column) };
}

function codeFrame(source: string, line: number, column: number): string {
  const lines = source.split(/\r\n|\r|\n/);
  const first = Math.max(1, line - AROUND);
  const last = Math.min(lines.length, line + AROUND);
  const digits = String(last).length;
  const start = Math.max(0, column - WIDEST / 2);
  const rows = lines.slice(first - 1, last).flatMap((text, index) => {
    const number = first + index;
    const shown = text.slice(start, start + WIDEST);
    const row = `${number === line ? ">" : " "} ${String(number).padStart(digits)} | ${shown}`.trimEnd();
    // Keep tabs, so that the caret is below its column at any tab width.
    const indent = shown.slice(0, column - 1 - start).replace(/[^\t]/g, " ");
    return number === line ? [row, `${" ".repeat(digits + 2)} | ${indent}^`] : [row];
  });
  return rows.join("\n");
}
