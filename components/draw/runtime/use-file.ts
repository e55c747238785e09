import { useEffect, useState } from "react";
import { fromBase64 } from "@/lib/shared/data/cell";
import { loadFile } from "./server";

type Shown = {
  name?: string;
  type?: string;
  size?: number;
  url?: string;
  text?: string;
  blob?: Blob;
  isLoading: boolean;
  error?: string;
};

const TEXT = /^text\/|[/+](json|xml|yaml|csv|javascript)\b/;

/**
 * Returns a file of the user by its id: `{ name, type, size, url, text, blob, isLoading, error }`. Empty
 * without an id.
 */
export function useFile(id: string | null | undefined): Shown {
  const [shown, setShown] = useState<Shown & { id?: string }>({ isLoading: true });
  useEffect(() => {
    if (!id) return;
    let url: string | undefined;
    let isOver = false;
    loadFile(String(id)).then(
      async ({ name, mediaType, bytes, base64 }) => {
        const blob = new Blob([fromBase64(base64)], { type: mediaType });
        const text = TEXT.test(mediaType) ? await blob.text() : undefined;
        if (isOver) return;
        url = URL.createObjectURL(blob);
        setShown({
          id,
          name,
          type: mediaType,
          size: bytes,
          blob,
          url,
          ...(text !== undefined && { text }),
          isLoading: false,
        });
      },
      (error: Error) => !isOver && setShown({ id, isLoading: false, error: error.message }),
    );
    return () => {
      isOver = true;
      if (url) URL.revokeObjectURL(url);
    };
  }, [id]);
  if (!id) return { isLoading: false };
  if (shown.id !== id) return { isLoading: true };
  const { id: _, ...rest } = shown;
  return rest;
}
