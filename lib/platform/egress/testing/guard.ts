import type { Guard } from "@/lib/shared/tools/external-effects";

/** Returns a guard that permits only requests to these addresses. */
export const guardFor = (...addresses: string[]): Guard => ({
  mayRequest: async (url) => addresses.includes(URL.parse(url)?.href ?? url),
  mayOpen: async (url) => addresses.includes(URL.parse(url)?.href ?? url),
  maySay: async () => false,
  mayCall: async () => false,
  covers: (at) => `more requests to ${at}`,
});

export const OPEN_GUARD: Guard = {
  ...guardFor(),
  mayRequest: async () => true,
  mayOpen: async () => true,
  maySay: async () => true,
  mayCall: async () => true,
};
