import { defineProperty, install } from "./intrinsics";

declare const libraries: Record<string, () => Record<string, unknown>>;

/**
 * Installs standard names that libraries define. A library is evaluated at first use, because most code needs
 * none.
 */
export function installWeb(): void {
  lazily("text", ["TextEncoder", "TextDecoder"]);
  lazily("url", ["URL", "URLSearchParams"]);
  lazily("clone", ["structuredClone"]);
  lazily("base64", ["atob", "btoa"]);
  lazily("abort", ["AbortController", "AbortSignal", "DOMException", "Event", "EventTarget"]);
}

function lazily(library: string, names: string[]): void {
  for (const name of names) {
    defineProperty(globalThis, name, {
      configurable: true,
      enumerable: false,
      get: () => load(library, names)[name],
      set: (value) => install(name, value),
    });
  }
}

function load(library: string, names: string[]): Record<string, unknown> {
  // Define the names as undefined first, because the library may check whether they exist.
  for (let at = 0; at < names.length; at++) install(names[at] ?? "", undefined);
  const loaded = libraries[library]?.() ?? {};
  for (let at = 0; at < names.length; at++) install(names[at] ?? "", loaded[names[at] ?? ""]);
  return loaded;
}
