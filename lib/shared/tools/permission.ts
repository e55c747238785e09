/**
 * That a tool need not ask in a conversation, as it is kept there: its name, and of a tool whose code can change, also the
 * version that the person allowed.
 */
export type Permission = { name: string; version: number };

export const writePermission = (name: string, version: number | undefined): string =>
  version === undefined ? name : `${name}@${version}`;

/** Without a version it was given before there was any. */
export function readPermission(text: string): Permission {
  const [, name, version] = /^(.+)@(\d{1,10})$/s.exec(text) ?? [];
  return name === undefined ? { name: text, version: 0 } : { name, version: Number(version) };
}
