import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openLock } from "../../../ground/base/file-lock.ts";

// Another server of a data folder, as far as its presence goes: it holds its lock until it is killed.
const [folder = "", id = ""] = process.argv.slice(2);
mkdirSync(join(folder, "servers"), { recursive: true });
// Whoever looks between the making of the file and the lock has it for a moment.
const lock = openLock(join(folder, "servers", `${id}.lock`));
while (!lock.tryExclusive());
process.stdout.write("held\n");
setInterval(() => {}, 1_000);
