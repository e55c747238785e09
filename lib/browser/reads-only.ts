import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/javascript";

/*
 * Decides by its syntax whether code can only read a page. V8's check for side effects also refuses getters such as an
 * input's `value`, and every `await`. Accepted code runs in an isolated world, where getters and methods are the
 * browser's own: the page cannot replace them. Everything that is not listed here is refused.
 */

const words = (text: string) => new Set(text.split(/\s+/));

/** Syntax without calls of constructors, `this`, `delete`, classes, comments, tagged templates and object spread. */
const NODES =
  words(`Script ExpressionStatement ParenthesizedExpression ArrowFunction FunctionExpression FunctionDeclaration
  ParamList Block VariableDeclaration VariableDefinition Equals MemberExpression PropertyName CallExpression ArgList String
  Number BooleanLiteral null RegExp TemplateString Interpolation InterpolationStart InterpolationEnd Escape ArrayExpression
  Spread ObjectExpression Property PropertyDefinition ArrayPattern ObjectPattern PatternProperty VariableName
  AssignmentExpression UpdateOp PostfixExpression UnaryExpression BinaryExpression CompareOp ArithOp LogicOp typeof
  ConditionalExpression IfStatement ForStatement ForOfSpec ReturnStatement AwaitExpression Arrow async await const let var
  function return if else for of ( ) [ ] { } . ?. , ; :`);

/** Getters without effect on every object that code can reach by them. */
const GETTERS =
  words(`value checked selected disabled hidden readOnly required defaultValue selectedIndex selectedOptions options
  textContent innerText innerHTML outerHTML id className tagName nodeName nodeType nodeValue localName name type href src alt
  title placeholder text label htmlFor lang dir role content width height naturalWidth naturalHeight complete currentSrc
  parentElement parentNode children childNodes firstChild lastChild firstElementChild lastElementChild nextSibling
  previousSibling nextElementSibling previousElementSibling childElementCount isConnected attributes dataset shadowRoot
  body head documentElement activeElement forms links images scripts anchors elements rows cells tHead tBodies tFoot caption
  URL documentURI readyState referrer characterSet contentType length form labels validity valid validationMessage
  offsetWidth offsetHeight offsetTop offsetLeft clientWidth clientHeight clientTop clientLeft scrollWidth scrollHeight
  scrollTop scrollLeft x y top left right bottom index size key message paused duration currentTime
  max min step pattern accept action method rowIndex cellIndex colSpan rowSpan`);

/** Methods that change nothing but arrays of the code's own. */
const METHODS =
  words(`querySelector querySelectorAll getElementById getElementsByTagName getElementsByClassName
  getElementsByName closest matches contains getAttribute getAttributeNames hasAttribute hasAttributes getBoundingClientRect
  getClientRects getPropertyValue item namedItem map filter forEach find findIndex findLast some every reduce flat flatMap
  slice concat join includes indexOf lastIndexOf at push sort reverse entries keys values has get trim trimStart trimEnd
  split toLowerCase toUpperCase startsWith endsWith substring charAt charCodeAt codePointAt padStart padEnd repeat match
  matchAll test toString toFixed localeCompare`);

/** Also methods of `location` and of style sheets, so the receiver has to be a string (`isString`). */
const OF_STRINGS = words("replace replaceAll");
const STRINGS =
  words(`textContent innerText innerHTML outerHTML value id className name href src alt title placeholder text
  trim trimStart trimEnd replace replaceAll toLowerCase toUpperCase substring getAttribute join toString toFixed padStart
  padEnd repeat`);

const VALUES = words("document undefined NaN Infinity");
const FUNCTIONS = words("String Number Boolean parseInt parseFloat isNaN isFinite getComputedStyle");
/** Namespaces with the only members that code may use: `Object.values(document)` would return `location`. */
const NAMESPACES: Record<string, ReadonlySet<string>> = {
  Object: words("keys fromEntries"),
  Array: words("from isArray of"),
  JSON: words("stringify parse"),
  Math: words("min max round floor ceil abs sqrt pow trunc sign"),
  Number: words("isInteger isFinite isNaN parseFloat parseInt"),
  location: words("href host hostname pathname search origin hash protocol port"),
};

const NAME = /^[A-Za-z_$][\w$]*$/;
/** Sloppy scripts take these for comments, and the parser does not. */
const HTML_COMMENT = /<!--|-->/;

/**
 * Returns the names that `code` declares if it can only read the page, otherwise null. The caller shadows them around the
 * code, so that a name that is used outside the scope of its declaration is no global.
 */
export function declaredByReader(code: string): string[] | null {
  if (HTML_COMMENT.test(code)) return null;
  const tree = parser.parse(code);
  const declared = new Set<string>();
  const text = ({ from, to }: SyntaxNode) => code.slice(from, to);
  tree.iterate({
    enter: ({ name, node }) => {
      if (name === "VariableDefinition") declared.add(text(node));
    },
  });
  let isReading = [...declared].every((name) => NAME.test(name) && name !== "arguments" && name !== "eval");
  tree.iterate({
    enter: ({ type, node }) => {
      if (isReading) isReading = !type.isError && NODES.has(type.name) && isAllowed(node, declared, text);
      return isReading;
    },
  });
  return isReading ? [...declared] : null;
}

type Text = (node: SyntaxNode) => string;

function isAllowed(node: SyntaxNode, declared: ReadonlySet<string>, text: Text): boolean {
  const { parent, firstChild } = node;
  switch (node.name) {
    case "VariableName":
      return isKnown(node, declared, text);
    case "MemberExpression":
      return isMember(node, text);
    case "AssignmentExpression":
      return firstChild?.name === "VariableName" && declared.has(text(firstChild));
    case "PostfixExpression":
      return firstChild?.name === "VariableName" && declared.has(text(firstChild));
    case "UnaryExpression":
      return !/^(\+\+|--)/.test(text(node)) || node.lastChild?.name === "VariableName";
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
    // After these signs a slash can only begin a pattern.
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

function isKnown(node: SyntaxNode, declared: ReadonlySet<string>, text: Text): boolean {
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
  // By a number alone: any other key could be a name that is not listed.
  if (!property) return node.lastChild?.prevSibling?.name === "Number";
  const name = text(property);
  if (object.name === "VariableName" && Object.hasOwn(NAMESPACES, text(object)))
    return NAMESPACES[text(object)]?.has(name) ?? false;
  return GETTERS.has(name) || METHODS.has(name) || (OF_STRINGS.has(name) && isString(object, text));
}

/** Whether an expression returns a string, or another value without the methods of `OF_STRINGS`. */
function isString(node: SyntaxNode, text: Text): boolean {
  if (node.name === "String" || node.name === "TemplateString") return true;
  const callee = node.name === "CallExpression" ? node.firstChild : node;
  if (callee?.name === "VariableName") return node.name === "CallExpression" && text(callee) === "String";
  const property = callee?.name === "MemberExpression" ? callee.getChild("PropertyName") : null;
  return property !== null && property !== undefined && STRINGS.has(text(property));
}
