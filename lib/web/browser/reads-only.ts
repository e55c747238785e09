import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/javascript";

/*
 * Decides by its syntax whether code can only read a page. Everything that is not listed here is refused.
 * Accepted code runs in an isolated world, where getters and methods are the browser's own, because the page
 * cannot replace them. V8's check for side effects is not enough: it also refuses getters such as an input's
 * `value`, and every `await`.
 */

const wordSet = (text: string) => new Set(text.split(/\s+/));

/**
 * The accepted syntax. It has no constructor calls, `this`, `delete`, classes, comments, tagged templates or
 * object spread.
 */
const NODES =
  wordSet(`Script ExpressionStatement ParenthesizedExpression ArrowFunction FunctionExpression FunctionDeclaration
  ParamList Block VariableDeclaration VariableDefinition Equals MemberExpression PropertyName CallExpression ArgList String
  Number BooleanLiteral null RegExp TemplateString Interpolation InterpolationStart InterpolationEnd Escape ArrayExpression
  Spread ObjectExpression Property PropertyDefinition ArrayPattern ObjectPattern PatternProperty VariableName
  AssignmentExpression UpdateOp PostfixExpression UnaryExpression BinaryExpression CompareOp ArithOp LogicOp typeof
  ConditionalExpression IfStatement ForStatement ForOfSpec ReturnStatement AwaitExpression Arrow async await const let var
  function return if else for of ( ) [ ] { } . ?. , ; :`);

/** Getters that have no side effects on any object that the code can reach. */
const GETTERS =
  wordSet(`value checked selected disabled hidden readOnly required defaultValue selectedIndex selectedOptions options
  textContent innerText innerHTML outerHTML id className tagName nodeName nodeType nodeValue localName name type href src alt
  title placeholder text label htmlFor lang dir role content width height naturalWidth naturalHeight complete currentSrc
  parentElement parentNode children childNodes firstChild lastChild firstElementChild lastElementChild nextSibling
  previousSibling nextElementSibling previousElementSibling childElementCount isConnected attributes dataset shadowRoot
  body head documentElement activeElement forms links images scripts anchors elements rows cells tHead tBodies tFoot caption
  URL documentURI readyState referrer characterSet contentType length form labels validity valid validationMessage
  offsetWidth offsetHeight offsetTop offsetLeft clientWidth clientHeight clientTop clientLeft scrollWidth scrollHeight
  scrollTop scrollLeft x y top left right bottom index size key message paused duration currentTime
  max min step pattern accept action method rowIndex cellIndex colSpan rowSpan`);

/**
 * Methods that change nothing except the code's own arrays. Code must call them directly. As values they could
 * be called on another object, for example `push` on a `dataset`.
 */
const METHODS =
  wordSet(`querySelector querySelectorAll getElementById getElementsByTagName getElementsByClassName
  getElementsByName closest matches contains getAttribute getAttributeNames hasAttribute hasAttributes getBoundingClientRect
  getClientRects getPropertyValue item namedItem map filter forEach findIndex findLast some every reduce flat flatMap
  slice concat join includes indexOf lastIndexOf at push sort reverse entries keys values has get trim trimStart trimEnd
  split toLowerCase toUpperCase startsWith endsWith substring charAt charCodeAt codePointAt padStart padEnd repeat match
  matchAll test toString toFixed localeCompare`);

/**
 * Windows, `location` and token lists have methods with these names too, so `receiverGuard` checks at run time
 * that the receiver is a string or an array.
 */
const GUARDED = wordSet("find replace replaceAll");
const GUARD = "easelOwn";
export const NOT_OWN = "EaselNotOwn";
export const receiverGuard = `class ${NOT_OWN} extends TypeError {}
const ${GUARD} = (value) => {
  if (value == null || typeof value === "string" || Array.isArray(value)) return value;
  throw new ${NOT_OWN}("The receiver is neither a string nor an array");
};`;

const VALUES = wordSet("document undefined NaN Infinity");
const FUNCTIONS = wordSet("String Number Boolean parseInt parseFloat isNaN isFinite getComputedStyle");
/**
 * Namespaces, and the members of each that code may use. Others could reach more: for example,
 * `Object.values(document)` would return `location`.
 */
const NAMESPACES: Record<string, ReadonlySet<string>> = {
  Object: wordSet("keys fromEntries"),
  Array: wordSet("from isArray of"),
  JSON: wordSet("stringify parse"),
  Math: wordSet("min max round floor ceil abs sqrt pow trunc sign"),
  Number: wordSet("isInteger isFinite isNaN parseFloat parseInt"),
  location: wordSet("href host hostname pathname search origin hash protocol port"),
};

/**
 * Code may use members of these namespaces as values, for example `map(Math.round)`, because they use neither
 * `this` nor callbacks.
 */
const VALUE_NAMESPACES = wordSet("Math Number location");

const NAME = /^[A-Za-z_$][\w$]*$/;
/** Matches text that browsers treat as a comment in sloppy-mode scripts, but the parser does not. */
const HTML_COMMENT = /<!--|-->/;

/**
 * Returns `code` if it is one arrow function that can only read the page, with the receivers of `GUARDED`
 * methods wrapped; otherwise null. `names` are the names that it declares. The caller must define the guard,
 * and must declare `names` around the code, so that no use of a name reaches a global.
 */
export function onlyReading(code: string): { code: string; names: string[] } | null {
  if (HTML_COMMENT.test(code) || code.includes(GUARD)) return null;
  const tree = parser.parse(code);
  if (!isOneFunction(tree.topNode, code)) return null;
  const declared = new Set<string>();
  const text = ({ from, to }: SyntaxNode) => code.slice(from, to);
  tree.iterate({
    enter: ({ name, node }) => {
      if (name === "VariableDefinition") declared.add(text(node));
    },
  });
  let isReading = [...declared].every((name) => NAME.test(name) && !UNDECLARABLE.has(name));
  const inserts: Insert[] = [];
  tree.iterate({
    enter: ({ type, node }) => {
      if (isReading) isReading = !type.isError && NODES.has(type.name) && isAllowed(node, declared, text);
      if (isReading && isGuarded(node, text)) inserts.push(...guarding(node, text));
      return isReading;
    },
  });
  return isReading ? { code: withInserts(code, inserts), names: [...declared] } : null;
}

/**
 * Names that the code must not declare. After them, the parser and V8 could read a slash differently, and some of
 * them also have a meaning that declaring them does not hide.
 */
const UNDECLARABLE = wordSet("arguments eval await yield let async of");

/**
 * Returns false if the code closes the function and begins another one, which would not see the declared names.
 */
function isOneFunction(top: SyntaxNode, code: string): boolean {
  const only = top.firstChild?.name === "ExpressionStatement" ? top.firstChild.firstChild : null;
  const work = only?.getChild("ArrowFunction");
  return only?.name === "ParenthesizedExpression" && work != null && only.to === code.length;
}

type Insert = { at: number; text: string };

const isGuarded = (node: SyntaxNode, text: Text): boolean => {
  const property = node.name === "MemberExpression" ? node.getChild("PropertyName") : null;
  return property !== null && GUARDED.has(text(property));
};

/**
 * Wraps the receiver in the guard. An optional chain would end at the guard's parenthesis, so makes the member
 * optional as well.
 */
function guarding({ firstChild: object }: SyntaxNode, text: Text): Insert[] {
  if (!object) return [];
  const isChained = text(object).includes("?.") && object.nextSibling?.name === ".";
  return [
    { at: object.from, text: `${GUARD}(` },
    { at: object.to, text: isChained ? ")?" : ")" },
  ];
}

function withInserts(code: string, inserts: readonly Insert[]): string {
  const sorted = [...inserts].sort((a, b) => a.at - b.at);
  const parts = sorted.map(({ at, text }, index) => code.slice(sorted[index - 1]?.at ?? 0, at) + text);
  return parts.join("") + code.slice(sorted.at(-1)?.at ?? 0);
}

type Text = (node: SyntaxNode) => string;

function isAllowed(node: SyntaxNode, declared: ReadonlySet<string>, text: Text): boolean {
  const { parent, firstChild } = node;
  switch (node.name) {
    case "VariableName":
      return isAllowedName(node, declared, text);
    case "MemberExpression":
      return isMember(node, text);
    case "AssignmentExpression":
      return firstChild?.name === "VariableName" && declared.has(text(firstChild));
    case "PostfixExpression":
      return firstChild?.name === "VariableName" && declared.has(text(firstChild));
    case "UnaryExpression":
      return (
        !/^(\+\+|--)/.test(text(node)) || (node.lastChild !== null && declared.has(text(node.lastChild)))
      );
    case "PatternProperty":
      return firstChild?.name === "VariableDefinition"
        ? GETTERS.has(text(firstChild))
        : firstChild?.name === "PropertyName" && GETTERS.has(text(firstChild));
    case "Spread":
      return (
        parent?.name !== "ObjectExpression" && parent?.name !== "ObjectPattern" && parent?.name !== "Property"
      );
    case "ForOfSpec":
      return ["const", "let", "var"].some((kind) => node.getChild(kind) !== null);
    // In these positions, a slash can only begin a regular expression.
    case "RegExp":
      return parent?.name === "ArgList";
    case "ArithOp":
      return text(node) !== "/" || !text(node.prevSibling ?? node).endsWith("}");
    case "FunctionExpression":
    case "FunctionDeclaration":
      return node.getChild("Star") === null;
    default:
      return true;
  }
}

function isAllowedName(node: SyntaxNode, declared: ReadonlySet<string>, text: Text): boolean {
  const name = text(node);
  if (declared.has(name) || VALUES.has(name) || FUNCTIONS.has(name)) return true;
  const { parent } = node;
  const property = parent?.name === "MemberExpression" ? parent.getChild("PropertyName") : null;
  const isFirst = parent?.firstChild?.from === node.from;
  return Boolean(
    isFirst && property && Object.hasOwn(NAMESPACES, name) && NAMESPACES[name]?.has(text(property)),
  );
}

function isMember(node: SyntaxNode, text: Text): boolean {
  const object = node.firstChild;
  const property = node.getChild("PropertyName");
  if (!object) return false;
  // Allow only literal numbers as computed keys, because any other key could be a name that is not listed.
  if (!property) return node.lastChild?.prevSibling?.name === "Number";
  const name = text(property);
  if (object.name === "VariableName" && Object.hasOwn(NAMESPACES, text(object))) {
    const isUsable = VALUE_NAMESPACES.has(text(object)) || isCalled(node);
    const isSafe = name !== "stringify" || hasNoReplacer(node.nextSibling);
    return isUsable && isSafe && (NAMESPACES[text(object)]?.has(name) ?? false);
  }
  return GETTERS.has(name) || ((METHODS.has(name) || GUARDED.has(name)) && isCalled(node));
}

const isCalled = ({ parent, from, to }: SyntaxNode): boolean =>
  parent?.name === "CallExpression" && parent.firstChild?.from === from && parent.firstChild.to === to;

/**
 * Returns true if `JSON.stringify` has no replacer function. A replacer would get values that no listed getter
 * returns, for example `location` of `document`.
 */
function hasNoReplacer(args: SyntaxNode | null): boolean {
  if (args?.name !== "ArgList" || args.getChild("Spread")) return false;
  const second = args.getChildren(",")[0]?.nextSibling;
  return !second || second.name === ")" || second.name === "null" || second.name === "ArrayExpression";
}
