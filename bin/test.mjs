// `npm test [STAGE…]`: runs all stages or the named ones. Needs only Node 20 and npm.
import { install } from "./install.mjs";
import { become } from "./node.mjs";

try {
  await install({ dev: true });
  await become("test/run.ts", process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
