import { join } from "node:path";

/** Where these sources lie: what a process of its own runs, and what is bundled for an isolate, is read from there. */
export const folder = (): string => join(process.env.EASEL_ROOT ?? process.cwd(), "lib", "sandbox");
