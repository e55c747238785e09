import { useMemo } from "react";
import { current, go, step, usePlace } from "./location";

/* Replaces next/navigation, based on the location in memory. */

const router = {
  push: (href: string) => go(href),
  replace: (href: string) => go(href, { replaces: true }),
  back: () => step(-1),
  forward: () => step(1),
  refresh: () => {},
  prefetch: () => {},
};

export const useRouter = () => router;

export const usePathname = (): string => usePlace().pathname;

export function useSearchParams(): URLSearchParams {
  const { search } = usePlace();
  return useMemo(() => new URLSearchParams(search), [search]);
}

export const useParams = (): Record<string, string> => NONE;

export const useSelectedLayoutSegment = (): string | null => usePlace().pathname.split("/")[1] || null;

export const useSelectedLayoutSegments = (): string[] => usePlace().pathname.split("/").filter(Boolean);

const NONE: Record<string, string> = {};

/**
 * Navigates after the current render, because navigation during a render would change what other components read in it.
 */
export function redirect(href: string): void {
  if (current().href !== new URL(href, current()).href) queueMicrotask(() => go(href, { replaces: true }));
}

export const permanentRedirect = redirect;

export function notFound(): never {
  throw new Error("The component reports that the page does not exist (notFound).");
}
