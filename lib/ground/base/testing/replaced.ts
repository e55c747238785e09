import { vi } from "vitest";

type Exported = (...args: never[]) => unknown;

/**
 * Replaces exported functions for all importers of a module (`import * as module`), until the end of the test
 * file. Unlike with `vi.mock`, the file can share its process with others.
 */
export function replace<M extends Record<string, unknown>>(
  module: M,
  fakes: { [K in keyof M]?: M[K] extends (...args: infer A) => infer R ? (...args: A) => R : never },
): void {
  const spied = module as Record<string, Exported>;
  for (const [name, fake] of Object.entries(fakes))
    vi.spyOn(spied, name).mockImplementation(fake as Exported);
}
