import { type BrowserAttempt, markup } from "./way";

/**
 * Spellings of this machine and of private networks, other than the one name that the tests allow. Contains
 * no DNS names, because resolving one asks a server elsewhere.
 */
const HOSTS = [
  "127.0.0.1",
  "127.1",
  "127.0.1",
  "2130706433",
  "0x7f000001",
  "0x7f.1",
  "0177.0.0.1",
  "0",
  "0.0.0.0",
  "127.0.0.1.",
  "%31%32%37.0.0.1",
  "①②⑦.⓪.⓪.①",
  "127。0。0。1",
  "[::1]",
  "[::]",
  "[0:0:0:0:0:0:0:1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[2002:7f00:1::]",
  "[fe80::1]",
  "10.0.0.1",
  "169.254.169.254",
  "192.168.0.1",
  "[fd00::1]",
];

export const spellings = (port: string): BrowserAttempt[] =>
  markup(
    Object.fromEntries(
      HOSTS.map((host) => [
        `host ${host}`,
        {
          html: `<img src="http://${host}:${port}/spelled"><img src="https://${host}:${port}/spelled"><script>new WebSocket("ws://${host}:${port}/spelled")</script><img src="http://a:b@${host}:${port}/user">`,
          // Some of these hosts never reach the listener, even without the guard. With the guard, all must be
          // blocked.
          isHarmless: true as const,
        },
      ]),
    ),
  );
