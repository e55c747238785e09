/*
 * The list of notifications is mounted with the first press of a key or button, or with the first notification if that
 * is earlier. `notify` waits until the list is there.
 */

let mounted: () => void = () => {};
const isMounted = new Promise<void>((resolve) => {
  mounted = resolve;
});
let onWanted: (() => void) | undefined;

/** Mounts the list and resolves once it is there. Without a page that mounts it, resolves at once. */
export async function wantToaster(): Promise<void> {
  if (!onWanted) return;
  onWanted();
  await isMounted;
}

export function onToasterWanted(listener: () => void): () => void {
  onWanted = listener;
  return () => {
    if (onWanted === listener) onWanted = undefined;
  };
}

export const toasterMounted = (): void => mounted();
