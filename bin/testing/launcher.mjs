import { keepServing } from "../keep-serving.mjs";

await keepServing(process.argv[2], process.argv.slice(3), [0, 500, 10, 10, 20]);
