// `npm run conformance`: runs MCP's conformance suite on both sides, the cases of Open Responses, threads of AG-UI
// with pauses, calls every operation of the HTTP API with a generated client, and takes components into a blank app with
// shadcn. `-- client`, `-- server`, `-- responses`, `-- ag-ui`, `-- api` and `-- registry` run one.
import { removeDataFolder } from "../../lib/store/embedded/testing/remove.ts";
import { newDataFolder } from "../data-folder.ts";
import { startProvider } from "../provider/server.ts";
import { EaselServer } from "../server.ts";
import { asAgUi } from "./ag-ui.ts";
import { asApi, FOR_API } from "./api.ts";
import { asClient, FOR_CLIENT } from "./client.ts";
import { asRegistry } from "./registry.ts";
import { asResponses } from "./responses.ts";
import { asServer } from "./server.ts";

const provider = await startProvider();
const model = {
  ...{ OPENAI_BASE_URL: provider.url, OPENAI_API_KEY: "sk-conformance" },
  EASEL_MODEL: "openai-compatible/fake-model",
};
const SIDES = {
  server: { env: {}, run: asServer },
  client: { env: FOR_CLIENT, run: asClient },
  responses: { env: model, run: asResponses },
  "ag-ui": { env: model, run: asAgUi },
  api: { env: { ...model, ...FOR_API }, run: asApi },
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
await provider.close();
