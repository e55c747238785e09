import { isLoopback } from "../../ground/base/env.ts";
import { SANDBOX_PATH } from "../../shared/frame/sandbox.ts";

const HOST = /^(\[[^\]]+\]|[^:]+)(:\d+)?$/;

/**
 * Returns the addresses that a page reached under `host` may frame: the document of components, on the
 * frames' own host names and on the page's. Exact addresses, because a frame could send data to any other by
 * navigating. In a CSP, http also covers https.
 */
export function frameSources(host: string, sandboxHost?: string): string[] {
  const [, name = "", port = ""] = HOST.exec(host) ?? [];
  const names = [
    ...(sandboxHost ? [sandboxHost] : isLoopback(name.replace(/^\[(.*)\]$/, "$1")) ? ["*.localhost"] : []),
    // CSP cannot express an IPv6 address.
    ...(name && !name.startsWith("[") ? [name] : []),
  ];
  return names.map((each) => `http://${each}${port}${SANDBOX_PATH}`);
}
