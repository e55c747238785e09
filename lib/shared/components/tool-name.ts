/*
 * Names of the tools that show components in other programs. Names of all other tools begin with a lowercase letter or an
 * underscore, so none of them is the same.
 */

const PREFIX = "Show_";
/** The length of names that all programs accept. */
const MAX_CHARS = 64;

/** Returns the name of the tool that shows a component. Components with similar names get different ones. */
export function componentToolName(name: string): string {
  const plain = PREFIX + name;
  if (plain.length <= MAX_CHARS && !name.includes(" ")) return plain;
  const suffix = `_${hashOf(name)}`;
  return plain.replaceAll(" ", "_").slice(0, MAX_CHARS - suffix.length) + suffix;
}

export const isComponentTool = (tool: string): boolean => tool.startsWith(PREFIX);

/** FNV-1a, which browsers and the server compute the same way. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return hash.toString(36);
}
