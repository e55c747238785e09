import { z } from "zod";
import { queueHealth } from "@/lib/agent/background/queue";
import { sandboxHealth } from "@/lib/code/isolate";
import { sql } from "@/lib/store/db";
import packageJson from "@/package.json" with { type: "json" };

const PATIENCE_MS = 2_000;

type Part = "ok" | "down" | "off";

const restart = z.object({ at: z.iso.datetime(), reason: z.string() });

/** Checks whether each part responds and the database accepts writes. */
export async function readHealth(): Promise<{
  status: Part;
  version: string;
  database: Part;
  jobs: Part;
  sandbox: Part;
  /** Time and cause of the last crash, if the launcher has restarted this server. */
  restart: z.infer<typeof restart> | null;
}> {
  const [database, jobs, sandbox] = await Promise.all([
    answers(),
    queueHealth(PATIENCE_MS),
    sandboxHealth(PATIENCE_MS),
  ]);
  const status = [database, jobs, sandbox].every((part) => part === "ok") ? "ok" : "down";
  return { status, version: packageJson.version, database, jobs, sandbox, restart: lastRestart() };
}

/** Reads what bin/keep-serving.mjs passes to a restarted server. */
function lastRestart() {
  const { EASEL_LAST_RESTART: text } = process.env;
  return text ? restart.parse(JSON.parse(text)) : null;
}

async function answers(): Promise<Part> {
  const late = new Promise<"down">((resolve) => setTimeout(resolve, PATIENCE_MS, "down").unref());
  // After a failover, the database's address may lead to a read-only standby, which counts as down.
  const asked = sql()<{ isReadOnly: boolean }[]>`
    select current_setting('transaction_read_only')::bool as "isReadOnly"`.then(
    ([row]) => (row?.isReadOnly ? ("down" as const) : ("ok" as const)),
    () => "down" as const,
  );
  return Promise.race([asked, late]);
}
