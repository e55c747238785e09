import { isAbsolute, relative, resolve } from "node:path";

/**
 * The tools that OpenCode may offer to the model, with the arguments that are paths. OpenCode's configuration
 * also denies all other tools.
 */
const ARGUMENTS: Record<string, readonly string[]> = {
  read: ["filePath"],
  write: ["filePath"],
  edit: ["filePath"],
  list: ["path"],
  glob: ["path", "pattern"],
  grep: ["path", "include"],
};

/** A file name with up to three folders, without spaces or hidden parts. */
export const SOURCE_NAME = /^([\w-][\w.-]{0,99}\/){0,3}[\w-][\w.-]{0,99}$/;

export const mayOffer = (name: string): boolean => Object.hasOwn(ARGUMENTS, name);

/**
 * Returns why a call of OpenCode's tools is refused, as a message for the model, or null if it is allowed.
 * `folder` is the working directory as OpenCode sees it.
 */
export function whyNot(name: string, input: unknown, folder: string): string | null {
  const paths = Object.hasOwn(ARGUMENTS, name) ? ARGUMENTS[name] : undefined;
  if (!paths)
    return `There is no tool ${name} here. Write files with write and edit; the program runs when you stop.`;
  const args = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  for (const key of paths) {
    const value = args[key];
    if (value === undefined || value === null || value === "") continue;
    if (typeof value !== "string" || value.includes("\0")) return `${key} is not a string. Pass a path.`;
    const path = relative(folder, resolve(folder, value));
    if (path === ".." || path.startsWith("../") || isAbsolute(path))
      return `${key}: ${value.slice(0, 200)} is outside the working directory; nothing else is accessible. Pass a path in ${folder}.`;
    if ((name === "write" || name === "edit") && !SOURCE_NAME.test(path))
      return `filePath: ${path.slice(0, 200)} is not a valid file name here. Use letters, digits, dots, - and _, at most three folders, and nothing hidden.`;
  }
  return null;
}
