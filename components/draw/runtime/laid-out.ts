/**
 * Whether anything has a size. Behind a tab of the phone nothing is laid out: every element is 0 by 0 then, in a window that
 * keeps its own size.
 */
export const isLaidOut = (): boolean => document.documentElement.getClientRects().length > 0;

/** At once, or when the frame is seen again. */
export function laidOut(): Promise<void> {
  if (isLaidOut()) return Promise.resolve();
  return new Promise((resolve) => {
    const observer = new ResizeObserver(() => {
      if (!isLaidOut()) return;
      observer.disconnect();
      resolve();
    });
    observer.observe(document.documentElement);
  });
}
