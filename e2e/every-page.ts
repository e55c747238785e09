import { globSync } from "node:fs";

/** Every page without a parameter, and `/login`. */
export const PAGES = globSync("{(workspace),.}/**/page.tsx", { cwd: new URL("../app", import.meta.url) })
  .map((file) => `/${file.replace(/\(\w+\)\/|\/?\[\[.*|\/?page\.tsx/g, "")}`)
  .filter((path) => !path.includes("["))
  .sort();
