import { createHash } from "node:crypto";
import type { Manifest } from "../../../bin/server/runtime.ts";
import { singleton } from "../../ground/base/process.ts";
import { NO_FEATURES } from "../../shared/frame/features.ts";
import { SANDBOX } from "../../shared/frame/sandbox.ts";

/**
 * Returns the HTML document that every component frame loads, served under `host`. It contains the runtime
 * and no user data.
 */
export function sandboxDocument(manifest: Manifest, host: string): Response {
  const { body, mapHash } = singleton(`sandbox-document-${manifest.version}`, () => draw(manifest));
  // Only Chromium enforces this header: the document may connect only to its own origin, by any kind of
  // request.
  return sandboxed(body, { policy: policy(host, mapHash), connections: "(response-origin)" });
}

/** Fonts of the system, because Geist weighs as much as the rest of a small app. */
const FONTS = ":root:root{--font-sans:ui-sans-serif,system-ui,sans-serif;--font-mono:ui-monospace,monospace}";

/** Receives the script of a published app from the page and runs it. */
const LOADER = `addEventListener("message",async function take({source,data}){if(source!==parent||data?.easel!=="code")return;removeEventListener("message",take);await import(URL.createObjectURL(new Blob([data.js],{type:"text/javascript"})))})`;
const LOADER_HASH = createHash("sha256").update(LOADER).digest("base64");

/** Returns the document of the frame of a published app, which gets its script from the page. */
export function publishedDocument({ styles }: Manifest, host: string): Response {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>App</title>
<style>${FONTS}</style>
<script>${LOADER}</script>
<link rel="stylesheet" href="/rt/${styles}">
</head>
<body></body>
</html>
`;
  return sandboxed(body, { policy: policy(host, LOADER_HASH), connections: "(response-origin)" });
}

type Bounds = { policy: string; connections: string };

export const sandboxed = (body: string, { policy, connections }: Bounds): Response =>
  new Response(body, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "content-security-policy": policy,
      "connection-allowlist": connections,
      "permissions-policy": NO_FEATURES,
      "cross-origin-resource-policy": "cross-origin",
      "referrer-policy": "no-referrer",
      "x-dns-prefetch-control": "off",
    },
  });

function policy(host: string, mapHash: string): string {
  // A CSP source with the scheme http also matches https.
  const files = `http://${host}/rt/`;
  return [
    `sandbox ${SANDBOX}`,
    "default-src 'none'",
    `script-src ${files} blob: 'sha256-${mapHash}'`,
    `style-src ${files} 'unsafe-inline'`,
    `font-src ${files} data:`,
    "img-src data: blob:",
    "media-src data: blob:",
    "connect-src 'none'",
    "worker-src 'none'",
    "frame-src 'none'",
    "object-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types default",
  ].join("; ");
}

function draw({ imports, script, styles, preload }: Manifest) {
  const addresses = Object.entries(imports).map(([name, file]) => [name, `/rt/${file}`]);
  const map = JSON.stringify({ imports: Object.fromEntries(addresses) });
  const ahead = preload.map((file) => `<link rel="modulepreload" href="/rt/${file}">`).join("");
  // Run the core script first: it loads the modules that components import.
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Component</title>
<script type="importmap">${map}</script>
<link rel="stylesheet" href="/rt/${styles}">
${ahead}
<script type="module" src="/rt/${script}"></script>
</head>
<body></body>
</html>
`;
  return { body, mapHash: createHash("sha256").update(map).digest("base64") };
}
