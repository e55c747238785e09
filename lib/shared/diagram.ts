/** Maximum characters of a diagram's source, which is also Mermaid's limit. */
export const MAX_DIAGRAM = 20_000;
/** Maximum number of edges. Larger diagrams take seconds to lay out and are unreadable. */
export const MAX_EDGES = 400;

/** A component that draws a diagram from the prop `source`. Valid both as source and as a compiled module. */
export const DIAGRAM_CODE = 'import Diagram from "easel/diagram";\nexport default Diagram;\n';

const BEFORE = /^(?:\s*\n)?(?:---\s*\n[\s\S]*?\n---\s*\n)?\s*/;
const COMMENT = /^[ \t]*%%(?!\{).*$/gm;

/** Empties comment lines but keeps the line count. Mermaid drops them and then reports wrong line numbers. */
export const withoutComments = (source: string): string =>
  source.replace(/\r\n?/g, "\n").replace(COMMENT, "");

/** Rewrites a Mermaid error as a plain sentence with the line and the nearby text. */
export function diagramProblem(source: string, error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  if (/No diagram type detected/i.test(message))
    return "The first line names no diagram type. Start with one, such as flowchart TD, sequenceDiagram or gantt.";
  const counted = /\bon line (\d+)|\bline:? (\d+)/i.exec(message);
  if (!counted) return firstLine(message);
  const head = BEFORE.exec(source)?.[0].split("\n").length ?? 1;
  const line = Number(counted[1] ?? counted[2]) + head - 1;
  const text = source.split("\n")[line - 1]?.trim();
  const got = /\bgot '([^']+)'/.exec(message)?.[1];
  const near = text ? `: ${JSON.stringify(text.slice(0, 120))}` : "";
  return `Line ${line} cannot be read${near}${got ? ` (${describeToken(got)})` : ""}.`;
}

const describeToken = (token: string): string =>
  token === "NEWLINE" || token === "EOF" || token === "1"
    ? "the diagram ends too early"
    : `unexpected ${token.toLowerCase()}`;

const firstLine = (message: string): string =>
  message.split("\n", 1)[0]?.slice(0, 300) || "The diagram cannot be rendered.";
