/**
 * An attempt of a component to reach the network or the page. `code` is the body of an async function that runs in the
 * component and has `there` (an http address whose connections are counted), `udp` (a host and port,
 * likewise) and `sleep`.
 */
export type BrowserAttack = {
  name: string;
  code: string;
  /**
   * When this was last tested, the attempt failed even in a browser without the guard. A later version of the
   * browser may let it succeed.
   */
  isHarmless?: true;
  /** In a Chromium without Connection-Allowlist, the attempt opens a connection but sends nothing over it. */
  knocks?: true;
};

/**
 * Distributes attempts over components. With `ATTACK=all` each attempt has its own; otherwise all share one,
 * because most of the time of an attempt is spent on loading its page.
 */
export const shared = <T>(attempts: readonly T[]): T[][] =>
  process.env.ATTACK === "all" ? attempts.map((one) => [one]) : [[...attempts]];

export const ways = (all: Record<string, string | Omit<BrowserAttack, "name">>): BrowserAttack[] =>
  Object.entries(all).map(([name, way]) =>
    typeof way === "string" ? { name, code: way } : { name, ...way },
  );

export const element = (tag: string, properties: string, parent = "document.body"): string =>
  `const e = Object.assign(document.createElement("${tag}"), ${properties}); ${parent}.append(e); await sleep(150);`;

type Attempt = Pick<BrowserAttack, "name" | "code"> & { mustGetNothing?: boolean };

/**
 * Returns code that runs the attempts one after the other in one document, which saves most of their time.
 * The code returns the number of attempts, and the names of those with `mustGetNothing` that got a value.
 */
export function inOne(attempts: readonly Attempt[]): string {
  const each = attempts.map(
    ({ name, code, mustGetNothing = false }) =>
      `await Promise.race([sleep(3000), (async () => { ${code} })()]).then((value) => {
        if (${mustGetNothing} && value !== undefined && value !== null) got.push(${JSON.stringify(name)}); }, () => {});
      tried += 1;`,
  );
  return `let tried = 0; const got = []; ${each.join("\n")} return [tried + " tried", ...got].join(", ");`;
}
