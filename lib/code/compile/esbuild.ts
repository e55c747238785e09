import { singleton } from "../../ground/base/process.ts";

type Esbuild = typeof import("esbuild");
type Service = { running: number; stopping?: NodeJS.Timeout };

/** Milliseconds without a build after which esbuild's process ends. It starts again within 40 ms. */
export const IDLE_MS = 60_000;

const service = () =>
  singleton<Service>(
    "esbuild",
    () => ({ running: 0 }),
    ({ stopping }) => clearTimeout(stopping),
  );

/** esbuild for the server. The package starts a process with the first build and does not end it. */
export const build: Esbuild["build"] = (options) => run((esbuild) => esbuild.build(options));

export const transform: Esbuild["transform"] = (input, options) =>
  run((esbuild) => esbuild.transform(input, options));

async function run<T>(work: (esbuild: Esbuild) => Promise<T>): Promise<T> {
  const own = service();
  clearTimeout(own.stopping);
  own.running++;
  try {
    return await work(await import("esbuild"));
  } finally {
    own.running--;
    clearTimeout(own.stopping);
    own.stopping = setTimeout(stopIfIdle, IDLE_MS).unref();
  }
}

async function stopIfIdle(): Promise<void> {
  if (service().running > 0) return;
  const { stop } = await import("esbuild");
  await stop();
}
