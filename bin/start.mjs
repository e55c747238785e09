// `npm start`: needs nothing but Node 20 and npm, brings the rest, and starts the server.
import { install } from "./install.mjs";
import { become } from "./node.mjs";

try {
  await install();
  await become(process.argv.includes("--build") ? "build.mjs" : "serve.mjs", process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
