/*
 * An execution record stores a program of several modules as one text: first the entry, then each other
 * module below a comment with its name.
 */

type Modules = Readonly<Record<string, string>>;

const heading = (name: string): string => `\n\n// ${name}\n`;

export const joinedModules = (code: string, modules: Modules): string =>
  code +
  Object.entries(modules)
    .map(([name, text]) => heading(name) + text)
    .join("");

/**
 * Splits a recorded text into its modules, even if a user has edited the text. `modules` has the names of the
 * modules, and the content of those that are missing in the text.
 */
export function parted(text: string, entry: string, modules: Modules): Record<string, string> {
  const sources: Record<string, string> = { ...modules };
  let rest = text;
  for (const name of Object.keys(modules).toReversed()) {
    const at = rest.lastIndexOf(heading(name));
    if (at < 0) continue;
    sources[name] = rest.slice(at + heading(name).length);
    rest = rest.slice(0, at);
  }
  return { ...sources, [entry]: rest };
}
