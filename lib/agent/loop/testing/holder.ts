import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { openLock } from "../../../ground/base/file-lock.ts";

// Simulates another server of a data folder: it holds its presence lock until it is killed.
const [folder = "", id = ""] = process.argv.slice(2);
mkdirSync(join(folder, "servers"), { recursive: true });
// Retry, because another server that checks the new file can hold the lock for a moment.
const lock = openLock(join(folder, "servers", `${id}.lock`));
while (!lock.tryExclusive());
process.stdout.write("held\n");
setInterval(() => {}, 1_000);
