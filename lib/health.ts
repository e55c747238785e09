import { sandboxHealth } from "@/lib/sandbox";
import { sql } from "@/lib/store/db";
import packageJson from "@/package.json" with { type: "json" };

const PATIENCE_MS = 2_000;

type Part = "ok" | "down" | "off";

/** Whether each part answers. `jobs` is off until there is something for them to do. */
export async function readHealth(): Promise<{
  status: Part;
  version: string;
  database: Part;
  jobs: Part;
  sandbox: Part;
}> {
  const [database, sandbox] = await Promise.all([answers(), sandboxHealth(PATIENCE_MS)]);
  const status = database === "ok" && sandbox === "ok" ? "ok" : "down";
  return { status, version: packageJson.version, database, jobs: "off", sandbox };
}

async function answers(): Promise<Part> {
  const late = new Promise<"down">((resolve) => setTimeout(resolve, PATIENCE_MS, "down").unref());
  const asked = sql()`select 1`.then(
    () => "ok" as const,
    () => "down" as const,
  );
  return Promise.race([asked, late]);
}
