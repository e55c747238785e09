import { t } from "@/lib/shared/i18n/en/settingsServers";
import { idOf } from "@/lib/shared/mcp/id";

type One = {
  id: string;
  url?: string;
  command?: string;
  args?: string[];
  env?: Record<string, string>;
  headers?: Record<string, string>;
};
export type Pasted = One | { mcpServers: Record<string, unknown> };

/**
 * Parses a pasted address, shell command or `mcp.json`. Returns an error message as a string if it cannot be
 * parsed.
 */
export function readPaste(text: string, key = ""): Pasted | string {
  const trimmed = text.trim();
  if (trimmed === "") return t("pasteHint");
  if (trimmed.startsWith("{") || trimmed.startsWith('"')) return readFile(trimmed);
  const headers = key.trim() && { headers: { Authorization: `Bearer ${key.trim()}` } };
  if (/^https?:\/\//i.test(trimmed))
    return URL.canParse(trimmed)
      ? { id: idOf(nameOfHost(new URL(trimmed).hostname)), url: trimmed, ...headers }
      : t("badAddress", { example: "https://mcp.example.com/mcp" });
  return readCommand(trimmed);
}

const EXAMPLE = '{"mcpServers": {"memory": {"command": "npx", "args": []}}}';

function readFile(text: string): Pasted | string {
  let value: unknown;
  try {
    // Users often paste the entries of `mcp.json` without the enclosing braces.
    value = JSON.parse(text.startsWith('"') ? `{${text.replace(/,\s*$/, "")}}` : text);
  } catch (error) {
    return t("badJson", { error: error instanceof Error ? error.message : String(error) });
  }
  if (!isObject(value)) return t("noServer", { example: EXAMPLE });
  const all = [value.mcpServers, value.servers, isObject(value.mcp) ? value.mcp.servers : undefined, value];
  const found = all.find((one) => isObject(one) && Object.values(one).some(isServer));
  if (isObject(found)) {
    const servers = Object.entries(found).filter(([, one]) => isServer(one));
    return { mcpServers: Object.fromEntries(servers) };
  }
  return isServer(value) ? { mcpServers: { server: value } } : t("noServer", { example: EXAMPLE });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isServer = (value: unknown): value is Record<string, unknown> =>
  isObject(value) && ["command", "url", "serverUrl"].some((key) => typeof value[key] === "string");

function readCommand(text: string): Pasted | string {
  const parts = splitCommand(text);
  if (!parts) return t("openQuote");
  const isVariable = (part: string) => /^[A-Za-z_]\w*=/.test(part);
  const first = parts.findIndex((part) => !isVariable(part));
  const [command, ...args] = first < 0 ? [] : parts.slice(first);
  if (command === undefined) return t("noCommand");
  const variables = parts.slice(0, first).map((part) => {
    const at = part.indexOf("=");
    return [part.slice(0, at), part.slice(at + 1)];
  });
  const env = variables.length > 0 && { env: Object.fromEntries(variables) };
  return { id: idOf(nameOfCommand(command, args)), command, args, ...env };
}

/**
 * Splits a command line with the quoting rules of a shell, without expansions. Returns null if a quote is not
 * closed.
 */
function splitCommand(line: string): string[] | null {
  const parts: string[] = [];
  const pieces = line.matchAll(/'([^']*)'|"((?:\\.|[^"\\])*)"|\\(.)|(\s+)|([^\s'"\\]+)|(.)/gs);
  let part: string | undefined;
  for (const [, single, double, escaped, space, plain, stray] of pieces) {
    if (stray !== undefined) return null;
    if (space !== undefined) {
      if (part !== undefined) parts.push(part);
      part = undefined;
    } else part = (part ?? "") + (single ?? double?.replace(/\\(.)/gs, "$1") ?? escaped ?? plain ?? "");
  }
  return part === undefined ? parts : [...parts, part];
}

/** Returns a name for a host: "example" for `mcp.example.com`, "localhost" for `localhost`. */
function nameOfHost(host: string): string {
  const parts = host.split(".").filter((part) => !/^(www|api|mcp|com|org|net|dev|io|ai|app)$/.test(part));
  return parts.at(-1) ?? host;
}

/**
 * Returns a name for a command: the package after npx or uvx, the script after node, or the program itself.
 */
function nameOfCommand(command: string, args: readonly string[]): string {
  const what = args.find((arg) => !arg.startsWith("-") && !/^(run|exec|dlx|tool)$/.test(arg)) ?? command;
  const last =
    what
      .replace(/(?<=.)@[^/]*$/, "")
      .split(/[/\\]/)
      .at(-1) ?? what;
  return (
    last.replace(/\.\w+$/, "").replace(/^(mcp-)?server-|^mcp-|-mcp(-server)?$|-server$/g, "") || "server"
  );
}
