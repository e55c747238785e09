import type { Recorded, Wanted } from "./log.ts";

export function controlOf(url: string) {
  const origin = new URL(url).origin;
  const gate = (name: string) => `/gate/${encodeURIComponent(name)}`;

  async function ask<T>(method: string, path: string): Promise<T> {
    const response = await fetch(origin + path, { method });
    const body = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${body.error?.message ?? response.status}`);
    return body;
  }

  return {
    async requests(wanted: Wanted = {}): Promise<Recorded[]> {
      const filters = Object.entries(wanted).filter(([, value]) => value !== undefined);
      const query = new URLSearchParams(filters.map(([name, value]) => [name, String(value)]));
      return (await ask<{ requests: Recorded[] }>("GET", `/requests?${query}`)).requests;
    },
    clear: () => ask<unknown>("DELETE", "/requests"),
    open: (name: string) => ask<unknown>("POST", gate(name)),
    reached: (name: string, timeoutMs = 10_000) =>
      ask<unknown>("GET", `${gate(name)}?timeoutMs=${timeoutMs}`),
  };
}

export type Control = ReturnType<typeof controlOf>;
