/**
 * Returns whether the frame has a layout. In a hidden tab of the phone layout every element is 0 by 0,
 * although the window keeps its size.
 */
export const isLaidOut = (): boolean => document.documentElement.getClientRects().length > 0;

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
