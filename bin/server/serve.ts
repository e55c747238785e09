import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import nextEnv from "@next/env";
import type next from "next";
import { type Env, readEnv } from "../../lib/ground/base/env.ts";
import { log } from "../../lib/ground/base/log.ts";
import { AppError } from "../../lib/shared/errors.ts";
import { launch } from "../../lib/store/embedded/launch.ts";
import { migrate } from "../../lib/store/migrate.ts";
import { openBuild, PROGRAMS, RUNTIME } from "./builds.ts";
import { checkKeyFile, replaceKeyFile } from "./check-key.ts";
import { address, modelName, readConnectedModels } from "./describe.ts";
import { withDirectRoutes } from "./direct.ts";
import { shrinkHeapWhenIdle } from "./heap.ts";
import { createFront } from "./http.ts";
import { listen } from "./listen.ts";
import { say } from "./progress.ts";
import { restoreRequested } from "./restore-requested.ts";
import { closeServer, prepareShutdown } from "./shutdown.ts";

const ROOT = join(import.meta.dirname, "../..");

type Shutdown = ReturnType<typeof prepareShutdown>;

/**
 * Starts the server's parts in order of dependency, the database while the app is built. Shutdown stops them in reverse
 * order.
 */
export async function serve({ dev }: { dev: boolean }): Promise<void> {
  Object.assign(process.env, { NODE_ENV: dev ? "development" : "production", NEXT_TELEMETRY_DISABLED: "1" });
  const shutdown = prepareShutdown(say);
  try {
    await start(dev, shutdown);
  } catch (error) {
    if (shutdown.signal.aborted) return;
    const isExpected = error instanceof AppError || !(error instanceof Error);
    process.stderr.write(`${isExpected ? String((error as Error).message ?? error) : error.stack}\n`);
    await shutdown.exit(1);
  }
}

async function start(dev: boolean, { onExit, signal }: Shutdown): Promise<void> {
  nextEnv.loadEnvConfig(ROOT, dev, { info: say, error: say });
  const env = readEnv();
  const { HOST: host, EASEL_ORIGIN: origin, EASEL_SANDBOX_HOST: sandboxHost } = env;
  const { isMissing } = checkKeyFile({ dataDir: env.EASEL_DATA_DIR, secret: env.EASEL_SECRET });
  const front = createFront({ dev });
  const port = await listen(front.server, host, env.PORT);
  process.env.PORT = String(port);

  process.env.EASEL_ROOT = ROOT;
  const [database] = await Promise.all([
    openDatabase(env, isMissing, onExit),
    dev ? openRuntimeOnly() : openApp({ onExit, signal }),
  ]);
  // Next.js adds its upgrade listener to the server that it gets. It gets one that never listens, to which `front`
  // forwards upgrades.
  const bridge = createServer();
  const { default: createNext } = (await import("next")) as { default: typeof next };
  // Imported here, because the file reads EASEL_DIST_DIR.
  const { default: conf } = await import("../../next.config.ts");
  const app = createNext({ dev, dir: ROOT, hostname: host, port, httpServer: bridge, conf });
  await app.prepare();
  onExit(() => app.close());
  onExit(() => closeServer(front));
  const upgrade = (...event: unknown[]) => void bridge.emit("upgrade", ...event);
  front.open(
    { host, port, origin, sandboxHost },
    withDirectRoutes(app.getRequestHandler()),
    dev ? upgrade : undefined,
  );

  const answers = modelName(env, await readConnectedModels(process.env.DATABASE_URL ?? ""));
  process.stdout.write(`Easel is ready at ${address(env, port)} — answers: ${answers} (${database})\n`);
  if (!dev) onExit(shrinkHeapWhenIdle());
  // From here on, the launcher restarts this process if it dies.
  process.send?.({ ready: port });
}

/** Starts the database and brings it up to date. Returns a description. */
async function openDatabase(env: Env, isKeyMissing: boolean, onExit: Shutdown["onExit"]): Promise<string> {
  const database = env.DATABASE_URL
    ? "Postgres server of DATABASE_URL"
    : await startDatabase(env.EASEL_DATA_DIR, onExit);
  await restoreRequested(env.EASEL_DATA_DIR, say);
  await migrate(process.env.DATABASE_URL ?? "", { log: say });
  say("The database is up to date");
  const warning = isKeyMissing
    ? await replaceKeyFile(process.env.DATABASE_URL ?? "", env.EASEL_DATA_DIR)
    : null;
  if (warning) log.warn(warning);
  return database;
}

async function openApp({ onExit, signal }: Pick<Shutdown, "onExit" | "signal">): Promise<void> {
  const { distDir, release } = await openBuild(ROOT, { log: say, signal });
  onExit(release);
  process.env.EASEL_DIST_DIR = distDir;
  process.env.EASEL_RUNTIME_DIR = join(ROOT, distDir, RUNTIME);
  process.env.EASEL_PROGRAMS_DIR = join(ROOT, distDir, PROGRAMS);
  // Without this variable, Next.js would load its native compiler, which takes 23 MB, to read next.config.ts.
  // Next.js's standalone servers get the config of the build by the same variable.
  const { config } = JSON.parse(await readFile(join(ROOT, distDir, "required-server-files.json"), "utf8"));
  process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
  // Half of the startup time is compiling code that never changes, so keep the compiled code. This cache is part
  // of the build and is deleted with it.
  enableCompileCache(join(ROOT, distDir, "compiled"));
}

/** The development server builds the app itself, so only the frame runtime is needed before its start. */
async function openRuntimeOnly(): Promise<void> {
  // Imported here, because a production server needs no bundler.
  const { openRuntime } = await import("./runtime-cache.ts");
  process.env.EASEL_RUNTIME_DIR = await openRuntime(ROOT);
}

async function startDatabase(dataDir: string, onExit: Shutdown["onExit"]): Promise<string> {
  say("Starting the embedded Postgres");
  const launching = launch({ dataDir, log: say });
  onExit(() => launching.then(({ stop }) => stop()).catch(() => {}));
  const { url, version, adopted } = await launching;
  process.env.DATABASE_URL = url;
  say(adopted ? "Using the embedded Postgres that is already running" : "The embedded Postgres runs");
  return `embedded Postgres ${version}`;
}
