import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/javascript";
import { AppError } from "@/lib/shared/errors";

const MAX_SHOWN = 60;
/** Syntax nodes of functions. A return inside one of these does not end the code. */
const FUNCTIONS = new Set([
  "FunctionDeclaration",
  "FunctionExpression",
  "ArrowFunction",
  "MethodDeclaration",
]);

/**
 * Throws an error with the fix if code can never give a value: it has no `return` with a value, no `throw`
 * and no `resolve`.
 */
export function assertReturns(code: string): void {
  const { topNode } = parser.configure({ dialect: "ts" }).parse(code);
  let returnsValue = false;
  let depth = 0;
  topNode.cursor().iterate(
    ({ name, node, from, to }) => {
      if (FUNCTIONS.has(name)) depth += 1;
      if (name === "VariableName" && code.slice(from, to) === "resolve") returnsValue = true;
      if (depth > 0) return;
      if (name === "ThrowStatement") returnsValue = true;
      // The children are `return`, its value, and a semicolon.
      if (name === "ReturnStatement" && node.firstChild?.nextSibling?.name !== undefined)
        returnsValue ||= node.firstChild.nextSibling.name !== ";";
    },
    ({ name }) => {
      if (FUNCTIONS.has(name)) depth -= 1;
    },
  );
  if (returnsValue) return;
  const hint = remedy(topNode.lastChild, (node) => code.slice(node.from, node.to));
  throw new AppError("invalid", `The code never returns a value, so the tool would return null. ${hint}`);
}

const BODY = "The code is the body of an async function already";

function remedy(last: SyntaxNode | null, textOf: (node: SyntaxNode) => string): string {
  if (last?.name === "FunctionDeclaration") {
    const name = last.getChild("VariableDefinition");
    return `${BODY}, and a function in it runs only where it is called: end with \`return ${name ? textOf(name) : "main"}(args);\`, or write only its body.`;
  }
  if (last?.name !== "ExpressionStatement") return "End with `return value;`, or call resolve(value).";
  const value = last.firstChild;
  const inner = value?.name === "ParenthesizedExpression" ? value.firstChild?.nextSibling : value;
  if (inner && FUNCTIONS.has(inner.name))
    return `${BODY}: write only the body of the function, ending with \`return value;\`.`;
  const text = textOf(last).replace(/;$/, "");
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN).toWellFormed()}…` : text;
  return `Write \`return ${shown};\`.`;
}
