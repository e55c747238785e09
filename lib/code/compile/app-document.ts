import type { Manifest } from "../../../bin/server/runtime.ts";
import { SANDBOX } from "../../shared/frame/sandbox.ts";
import type { AppPolicy } from "../../shared/mcp/apps.ts";
import { sandboxed } from "./sandbox-document.ts";

/** Returns the document in which an MCP app runs, served under `host`. The app inherits its policy. */
export function appDocument({ appScript }: Manifest, host: string, policy: AppPolicy): Response {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>App</title>
</head>
<body><script src="/rt/${appScript}"></script></body>
</html>
`;
  return sandboxed(body, { policy: policyOf(host, policy), connections: connectionsOf(policy) });
}

function policyOf(host: string, { connect, resource, frame, base }: AppPolicy): string {
  // A CSP source with the scheme http also matches https.
  const files = `http://${host}/rt/`;
  const from = resource.join(" ");
  return [
    `sandbox ${SANDBOX}`,
    "default-src 'none'",
    `script-src ${files} 'unsafe-inline' 'unsafe-eval' blob: data: ${from}`,
    `style-src 'unsafe-inline' blob: data: ${from}`,
    `img-src data: blob: ${from}`,
    `font-src data: blob: ${from}`,
    `media-src data: blob: ${from}`,
    `connect-src ${connect.join(" ") || "'none'"}`,
    `worker-src blob: ${from}`,
    `frame-src ${frame.join(" ") || "'none'"}`,
    "object-src 'none'",
    "form-action 'none'",
    `base-uri ${base.join(" ") || "'none'"}`,
    // Trusted Types send all markup through the app's guard. Omit them if the app may embed frames: code in a
    // nested document could use the APIs that the guard removes, so the guard would protect nothing.
    ...(frame.length > 0 ? [] : ["require-trusted-types-for 'script'", "trusted-types default"]),
  ].join("; ");
}

function connectionsOf({ connect, resource, frame, base }: AppPolicy): string {
  const origins = new Set([...connect, ...resource, ...frame, ...base]);
  return `(${["response-origin", ...[...origins].map((origin) => `"${origin}/*"`)].join(" ")})`;
}
