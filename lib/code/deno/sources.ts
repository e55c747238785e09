/*
 * Records store a program of several modules as one text: the entry, then each module below a comment with
 * its name.
 */

type Modules = Readonly<Record<string, string>>;

const heading = (name: string): string => `\n\n// ${name}\n`;

export const joinedModules = (code: string, modules: Modules): string =>
  code +
  Object.entries(modules)
    .map(([name, text]) => heading(name) + text)
    .join("");

/**
 * Splits a recorded text into its modules, even if the text was edited. `modules` supplies the names, and the
 * content of modules missing in the text.
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
