import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** The official MCP conformance suite. Fetched from npm for the run; not a dependency. */
const SUITE = "@modelcontextprotocol/conformance";
/** The released version, and the one for the newest revision of the protocol. */
const VERSIONS = {
  released: { version: "0.1.16", args: [] },
  newest: { version: "0.2.0-alpha.12", args: ["--spec-version", "2026-07-28"] },
};

/** `untestable`: the check needs a tool that was made for the suite. */
type Check = {
  status: string;
  errorMessage?: string;
  details?: { message?: string; untestable?: boolean };
};

export class Suite {
  private readonly results = mkdtempSync(join(tmpdir(), "conformance-"));
  private readonly side: "server" | "client";

  private readonly edition: keyof typeof VERSIONS;

  constructor(side: "server" | "client", edition: keyof typeof VERSIONS) {
    this.side = side;
    this.edition = edition;
  }

  async run(scenarios: readonly string[], args: readonly string[]): Promise<boolean> {
    const { version, args: edition } = VERSIONS[this.edition];
    try {
      for (const scenario of scenarios) {
        const own = [
          ...["--yes", `${SUITE}@${version}`, this.side, ...args, ...edition],
          ...["--scenario", scenario, "--output-dir", this.results],
        ];
        const suite = spawn("npx", own, { stdio: ["ignore", "ignore", "pipe"] });
        const [output] = await Promise.all([text(suite.stderr), once(suite, "exit")]);
        if (!this.checksOf(scenario)) console.log(output);
      }
      return this.report(scenarios);
    } finally {
      rmSync(this.results, { recursive: true });
    }
  }

  private report(scenarios: readonly string[]): boolean {
    let [passed, all] = [0, 0];
    for (const scenario of scenarios) {
      const checks = this.checksOf(scenario);
      const count = (status: string) =>
        checks?.filter((check) => check.status === status && !check.details?.untestable) ?? [];
      const [good, bad, warned] = [count("SUCCESS"), count("FAILURE"), count("WARNING")];
      passed += good.length;
      all += checks ? good.length + bad.length : 1;
      console.log(`${checks && bad.length === 0 ? "passed" : "FAILED"}  ${scenario} (${good.length})`);
      for (const { status, errorMessage, details } of [...bad, ...warned])
        console.log(`        ${status}: ${errorMessage ?? details?.message}`);
    }
    const { version } = VERSIONS[this.edition];
    console.log(`${this.side}, suite ${version}: ${passed} of ${all} required checks passed`);
    return passed === all;
  }

  private checksOf(scenario: string): Check[] | undefined {
    const start = this.side === "server" ? `server-${scenario}-` : `${scenario}-`;
    const own = readdirSync(this.results, { recursive: true, encoding: "utf8" }).find(
      (path) => path.startsWith(start) && path.endsWith("checks.json"),
    );
    return own ? JSON.parse(readFileSync(join(this.results, own), "utf8")) : undefined;
  }
}
