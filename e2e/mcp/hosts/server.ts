import { once } from "node:events";
import { createServer, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { build } from "esbuild";
import type { EaselServer } from "../../server.ts";

/*
 * Hosts of MCP Apps as their specification describes them, with two origins: a page, and the proxy of the sandbox. `bridge` is
 * built on `AppBridge` like the basic host of ext-apps, and `renderer` shows `AppRenderer` of MCP-UI.
 */

export type HostKind = "bridge" | "renderer";

export type Host = {
  /** Address of a page that calls the tool with the input, and shows its app. */
  page(kind: HostKind, tool: string, input?: object, theme?: "light" | "dark"): string;
  close(): void;
};

/** The specification's policy for resources that declare no origin. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'unsafe-inline'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "media-src 'self' data:",
  "connect-src 'none'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
].join("; ");

const PROXY = `<!doctype html><html><head><meta charset="utf-8"><style>html,body,iframe{margin:0;width:100%;height:100%;border:0;display:block}</style></head><body><script>
const inner = document.createElement("iframe");
inner.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
document.body.append(inner);
addEventListener("message", ({ source, data }) => {
  if (source === inner.contentWindow) return parent.postMessage(data, "*");
  if (source !== parent) return;
  if (data.method !== "ui/notifications/sandbox-resource-ready") return inner.contentWindow.postMessage(data, "*");
  inner.contentDocument.open();
  inner.contentDocument.write(data.params.html);
  inner.contentDocument.close();
});
parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/sandbox-proxy-ready", params: {} }, "*");
</script></body></html>`;

const PAGE = (
  kind: HostKind,
) => `<!doctype html><html><head><meta charset="utf-8"><link rel="icon" href="data:,">
<style>body{margin:0;font:14px sans-serif}#place{width:100%}iframe{border:0;width:100%;height:400px}</style></head>
<body><div id="place"></div><script type="module" src="/${kind}.js"></script></body></html>`;

async function listen(server: Server, host: string): Promise<string> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://${host}:${(server.address() as AddressInfo).port}`;
}

/** Starts the hosts. The server of the page adds the token to the requests of the page's MCP client. */
export async function startHosts(easel: Pick<EaselServer, "port">, token: string): Promise<Host> {
  const scripts = new Map<string, string>();
  for (const kind of ["bridge.ts", "renderer.tsx"]) {
    const { outputFiles } = await build({
      entryPoints: [new URL(kind, import.meta.url).pathname],
      ...{ bundle: true, format: "esm", platform: "browser", target: "es2023", write: false },
      ...{ jsx: "automatic", logLevel: "silent", define: { "process.env.NODE_ENV": '"production"' } },
    });
    scripts.set(`/${kind.replace(/\.tsx?$/, "")}.js`, outputFiles[0]?.text ?? "");
  }
  const proxy = createServer((_, to) => {
    to.writeHead(200, { "content-type": "text/html", "content-security-policy": POLICY });
    to.end(PROXY);
  });
  const page = createServer((from, to) => {
    const path = URL.parse(from.url ?? "/", "http://localhost")?.pathname ?? "/";
    const script = scripts.get(path);
    // Easel has no stream for this, and a browser would log the refusal.
    if (path === "/mcp" && from.method === "GET")
      to.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
    else if (path === "/mcp") {
      const { host: _, origin: __, cookie: ___, ...rest } = from.headers;
      const headers = { ...rest, host: `localhost:${easel.port}`, authorization: `Bearer ${token}` };
      for (const name of Object.keys(headers))
        if (name.startsWith("sec-fetch")) Reflect.deleteProperty(headers, name);
      const on = request({ port: easel.port, method: from.method, path: "/mcp", headers }, (answer) => {
        to.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(to);
      });
      on.on("error", () => to.destroy());
      to.on("close", () => on.destroy());
      from.pipe(on);
    } else if (script !== undefined) to.writeHead(200, { "content-type": "text/javascript" }).end(script);
    else to.writeHead(200, { "content-type": "text/html" }).end(PAGE(path.slice(1) as HostKind));
  });
  const [own, sandbox] = [await listen(page, "localhost"), await listen(proxy, "127.0.0.1")];
  return {
    page: (kind, tool, input = {}, theme = "light") =>
      `${own}/${kind}?${new URLSearchParams({ tool, input: JSON.stringify(input), theme, sandbox })}`,
    close() {
      for (const server of [page, proxy]) {
        server.close();
        server.closeAllConnections();
      }
    },
  };
}
