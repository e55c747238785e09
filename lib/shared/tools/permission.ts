/**
 * A permission that the user gave a tool for a conversation, stored as `name@version@web`. `version` is the
 * approved version of a tool whose code can change. `@web` means it was given after the conversation had read
 * the web.
 */
export type ToolPermission = { name: string; version: number; isAfterWeb: boolean };

type PermissionInput = { name: string; version?: number; isAfterWeb?: boolean };

export const writePermission = ({ name, version, isAfterWeb }: PermissionInput): string =>
  [name, ...(version === undefined ? [] : [version]), ...(isAfterWeb ? ["web"] : [])].join("@");

/** Returns the name of a permission for a class of a tool's calls, as described by its `covers`. */
export const classPermission = (tool: string, covered: string): string => `${tool} (${covered})`;

/** Parses a stored permission. The version is 0 if it has none. */
export function parsePermission(text: string): ToolPermission {
  const [, name = text, version = 0, web] = /^(.+?)(?:@(\d{1,10}))?(@web)?$/s.exec(text) ?? [];
  return { name, version: Number(version), isAfterWeb: web !== undefined };
}
