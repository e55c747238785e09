import { appendFileSync, statSync } from "node:fs";

const [file, ...ends] = process.argv.slice(2);
appendFileSync(file, "x");
const nth = statSync(file).size - 1;
const end = ends[nth] ?? "0";
const { EASEL_LAST_RESTART: restart = "null", PORT: port = null } = process.env;
process.on("SIGTERM", () => process.exit(0));
process.stdout.write(`${JSON.stringify({ nth, port, restart: JSON.parse(restart) })}\n`);
if (end === "early") process.exit(3);
process.send({ ready: 4321 }, () => {
  if (end === "kill") process.kill(process.pid, "SIGKILL");
  if (end === "stay") setInterval(() => {}, 1_000);
  else process.exit(Number(end));
});
