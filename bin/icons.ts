// `npm run icons`: updates the file with Tabler's icons.
import { join } from "node:path";
import { writeTablerIcons } from "./server/runtime-icons.ts";

writeTablerIcons(join(import.meta.dirname, ".."));
