import { parseArgs } from "node:util";
import { startProvider } from "./server.ts";

const { values } = parseArgs({
  options: { port: { type: "string", default: "0" }, model: { type: "string", multiple: true } },
});

const provider = await startProvider({ port: Number(values.port), models: values.model });
console.log(provider.url);

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void provider.close());
}
