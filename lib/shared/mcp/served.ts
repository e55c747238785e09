/** A tool as its server described it. */
export type Definition = {
  title?: string;
  description: string;
  inputSchema: Record<string, unknown>;
  /** What it says of its effects. */
  annotations?: Record<string, unknown>;
  /** Its app, and who may call it where it says so: models, apps of its server, or both. */
  app?: { uri?: string; visibility?: readonly ("model" | "app")[] };
  /** Where it is from: another address or command makes another tool of it. */
  from: string;
};

/** A tool that is or was offered, kept so that a change is noticed. */
export type ServedTool = {
  /** As models call it. */
  name: string;
  /** As the server calls it. */
  tool: string;
  fingerprint: string;
  version: number;
  definition: Definition;
  /** The accepted definition, where the server has changed it since. */
  before: Definition | null;
  /**
   * The version whose words the user accepted; 0 for a tool that was added after the server and is not accepted yet. Missing in
   * rows of earlier releases until the next listing; their words count as accepted.
   */
  accepted?: number;
  /** It is offered now. */
  present: boolean;
};

/** One that a server has listed. */
export type ListedTool = Pick<ServedTool, "tool" | "fingerprint" | "definition">;

/** The version of each tool that the person took when they added the server. */
export const FIRST_VERSION = 1;

/** The accepted words of a tool; models read no others. Null for a tool that is not accepted yet. */
export function acceptedWords({
  version,
  accepted = version,
  definition,
  before,
}: Pick<ServedTool, "version" | "accepted" | "definition" | "before">): Definition | null {
  return accepted >= version ? definition : accepted === 0 ? null : before;
}
