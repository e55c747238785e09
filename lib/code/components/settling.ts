/** In milliseconds of the page that holds the component. */
const SETTLES_IN = 200;
const SETTLES_AT_ONCE = 50;

/** Names in code that does something after it was drawn, and of pictures, which are refused only then. */
const LATER =
  /\b(async|await|then|Promise|setTimeout|setInterval|requestAnimationFrame|requestIdleCallback|addEventListener|ResizeObserver|import\s*\(|https?:)/;
const IMPORTS = /\bfrom\s*"([^"]+)"/g;
/** Modules that start nothing by themselves. */
const CALM =
  /^(easel|react|react\/jsx-runtime|react-dom|clsx|class-variance-authority|tailwind-merge|lucide-react\/icon|@\/.+)$/;

/**
 * How long after its first drawing a component is still watched for errors. What starts nothing for later has thrown in
 * its effects or not at all.
 */
export function settlesIn(js: string, props: object): number {
  const isCalm =
    !LATER.test(js) &&
    !LATER.test(JSON.stringify(props)) &&
    [...js.matchAll(IMPORTS)].every(([, module = ""]) => CALM.test(module));
  return isCalm ? SETTLES_AT_ONCE : SETTLES_IN;
}
