import type { SandboxLimits } from "./limits";

export type SandboxJob = {
  /** Owner of the isolate. Isolates are not shared between owners. */
  owner: string;
  code: string;
  args: string;
  limits: SandboxLimits;
  isCheck: boolean;
  /**
   * Handles a call of the code to the host. `args` and the result are JSON. Errors are thrown in the code.
   */
  call(op: string, args: string): Promise<string>;
  log(lines: string[]): void;
};
