import { globSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startQueue } from "@/lib/agent/background/queue";
import { testRequest } from "@/lib/platform/http/test-request";
import { resolveAgent } from "@/lib/store/agents/agents";
import { testDatabase } from "@/lib/store/testing/database";

const database = await testDatabase();
beforeAll(() => startQueue([]).started);
afterAll(() => database.drop());

const UUID = "00000000-0000-4000-8000-000000000000";
const METHODS = ["POST", "PUT", "PATCH", "DELETE"] as const;
const ROUTES = globSync("**/route.ts", { cwd: import.meta.dirname }).sort();
/** Routes whose body is not JSON of a fixed shape, with the reason. */
const FREE: Record<string, string> = {
  "[[...path]]/route.ts": "no address",
  "backup/preview/route.ts": "a backup",
  "database/csv/route.ts": "CSV",
  "database/tables/[name]/csv/route.ts": "CSV",
  "documents/[collection]/[id]/route.ts": "a document or the operators of an update",
  "documents/[collection]/route.ts": "a document",
  "files/route.ts": "a file",
  "import/preview/route.ts": "an exported file, checked by lib/code/history",
  "imports/route.ts": "a zip archive",
  "import/route.ts": "an exported file, checked by lib/code/history",
  "shares/route.ts": "an HTML document",
  "voice/transcriptions/route.ts": "a recording",
  "webhooks/telegram/route.ts": "an update of Telegram",
  "webhooks/whatsapp/route.ts": "a notification of Meta",
};
const ADDRESS: Record<string, { query?: string; params?: Record<string, string> }> = {
  "channels/[id]/route.ts": { params: { id: "telegram" } },
  "comments/[id]/route.ts": { query: `kind=app&app=${UUID}` },
  "comments/read/route.ts": { query: `kind=app&app=${UUID}` },
  "comments/route.ts": { query: `kind=app&app=${UUID}` },
  "sheets/[conversation]/actions/route.ts": { query: "messageId=m&toolCallId=t" },
  "sheets/[conversation]/app/route.ts": { query: "messageId=m&toolCallId=t" },
  "sheets/[conversation]/calls/route.ts": { query: "messageId=m&toolCallId=t" },
  "sheets/[conversation]/room/route.ts": { query: "messageId=m&toolCallId=t" },
};

test.each(ROUTES.filter((file) => !FREE[file]))(
  "%s returns 422 naming an unknown field of the body",
  async (file) => {
    await resolveAgent();
    const handlers = await import(/* @vite-ignore */ join(import.meta.dirname, file));
    const path = `/api/${file.replace(/\/?route\.ts$/, "")}`;
    const { query = "", params: knownParams } = ADDRESS[file] ?? {};
    const names = [...path.matchAll(/\[+(\.\.\.)?(\w+)\]+/g)];
    const params = {
      ...Object.fromEntries(names.map(([, many, name = ""]) => [name, many ? [UUID] : UUID])),
      ...knownParams,
    };
    const wrong: string[] = [];
    for (const method of METHODS) {
      const request = testRequest(`${path.replace(/\[.*/, "x")}?${query}`, {
        method,
        body: { zzzzzz: 1 },
      });
      const response: Response = await handlers[method](request, { params: Promise.resolve(params) });
      const text = await response.text();
      if (response.status !== 405 && !(response.status === 422 && text.includes("zzzzzz")))
        wrong.push(`${method} ${response.status} ${text.slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
  },
);
