/** In milliseconds of the page that holds the component. */
const SETTLES_IN = 200;
const SETTLES_AT_ONCE = 50;

/** Code that does something after the first render, and images, which fail only then. */
const LATER =
  /\b(async|await|then|Promise|setTimeout|setInterval|requestAnimationFrame|requestIdleCallback|addEventListener|ResizeObserver|import\s*\(|https?:)/;
const IMPORTS = /\bfrom\s*"([^"]+)"/g;
const CALM =
  /^(easel|react|react\/jsx-runtime|react-dom|clsx|class-variance-authority|tailwind-merge|lucide-react\/icon|@\/.+)$/;

/**
 * Returns how long to watch a component for errors after its first render. Without deferred work, it can fail
 * only in its effects.
 */
export function settlesIn(js: string, props: object): number {
  const isCalm =
    !LATER.test(js) &&
    !LATER.test(JSON.stringify(props)) &&
    [...js.matchAll(IMPORTS)].every(([, module = ""]) => CALM.test(module));
  return isCalm ? SETTLES_AT_ONCE : SETTLES_IN;
}
