/** What this browser remembers where the server can read it, so that the first drawing is already right. */

/** The list of conversations: `column`, or folded into the `rail`. */
export const NAV_COOKIE = "easel-nav";
/** Chat and canvas: see split.ts. */
export const SPLIT_COOKIE = "easel-split";
/** `light` or `dark`; without it the system decides. */
export const THEME_COOKIE = "easel-theme";

const YEAR = 31_536_000;

/** Nothing for `value` forgets it. */
export function keepCookie(name: string, value: string | undefined): void {
  const age = value === undefined ? 0 : YEAR;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${name}=${value ?? ""}; path=/; max-age=${age}; samesite=lax`;
}
