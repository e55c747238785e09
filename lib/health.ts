import { sql } from "@/lib/store/db";
import packageJson from "@/package.json" with { type: "json" };

const PATIENCE_MS = 2_000;

type Part = "ok" | "down" | "off";

/** Whether each part answers. `jobs` and `sandbox` are off until there is something for them to do. */
export async function readHealth(): Promise<{
  status: Part;
  version: string;
  database: Part;
  jobs: Part;
  sandbox: Part;
}> {
  const database = await answers();
  return { status: database, version: packageJson.version, database, jobs: "off", sandbox: "off" };
}

async function answers(): Promise<Part> {
  const late = new Promise<"down">((resolve) => setTimeout(resolve, PATIENCE_MS, "down").unref());
  const asked = sql()`select 1`.then(
    () => "ok" as const,
    () => "down" as const,
  );
  return Promise.race([asked, late]);
}
