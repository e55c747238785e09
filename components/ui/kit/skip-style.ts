/** A way past the navigation that shows when the Tab key reaches it. */
export const skipLink =
  "fixed top-2 left-2 z-50 flex h-8 items-center rounded-in bg-float px-3 font-medium shadow-float not-focus-visible:sr-only";
