import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import nextEnv from "@next/env";
import { readEnv } from "../../lib/ground/base/env.ts";
import { AppError } from "../../lib/shared/errors.ts";
import { removePartial } from "../../lib/store/backup/archive.ts";
import { backUp, type DataLocation } from "../../lib/store/backup/backup.ts";
import { restore } from "../../lib/store/backup/restore.ts";
import { explainDatabase } from "../../lib/store/database-failure.ts";
import { launch } from "../../lib/store/embedded/launch.ts";
import { say } from "./progress.ts";

const USAGE = `npm run backup FILE [-- --with-secrets]   writes the workspace to FILE; --with-secrets: includes keys and sign-ins
npm run restore FILE [-- --replace]       restores it; --replace: overwrites a workspace that is not empty`;

const COMMANDS: Record<
  string,
  { option: string; run(file: string, place: DataLocation, isOn: boolean): Promise<void> }
> = {
  backup: {
    option: "with-secrets",
    async run(file, place, withSecrets) {
      removeOnSignal(file);
      const { tables, databases, files, enterAgain } = await backUp(file, place, { withSecrets });
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      say(
        `${file} has ${rows} rows of ${tables.length} tables, ${databases} databases of agents and ${files} files`,
      );
      if (withSecrets) say("The file contains keys and sign-ins: keep it in a safe place");
      if (process.env.EASEL_SECRET && withSecrets)
        say("The keys are encrypted with EASEL_SECRET, which is not in the file: keep EASEL_SECRET, too");
      list("Not in the backup; set up again after a restore:", enterAgain);
    },
  },
  restore: {
    option: "replace",
    async run(file, place, replace) {
      say(`Checking ${file}`);
      const { createdAt, enterAgain } = await restore(file, place, { replace });
      say(`Restored the workspace of ${createdAt}. Run npm start to open it`);
      list("Not in the backup; set up again now:", enterAgain);
    },
  },
};

const [name = "", ...args] = process.argv.slice(2);
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

async function main(): Promise<void> {
  const command = COMMANDS[name];
  const { file, isOn } = command ? readArguments(command.option) : {};
  if (!command || !file) throw new AppError("invalid", USAGE);
  process.env.EASEL_ROOT = join(import.meta.dirname, "../..");
  nextEnv.loadEnvConfig(process.env.EASEL_ROOT, false, { info: say, error: say });
  const env = readEnv();
  if (!env.DATABASE_URL) {
    const server = await launch({ dataDir: env.EASEL_DATA_DIR, log: say });
    stop = server.stop;
    process.env.DATABASE_URL = server.url;
  }
  const url = process.env.DATABASE_URL ?? "";
  // npm changes the working directory to the project, so resolve the path against the directory of the user.
  const path = resolve(process.env.INIT_CWD ?? ".", file);
  try {
    await command.run(path, { url, dataDir: env.EASEL_DATA_DIR }, isOn === true);
  } catch (error) {
    throw explainDatabase(error, url);
  }
}

function removeOnSignal(file: string): void {
  for (const [signal, number] of [
    ["SIGINT", 2],
    ["SIGTERM", 15],
    ["SIGHUP", 1],
  ] as const) {
    process.once(signal, async () => {
      await removePartial(file);
      await stop();
      process.exit(128 + number);
    });
  }
}

/**
 * Parses file name and option. Without `--`, npm consumes the option and passes it on as an environment
 * variable.
 */
function readArguments(option: string): { file?: string; isOn?: boolean } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { [option]: { type: "boolean" } },
      allowPositionals: true,
    });
    const isOfNpm = process.env[`npm_config_${option.replaceAll("-", "_")}`] === "true";
    return positionals.length === 1 ? { file: positionals[0], isOn: values[option] === true || isOfNpm } : {};
  } catch {
    return {};
  }
}

function list(title: string, lines: readonly string[]): void {
  if (lines.length > 0) say([title, ...lines].join("\n            "));
}
