/** Size of the page's window in CSS pixels. */
export const VIEWPORT = { width: 1280, height: 800 };
