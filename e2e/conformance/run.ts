// `npm run conformance`: runs MCP's conformance suite on both sides, and takes components into a blank app with
// shadcn. `-- client`, `-- server` and `-- registry` run one.
import { removeDataFolder } from "../../lib/store/embedded/testing/remove.ts";
import { newDataFolder } from "../data-folder.ts";
import { EaselServer } from "../server.ts";
import { asClient, FOR_CLIENT } from "./client.ts";
import { asRegistry } from "./registry.ts";
import { asServer } from "./server.ts";

const SIDES = {
  server: { env: {}, run: asServer },
  client: { env: FOR_CLIENT, run: asClient },
  registry: { env: { EASEL_EGRESS_ALLOW: "localhost,127.0.0.1" }, run: asRegistry },
};

const [only] = process.argv.slice(2);
for (const [side, { env, run }] of Object.entries(SIDES)) {
  if (only !== undefined && only !== side) continue;
  const folder = newDataFolder("conformance");
  const easel = await EaselServer.start({ EASEL_DATA_DIR: folder, ...env });
  try {
    if (!(await run(easel))) process.exitCode = 1;
  } finally {
    await easel.stop();
    removeDataFolder(folder);
  }
}
