/**
 * Milliseconds to watch a component, as measured by its page. `SETTLES_AT_ONCE` is for components without
 * deferred work.
 */
const SETTLES_IN = 200;
const SETTLES_AT_ONCE = 50;

/** Matches code that may act after the first render, and addresses, because an image fails only after it. */
const LATER =
  /\b(async|await|then|Promise|setTimeout|setInterval|requestAnimationFrame|requestIdleCallback|addEventListener|ResizeObserver|import\s*\(|https?:)/;
const IMPORTS = /\bfrom\s*"([^"]+)"/g;
const CALM =
  /^(easel|react|react\/jsx-runtime|react-dom|clsx|class-variance-authority|tailwind-merge|lucide-react\/icon|@\/.+)$/;

/**
 * Returns how many milliseconds to watch a component for errors after its first render. A component without
 * deferred work can fail only in its effects.
 */
export function settlesIn(js: string, props: object): number {
  const isCalm =
    !LATER.test(js) &&
    !LATER.test(JSON.stringify(props)) &&
    [...js.matchAll(IMPORTS)].every(([, module = ""]) => CALM.test(module));
  return isCalm ? SETTLES_AT_ONCE : SETTLES_IN;
}
