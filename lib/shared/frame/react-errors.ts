/**
 * Explanations for error codes of React's production build, limited to errors that a component can cause.
 * `$1` is the first argument.
 */
const EXPLANATIONS: Record<string, string> = {
  "31": "An object is rendered as text ($1). Render one of its fields, or a list of elements made from it.",
  "60": "An element has both children and dangerouslySetInnerHTML. Keep one of them.",
  "61": "dangerouslySetInnerHTML is not of the form { __html: text }.",
  "62": "A style is a string. Pass an object, such as style={{ marginRight: 8 }}.",
  "91": "A <textarea> does not accept dangerouslySetInnerHTML.",
  "92": "A <textarea> has both children and a defaultValue. Keep the defaultValue.",
  "93": "A <textarea> has several children. Give it a value or a defaultValue.",
  "130":
    "The element type is not a component but: $1.$2 Check that its name is imported and that the module exports it.",
  "137": "<$1> can have neither children nor dangerouslySetInnerHTML.",
  "143":
    "A component that takes exactly one element as its child (often one with asChild) got none or several.",
  "152": "A component returned nothing. Return an element, or null for nothing.",
  "185":
    "State changes in an endless loop. An effect, or a function that is called while rendering, sets state each time.",
  "231": "The handler $1 is not a function but: $2.",
  "284": "A ref is neither a function nor an object from useRef.",
  "299": "A portal or root has no target element.",
  "300":
    "Fewer hooks were called than in the render before: there is a return before a hook. Call all hooks first.",
  "301": "State is set while rendering, in an endless loop. Set it in a handler or an effect.",
  "306": "The default export that lazy() loaded is not a component but: $1.$2",
  "308": "A context was read outside of rendering. Call useContext at the top of the component.",
  "310":
    "More hooks were called than in the render before: a hook is in a condition or a loop. Always call all hooks.",
  "311": "Hooks were called in another order than before. Call none in a condition or a loop.",
  "321": "A hook was called outside of a component: in a handler, in an effect, or at module level.",
  "327": "flushSync or a root was used while React was rendering.",
  "438": "use() got neither a promise nor a context: $1.",
  "440": "A function from useEffectEvent was called while rendering. Call it in an effect.",
  "460": "use() is in a try block. Move it out; an error boundary catches a rejected promise.",
  "479": "useOptimistic was changed while rendering. Change it in an action.",
  "482": "A component is an async function. Load in an effect, or with use() and <Suspense>.",
  "483": "A component is an async function with hooks. Load in an effect, or with use() and <Suspense>.",
  "485": "useActionState was changed while rendering.",
  "525": "An element was made by another copy of React. Import React from “react” only.",
  "527": "There are two versions of React. Import React from “react” only.",
};

const MINIFIED = /Minified React error #(\d+); visit (https:\S+)[\s\S]*/;

/** Replaces a minified React error with its explanation, for the author of the component. */
export function explainReactError(message: string): string {
  return message.replace(MINIFIED, (whole, code: string, address: string) => {
    const explanation = EXPLANATIONS[code];
    if (!explanation || !URL.canParse(address)) return whole;
    const args = new URL(address).searchParams.getAll("args[]");
    return explanation.replace(/\$(\d)/g, (_, at: string) => args[Number(at) - 1] ?? "").trim();
  });
}
