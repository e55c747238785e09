/**
 * Explanations for error codes of React's production build, limited to errors that a component can cause.
 * `$1` is the first argument.
 */
const WORDS: Record<string, string> = {
  "31": "An object is drawn as if it were text ($1). Draw one of its fields, or a list of elements made from it.",
  "60": "An element has both children and dangerouslySetInnerHTML. Keep one of them.",
  "61": "dangerouslySetInnerHTML is not of the form { __html: text }.",
  "62": "A style is a text. It is an object, such as style={{ marginRight: 8 }}.",
  "91": "A <textarea> takes no dangerouslySetInnerHTML.",
  "92": "A <textarea> has both children and a defaultValue. Keep the defaultValue.",
  "93": "A <textarea> has several children. Give it a value or a defaultValue.",
  "130":
    "What is drawn as a component is none, but: $1.$2 Is its name imported, and is it one that the module exports?",
  "137": "<$1> can have neither children nor dangerouslySetInnerHTML.",
  "143":
    "A component that takes exactly one element as its child (often one with asChild) got none or several.",
  "152": "A component returned nothing. Return an element, or null for nothing.",
  "185":
    "It changes its state without end. An effect, or a function that is called while drawing, sets a state each time.",
  "231": "The handler $1 is no function, but: $2.",
  "284": "A ref is neither a function nor an object made by useRef.",
  "299": "A portal or root has no element to be drawn in.",
  "300": "It called fewer hooks than the time before: there is a return before a hook. Call all hooks first.",
  "301": "It changes its state while it is drawn, without end. Set the state in a handler or an effect.",
  "306": "What lazy() loaded has no component as its default, but: $1.$2",
  "308": "A context was read outside of drawing. Call useContext at the top of the component.",
  "310":
    "It called more hooks than the time before: a hook stands in a condition or a loop. Call all hooks always.",
  "311": "Hooks are called in another order than before. None may stand in a condition or a loop.",
  "321": "A hook was called outside of a component: in a handler, in an effect, or beside the component.",
  "327": "flushSync or a root was used while React was drawing.",
  "438": "use() got what is neither a promise nor a context: $1.",
  "440": "What useEffectEvent made was called while drawing. Call it in an effect.",
  "460": "use() stands in a try block. Take it out; a rejected promise is caught by an error boundary.",
  "479": "useOptimistic was changed while drawing. Change it in an action.",
  "482": "A component is an async function. Load in an effect, or with use() and <Suspense>.",
  "483": "A component is an async function, and has hooks. Load in an effect, or with use() and <Suspense>.",
  "485": "useActionState was changed while drawing.",
  "525": "An element was made by another copy of React. Import React from “react” only.",
  "527": "There are two versions of React. Import React from “react” only.",
};

const MINIFIED = /Minified React error #(\d+); visit (https:\S+)[\s\S]*/;

/** Replaces a minified React error with its explanation, for the author of the component. */
export function reactInWords(message: string): string {
  return message.replace(MINIFIED, (whole, code: string, address: string) => {
    const words = WORDS[code];
    if (!words || !URL.canParse(address)) return whole;
    const given = new URL(address).searchParams.getAll("args[]");
    return words.replace(/\$(\d)/g, (_, at: string) => given[Number(at) - 1] ?? "").trim();
  });
}
