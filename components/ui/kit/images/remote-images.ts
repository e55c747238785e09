"use client";

import { useSyncExternalStore } from "react";
import * as z from "zod/mini";

const allowed = z.object({ urls: z.array(z.string()), hosts: z.array(z.string()) });
type Allowed = z.infer<typeof allowed>;

const NONE: Allowed = { urls: [], hosts: [] };
const MAX_ENTRIES = 500;

/** sessionStorage key for this conversation. */
const key = () => `easel:pictures:${location.pathname}`;
const listeners = new Set<() => void>();
let cached: { text: string | null; value: Allowed } = { text: null, value: NONE };

/** Returns true if the user has allowed this URL or host in this conversation. */
export function useIsAllowed(url: string, host: string): boolean {
  const { urls, hosts } = useSyncExternalStore(subscribe, read, () => NONE);
  return hosts.includes(host) || urls.includes(url);
}

export function allow({ url, host }: { url?: string; host?: string }): void {
  const { urls, hosts } = read();
  const next = {
    urls: url === undefined ? urls : [...urls, url].slice(-MAX_ENTRIES),
    hosts: host === undefined ? hosts : [...hosts, host].slice(-MAX_ENTRIES),
  };
  try {
    sessionStorage.setItem(key(), JSON.stringify(next));
  } catch {
    // Without storage, the permission lasts until the page is closed.
    cached = { text: null, value: next };
  }
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns the same object while nothing changes, as `useSyncExternalStore` requires. */
function read(): Allowed {
  let text: string | null = null;
  try {
    text = sessionStorage.getItem(key());
  } catch {
    return cached.value;
  }
  if (text === cached.text) return cached.value;
  const parsed = allowed.safeParse(text === null ? NONE : json(text));
  cached = { text, value: parsed.data ?? NONE };
  return cached.value;
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
