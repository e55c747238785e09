// `npm start`: needs only Node 20 and npm. Installs the packages, starts the server and restarts it when it
// dies.
import { join } from "node:path";
import { install, ROOT } from "./install.mjs";
import { keepServing } from "./keep-serving.mjs";
import { become } from "./node.mjs";

try {
  await install();
  const args = process.argv.slice(2);
  if (args.includes("--build")) await become("build.mjs", args);
  else await keepServing(join(ROOT, "bin", "serve.mjs"), args);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
