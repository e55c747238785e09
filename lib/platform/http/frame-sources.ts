import { isLoopback } from "../../ground/base/env.ts";
import { SANDBOX_PATH } from "../../shared/frame/sandbox.ts";

const HOST = /^(\[[^\]]+\]|[^:]+)(:\d+)?$/;

/**
 * What a page that was reached under `host` may frame: the document of components, under the name of its own that a
 * frame gets and under the page's. Exact addresses, for elsewhere a frame could carry data to. To a policy, http means
 * https too.
 */
export function frameSources(host: string, sandboxHost?: string): string[] {
  const [, name = "", port = ""] = HOST.exec(host) ?? [];
  const names = [
    ...(sandboxHost ? [sandboxHost] : isLoopback(name.replace(/^\[(.*)\]$/, "$1")) ? ["*.localhost"] : []),
    // A policy has no way to name an IPv6 address.
    ...(name && !name.startsWith("[") ? [name] : []),
  ];
  return names.map((each) => `http://${each}${port}${SANDBOX_PATH}`);
}
