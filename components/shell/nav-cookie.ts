/** Remembers whether the person has folded the list into the rail, where the server can read it. */
export const NAV_COOKIE = "easel-nav";
