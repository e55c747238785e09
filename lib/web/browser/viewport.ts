/** What a page believes its window to be, in CSS pixels. */
export const VIEWPORT = { width: 1280, height: 800 };
