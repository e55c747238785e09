import { removeDataFolder } from "../lib/store/embedded/testing/remove.ts";
import { newDataFolder } from "./data-folder.ts";
import { test as base } from "./fixtures.ts";
import type { Provider } from "./provider/server.ts";
import { EaselServer } from "./server.ts";

type Env = Record<string, string>;

/**
 * A server of its own for the tests of a file, on a data folder of its own, and a `test` whose pages are that server's.
 * A fixture of a worker would do the same, but Playwright begins another worker, with all that it has, for files that
 * have other ones.
 */
export function ownServer(
  envOf: (provider: Provider) => Env = () => ({}),
  prepare: (easel: EaselServer) => Promise<unknown> = async () => {},
) {
  let folder: string | undefined;
  let easel: EaselServer | undefined;
  base.beforeAll(async ({ provider }) => {
    base.setTimeout(180_000);
    folder = newDataFolder();
    easel = await EaselServer.start({ EASEL_DATA_DIR: folder, ...envOf(provider) });
    await prepare(easel);
  });
  base.afterAll(async () => {
    await easel?.stop();
    if (folder) removeDataFolder(folder);
  });
  const test = base.extend<{ own: EaselServer }>({
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from its pattern
    own: async ({}, use) => {
      if (!easel) throw new Error("The server starts before the first test, and is not there");
      await use(easel);
    },
    // Playwright asks for it also before the server starts.
    // biome-ignore lint/correctness/noEmptyPattern: as above
    baseURL: async ({}, use) => use(easel?.url),
  });
  return test;
}
