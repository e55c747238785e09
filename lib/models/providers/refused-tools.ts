import { providerResponseOf } from "./failure";

/** Match the index of a tool in the request, in the forms that errors of providers use. */
const DECLARATION = /\bfunction_?declarations?\W{1,3}(\d+)/gi;
const TOOL = /\b(?:tools|functions)(?:\[|\.|\/|\s*->\s*|\\?["'],\s*)(\d+)/g;
const QUOTED = /['"`“‘]([\w.-]{1,128})\\?['"`”’]/g;
const ABOUT_TOOLS = /\b(tools?|functions?|json ?schema|input_?schema)\b|function_?declaration/i;

export type RefusedTools = {
  named: string[];
  isAboutTools: boolean;
};

/**
 * Finds the tools that a provider rejected in its error (400 or 422, or an error event). `sent` has the names
 * of the request's tools in order. Names in `foreign`, tools of MCP servers, are also found without quotes.
 */
export function refusedTools(
  error: unknown,
  sent: readonly string[],
  foreign: ReadonlySet<string>,
): RefusedTools {
  const { status, errorText } = providerResponseOf(error);
  if (errorText === undefined || (status !== undefined && ![200, 400, 422].includes(status)))
    return { named: [], isAboutTools: false };
  const declarations = indexes(DECLARATION, errorText);
  const at = declarations.length > 0 ? declarations : indexes(TOOL, errorText);
  const named = new Set(at.flatMap((index) => sent[index] ?? []));
  // Search for quoted names only without an index: an index is exact, but an error may quote a name for
  // another reason.
  if (named.size === 0) {
    const quoted = [...errorText.matchAll(QUOTED)].map(([, name = ""]) => name);
    for (const name of quoted) if (sent.includes(name)) named.add(name);
    for (const word of errorText.split(/[^\w-]+/))
      if (foreign.has(word) && /[_-]/.test(word)) named.add(word);
  }
  return { named: [...named], isAboutTools: named.size > 0 || ABOUT_TOOLS.test(errorText) };
}

const indexes = (pattern: RegExp, text: string): number[] =>
  [...text.matchAll(pattern)].map(([, index]) => Number(index));
