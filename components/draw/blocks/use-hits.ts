import { useEffect, useState } from "react";
import { MAX_HITS, search } from "./json/json-search";

const SLICE_MS = 10;

export type Hits = { ids: string[]; isDone: boolean };

/** Searches a document in slices. Hits so far are returned before it is done. */
export function useHits(data: unknown, query: string): Hits | undefined {
  const [found, setFound] = useState<Hits & { query: string; of: unknown }>();
  useEffect(() => {
    if (!query) return;
    const ids: string[] = [];
    const nodes = search(data, query);
    let timer: ReturnType<typeof setTimeout>;
    const slice = () => {
      const end = performance.now() + SLICE_MS;
      let isDone = false;
      while (!isDone && performance.now() < end) {
        const { done = false, value } = nodes.next();
        if (typeof value === "string") ids.push(value);
        isDone = done || ids.length >= MAX_HITS;
      }
      setFound({ ids: ids.slice(), isDone, query, of: data });
      if (!isDone) timer = setTimeout(slice);
    };
    slice();
    return () => clearTimeout(timer);
  }, [data, query]);
  return query && found?.query === query && found.of === data ? found : undefined;
}
