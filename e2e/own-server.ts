import { removeDataFolder } from "../lib/store/embedded/testing/remove.ts";
import { newDataFolder } from "./data-folder.ts";
import { test as base } from "./fixtures.ts";
import type { Provider } from "./provider/server.ts";
import { EaselServer } from "./server.ts";

type Env = Record<string, string>;

/**
 * Starts a separate server with its own data folder for the tests of a file, and returns a `test` whose pages
 * use it. A worker fixture would do the same, but Playwright starts a new worker, with all its fixtures, for
 * files whose worker fixtures differ.
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
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies here
    own: async ({}, use) => {
      if (!easel) throw new Error("The server starts before the first test, and is not there");
      await use(easel);
    },
    // Undefined at first, because Playwright also reads the URL before the server has started.
    // biome-ignore lint/correctness/noEmptyPattern: as above
    baseURL: async ({}, use) => use(easel?.url),
  });
  return test;
}
