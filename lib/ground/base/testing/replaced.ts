import { vi } from "vitest";

type Exported = (...args: never[]) => unknown;

/**
 * Until the end of the test file, the module's functions do this in place of their own, for whoever imports them
 * (`import * as module`). Unlike `vi.mock`, it lets the file share its process.
 */
export function replace<M extends Record<string, unknown>>(
  module: M,
  fakes: { [K in keyof M]?: M[K] extends (...args: infer A) => infer R ? (...args: A) => R : never },
): void {
  const spied = module as Record<string, Exported>;
  for (const [name, fake] of Object.entries(fakes))
    vi.spyOn(spied, name).mockImplementation(fake as Exported);
}
