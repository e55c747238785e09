/** Style of a skip link, visible only while it has the focus. */
export const skipLink =
  "fixed top-2 left-2 z-50 flex h-8 items-center rounded-in bg-float px-3 font-medium shadow-float not-focus-visible:sr-only";
