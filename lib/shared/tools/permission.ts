/**
 * A permission that the user has given a tool for a conversation, stored as `name@version@web`. `version` is
 * the approved version, for tools whose code can change. `@web` is present if the conversation had read the web
 * before.
 */
export type ToolPermission = { name: string; version: number; isAfterWeb: boolean };

type PermissionInput = { name: string; version?: number; isAfterWeb?: boolean };

export const writePermission = ({ name, version, isAfterWeb }: PermissionInput): string =>
  [name, ...(version === undefined ? [] : [version]), ...(isAfterWeb ? ["web"] : [])].join("@");

/**
 * Returns the name of a permission for only some calls of a tool. `covered` describes these calls; it comes
 * from the tool's `covers`.
 */
export const classPermission = (tool: string, covered: string): string => `${tool} (${covered})`;

/** Parses a stored permission. The version is 0 if it has none. */
export function parsePermission(text: string): ToolPermission {
  const [, name = text, version = 0, web] = /^(.+?)(?:@(\d{1,10}))?(@web)?$/s.exec(text) ?? [];
  return { name, version: Number(version), isAfterWeb: web !== undefined };
}
