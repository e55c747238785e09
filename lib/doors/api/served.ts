import { readFileSync } from "node:fs";
import { join } from "node:path";
import { singleton } from "@/lib/ground/base/process";
import { etagOf } from "@/lib/platform/http/etag";

const PATH = "lib/doors/api/openapi.json";

/** Returns the stored document and its ETag. It is read at the first request. */
export const servedDocument = (): { text: string; etag: string } =>
  singleton("openapi document", () => {
    const text = readFileSync(join(process.env.EASEL_ROOT ?? process.cwd(), PATH), "utf8");
    return { text, etag: etagOf(text) };
  });
