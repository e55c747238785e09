import type { SandboxLimits } from "./limits";

/** One call of the sandbox. */
export type SandboxJob = {
  /** Isolates are not shared between owners. */
  owner: string;
  code: string;
  /** JSON. */
  args: string;
  limits: SandboxLimits;
  /** Only compiles the code. */
  isCheck: boolean;
  /** What the code asks of the host, with JSON of its arguments; gives JSON. What it throws, the code catches. */
  call(op: string, args: string): Promise<string>;
  log(lines: string[]): void;
};
