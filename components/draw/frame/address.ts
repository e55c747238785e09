import { SANDBOX_PATH, SANDBOX_PREFIX } from "@/lib/shared/frame/sandbox";

type HostAddress = { protocol: string; hostname: string; port: string };

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/**
 * Returns the URL of a frame's document. With its own host name the browser runs the frame in its own
 * process, so a hanging component blocks only itself. On the page's host the frame is equally isolated, but
 * all frames share one process.
 */
export function frameAddress(
  { protocol, hostname, port }: HostAddress,
  id?: string,
  wildcard?: string,
): string {
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
