/**
 * That a tool need not ask in a conversation, as it is kept there: its name, of a tool whose code can change the version
 * that the person allowed, and `@web` where they allowed it although the conversation had read the web.
 */
export type ToolPermission = { name: string; version: number; isAfterWeb: boolean };

type Given = { name: string; version?: number; isAfterWeb?: boolean };

export const writePermission = ({ name, version, isAfterWeb }: Given): string =>
  [name, ...(version === undefined ? [] : [version]), ...(isAfterWeb ? ["web"] : [])].join("@");

/** Names the permission for a class of a tool's calls, as its `covers` words it. */
export const classPermission = (tool: string, covered: string): string => `${tool} (${covered})`;

/** Without a version it was given before there was any. */
export function parsePermission(text: string): ToolPermission {
  const [, name = text, version = 0, web] = /^(.+?)(?:@(\d{1,10}))?(@web)?$/s.exec(text) ?? [];
  return { name, version: Number(version), isAfterWeb: web !== undefined };
}
