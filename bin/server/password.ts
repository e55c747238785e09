import { randomBytes } from "node:crypto";
import { join } from "node:path";
import nextEnv from "@next/env";
import { readEnv } from "../../lib/ground/base/env.ts";
import { hashPassword } from "../../lib/ground/base/password-hash.ts";
import { AppError } from "../../lib/shared/errors.ts";
import { connect } from "../../lib/store/connection.ts";
import { explainDatabase } from "../../lib/store/database-failure.ts";
import { launch } from "../../lib/store/embedded/launch.ts";
import { migrate } from "../../lib/store/migrate.ts";
import { say } from "./progress.ts";

const BYTES = 12;

let stop = async () => {};
try {
  await main();
} catch (error) {
  const isExpected = error instanceof AppError;
  process.stderr.write(`${isExpected ? error.message : ((error as Error).stack ?? String(error))}\n`);
  process.exitCode = 1;
} finally {
  await stop();
}
process.exit();

/** Stores a new random password and ends all sessions. Running servers see it within two seconds. */
async function main(): Promise<void> {
  process.env.EASEL_ROOT = join(import.meta.dirname, "../..");
  nextEnv.loadEnvConfig(process.env.EASEL_ROOT, false, { info: say, error: say });
  const env = readEnv();
  if (env.EASEL_PASSWORD !== undefined)
    throw new AppError("conflict", "EASEL_PASSWORD sets the password. Change it there, then restart Easel.");
  if (!env.DATABASE_URL) {
    const server = await launch({ dataDir: env.EASEL_DATA_DIR, log: say });
    stop = server.stop;
    process.env.DATABASE_URL = server.url;
  }
  const url = process.env.DATABASE_URL ?? "";
  await migrate(url, { log: say });
  const password = randomBytes(BYTES).toString("base64url");
  const hash = await hashPassword(password);
  const sql = connect(url, { max: 1 });
  try {
    await sql.begin(async (tx) => {
      await tx`delete from sessions`;
      await tx`
        insert into passwords (id, hash) values (1, ${hash})
        on conflict (id) do update set hash = excluded.hash, changed_at = now()`;
    });
  } catch (error) {
    throw explainDatabase(error, url);
  } finally {
    await sql.end({ timeout: 2 });
  }
  process.stdout.write(
    `The new password is ${password}\nSign in with it, then change it in Settings → General\n`,
  );
}
