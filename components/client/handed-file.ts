import { useEffect, useEffectEvent } from "react";

let handed: { to: string; file: File } | undefined;

/** Passes a file to the page that the user is about to open. `to` names its receiver. */
export function handFile(to: string, file: File): void {
  handed = { to, file };
}

/** Calls `onFile` once with a file that another page handed to `to`. */
export function useHandedFile(to: string, onFile: (file: File) => void): void {
  const take = useEffectEvent(onFile);
  useEffect(() => {
    if (handed?.to !== to) return;
    const { file } = handed;
    handed = undefined;
    take(file);
  }, [to]);
}
