// `npm run password`: sets a new password, for users who forgot theirs. Like `npm start`, needs only Node 20 and npm.
import { install } from "./install.mjs";
import { become } from "./node.mjs";

try {
  await install();
  await become("server/password.ts", process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
