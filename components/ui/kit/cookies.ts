/* Preferences in cookies, so that the first server render is correct. */

/** The list of conversations: `column`, or folded into the `rail`. */
export const NAV_COOKIE = "easel-nav";
/** Width and visibility of chat and canvas (see split.ts). */
export const SPLIT_COOKIE = "easel-split";
/** `light` or `dark`. Without it, the system's setting applies. */
export const THEME_COOKIE = "easel-theme";

const YEAR = 31_536_000;

/** Sets a cookie for one year, or deletes it if `value` is undefined. */
export function keepCookie(name: string, value: string | undefined): void {
  const age = value === undefined ? 0 : YEAR;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox
  document.cookie = `${name}=${value ?? ""}; path=/; max-age=${age}; samesite=lax`;
}
