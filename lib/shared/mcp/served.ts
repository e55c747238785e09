/** A tool definition as the server sent it. */
export type Definition = {
  title?: string;
  description: string;
  inputSchema: Record<string, unknown>;
  /** The server's hints on the tool's effects. */
  annotations?: Record<string, unknown>;
  /**
   * The tool's app, and who may call the tool: models, apps of its server, or both if `visibility` is
   * missing.
   */
  app?: { uri?: string; visibility?: readonly ("model" | "app")[] };
  /** URL or command of the server. If it changes, tools with the same names count as different tools. */
  from: string;
};

/** A tool that the server offers or once offered. It is stored to detect changes. */
export type ServedTool = {
  /** Name for models. */
  name: string;
  /** Name on the server. */
  tool: string;
  fingerprint: string;
  version: number;
  definition: Definition;
  /** The accepted definition, if the server has changed the definition since. */
  before: Definition | null;
  /**
   * The version of the definition that the user accepted; 0 if the server added the tool later and the user has
   * not accepted it. Missing in rows of earlier releases until the server lists its tools again; their
   * definitions count as accepted.
   */
  accepted?: number;
  present: boolean;
};

export type ListedTool = Pick<ServedTool, "tool" | "fingerprint" | "definition">;

/** Version of the tools that the user accepted by adding the server. */
export const FIRST_VERSION = 1;

/**
 * Returns the accepted definition of a tool, the only one that models read. Null for a tool that is not
 * accepted yet.
 */
export function acceptedDefinition({
  version,
  accepted = version,
  definition,
  before,
}: Pick<ServedTool, "version" | "accepted" | "definition" | "before">): Definition | null {
  return accepted >= version ? definition : accepted === 0 ? null : before;
}
