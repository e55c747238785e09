/**
 * One way that a component could try to get out. `code` is the body of an async function that runs in it and has
 * `there` (an http address whose connections are counted), `udp` (a host and port, likewise), and `sleep`.
 */
export type Way = {
  name: string;
  code: string;
  /** Where the suite was last run it did not get out of a document without guards either; browsers change their minds. */
  isHarmless?: true;
  /** Without Chromium's Connection-Allowlist a connection is opened and closed again, and nothing is sent on it. */
  knocks?: true;
};

/** Of a sample, attempts that leave their component where it is share one: most of what an attempt costs is its page. */
export const shared = <T>(attempts: readonly T[]): T[][] =>
  process.env.ATTACK === "all" ? attempts.map((one) => [one]) : [[...attempts]];

export const ways = (all: Record<string, string | Omit<Way, "name">>): Way[] =>
  Object.entries(all).map(([name, way]) =>
    typeof way === "string" ? { name, code: way } : { name, ...way },
  );

/** Adds an element made of this markup-like list of properties. */
export const element = (tag: string, properties: string, parent = "document.body"): string =>
  `const e = Object.assign(document.createElement("${tag}"), ${properties}); ${parent}.append(e); await sleep(150);`;

type Attempt = Pick<Way, "name" | "code"> & { mustGetNothing?: boolean };

/** One attempt after the other in one document, most of what an attempt costs. It says how many, and what was got that must not be. */
export function inOne(attempts: readonly Attempt[]): string {
  const each = attempts.map(
    ({ name, code, mustGetNothing = false }) =>
      `await Promise.race([sleep(3000), (async () => { ${code} })()]).then((value) => {
        if (${mustGetNothing} && value !== undefined && value !== null) got.push(${JSON.stringify(name)}); }, () => {});
      tried += 1;`,
  );
  return `let tried = 0; const got = []; ${each.join("\n")} return [tried + " tried", ...got].join(", ");`;
}
