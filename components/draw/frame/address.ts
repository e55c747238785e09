import { SANDBOX_PATH, SANDBOX_PREFIX } from "@/lib/shared/frame/sandbox";

type Place = { protocol: string; hostname: string; port: string };

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Where the document of a frame is fetched from: from a name of its own where there is one, for a browser gives every
 * name a process of its own, and a component that hangs then hangs alone. Else from the page's own name: the frame is
 * as closed there, but all frames share one process.
 */
export function frameAddress({ protocol, hostname, port }: Place, id?: string, wildcard?: string): string {
  const parent = !id
    ? undefined
    : wildcard
      ? wildcard.replace(/^\*\./, "")
      : LOOPBACK.test(hostname)
        ? "localhost"
        : undefined;
  const name = parent ? `${SANDBOX_PREFIX}${id}.${parent}` : hostname;
  return `${protocol}//${name}${port && `:${port}`}${SANDBOX_PATH}`;
}
