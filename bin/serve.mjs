import { serve } from "./server/serve.ts";

await serve({ dev: process.argv.includes("--dev") || process.env.EASEL_DEV === "1" });
