import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type ReadResourceResult,
  type Resource,
  ResourceNotFoundError,
  type ResourceTemplateType,
} from "@modelcontextprotocol/server";
import { escaped } from "@/lib/agent/apps/icon";
import { asData } from "@/lib/agent/apps/page";
import { runtime, runtimeFolder } from "@/lib/code/compile/runtime";
import { codeForHosts } from "@/lib/code/components/publish";
import { componentsByTool, titleOfComponent } from "@/lib/doors/programs/component-tools";
import { singleton } from "@/lib/ground/base/process";
import { isComponentTool } from "@/lib/shared/components/tool-name";
import { AppError, isAppError } from "@/lib/shared/errors";
import { APP_MIME } from "@/lib/shared/mcp/apps";
import type { HostedBoot } from "@/lib/shared/mcp/component-calls";
import type { McpToken } from "@/lib/store/agents/mcp-tokens";
import { libraryComponent, mayShow, pageOfComponent } from "./surface";

const BASE = "ui://easel/";
/** Maximum size of a document, which is also the maximum that Easel accepts as a host. */
const MAX_BYTES = 6_000_000;

/** The document needs no origin at all. Hosts copy files for it only after a click. */
const UI = {
  csp: { connectDomains: [], resourceDomains: [], frameDomains: [], baseUriDomains: [] },
  permissions: { clipboardWrite: {} },
  prefersBorder: true,
};

export const uriOfComponent = (name: string): string => BASE + encodeURIComponent(name);

const TEMPLATE = {
  name: "component",
  title: "A component of the agent's library, as an MCP App",
  mimeType: APP_MIME,
  uriTemplate: `${BASE}{name}`,
};

export const listComponentTemplates = ({ tools }: McpToken): ResourceTemplateType[] =>
  tools === null || tools.some(isComponentTool) ? [TEMPLATE] : [];

export async function listComponentDocuments(token: McpToken): Promise<Resource[]> {
  const components = await componentsByTool(token.agentId);
  return [...components.values()]
    .filter(({ name }) => mayShow(token, name))
    .map(({ name }) => ({
      ...{ uri: uriOfComponent(name), name, title: titleOfComponent(name), mimeType: APP_MIME },
      _meta: { ui: UI },
    }));
}

/** Returns the document of a component; null for the URI of another resource. */
export async function readComponentDocument(
  token: McpToken,
  uri: string,
): Promise<ReadResourceResult | null> {
  if (!uri.startsWith(BASE)) return null;
  const name = nameIn(uri);
  const text = name !== null && mayShow(token, name) ? await documentOf(token.agentId, name) : null;
  if (text === null) throw new ResourceNotFoundError(uri, `There is nothing at ${uri} for this token.`);
  return { contents: [{ uri, mimeType: APP_MIME, text, _meta: { ui: UI } }] };
}

function nameIn(uri: string): string | null {
  try {
    return decodeURIComponent(uri.slice(BASE.length));
  } catch {
    return null;
  }
}

async function documentOf(agentId: string, name: string): Promise<string | null> {
  const surface = await libraryComponent(agentId, name).catch((error: unknown) => {
    if (isAppError(error) && error.code === "not_found") return null;
    throw error;
  });
  // A component that may contain text of strangers is not offered, see `componentsByTool`.
  if (!surface || surface.readWeb.length > 0) return null;
  const { bundle } = surface.shown;
  const { script, css } = await codeForHosts(bundle);
  if (script === null)
    throw new AppError("invalid", `“${name}” computes names of modules, so only Easel can show it.`);
  const title = titleOfComponent(name);
  const boot: HostedBoot = { component: name, title, bundle, css, address: pageOfComponent(agentId, name) };
  const text = pageOf(boot, script);
  if (Buffer.byteLength(text) > MAX_BYTES)
    throw new AppError("too_large", `“${name}” is larger than ${MAX_BYTES / 1e6} MB with its modules.`);
  return text;
}

/** Repeats the limits of the specification's default policy, for hosts that allow more. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src data: blob:",
  "media-src data: blob:",
  "font-src data:",
  "object-src 'none'",
  "form-action 'none'",
].join("; ");

/**
 * Runs the script that the document contains as data: in a script element, `<!--` and `</script` in it could end the
 * element early.
 */
const LOADER = `(() => {
  const code = document.getElementById("code");
  const script = document.createElement("script");
  script.type = "module";
  script.textContent = JSON.parse(code.textContent);
  code.remove();
  document.head.append(script);
})()`;

const pageOf = (boot: HostedBoot, script: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escaped(boot.title)}</title>
<style>${styles()}</style>
<style>${FRAME}</style>
</head>
<body>
<script type="application/json" id="boot">${asData(boot)}</script>
<script type="application/json" id="code">${asData(script)}</script>
<script>${LOADER}</script>
</body>
</html>
`;

/** Fonts of the system, because the document may load none. The background does not depend on the program's page. */
const FRAME =
  ":root:root{--font-sans:ui-sans-serif,system-ui,sans-serif;--font-mono:ui-monospace,monospace}body{padding:16px;background:var(--sheet)}";

/** Returns the styles that all components share, without fonts. */
const styles = (): string =>
  singleton(`hosted styles ${runtime().version}`, () =>
    readFileSync(join(runtimeFolder(), runtime().styles), "utf8")
      .replace(/@font-face\s*\{[^}]*\}/g, "")
      .replaceAll("</", "<\\/"),
  );
