import type { Metadata } from "next";

/** Returns metadata whose title is in the language of the request. */
export const titled = (title: () => string): Metadata => ({
  get title() {
    return `${title()} · Easel`;
  },
});
