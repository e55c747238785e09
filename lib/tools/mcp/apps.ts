import { createHash } from "node:crypto";
import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import { APP_MIME, type AppPolicy, MAX_APP_HTML } from "@/lib/shared/mcp/apps";
import { keepMcpApp } from "@/lib/store/hot/mcp-apps";
import { policyFor } from "./app-policy";
import type { Connection } from "./connection";

const READ_MS = 20_000;

const contents = z.looseObject({
  contents: z
    .array(
      z.looseObject({
        uri: z.string().default(""),
        mimeType: z.string().max(200).default(""),
        text: z.string().optional(),
        blob: z.string().optional(),
        _meta: z.unknown().optional(),
      }),
    )
    .max(100),
});

const declared = z.looseObject({ ui: z.looseObject({ csp: z.unknown().optional() }) });

/** An app's document and permitted addresses. `hash` covers both. */
export type App = { hash: string; html: string; policy: AppPolicy };

export async function readApp(connection: Connection, uri: string, signal: AbortSignal): Promise<App> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(READ_MS)]);
  const got = await connection.use(uri, signal, (client) =>
    client.request({ method: "resources/read", params: { uri } }, contents, {
      signal: bounded,
      timeout: READ_MS,
    }),
  );
  const found = got.contents.find((one) => one.uri === uri) ?? got.contents[0];
  if (!found || found.mimeType.replace(/\s/g, "").toLowerCase() !== APP_MIME)
    throw new AppError("invalid", `${uri} is not an app: its media type is not ${APP_MIME}.`);
  const html = (found.text ?? Buffer.from(found.blob ?? "", "base64").toString("utf8"))
    .replaceAll("\0", "")
    .toWellFormed();
  if (html.trim() === "") throw new AppError("invalid", `${uri} is an empty document.`);
  if (html.length > MAX_APP_HTML)
    throw new AppError("too_large", `${uri} is larger than ${MAX_APP_HTML / 1_000_000} MB.`);
  const caller = { agentId: connection.row.agentId, tool: `mcp:${connection.row.id}` };
  const policy = await policyFor(declared.safeParse(found._meta).data?.ui.csp, caller, signal);
  const hash = createHash("sha256")
    .update(JSON.stringify([html, policy]))
    .digest("hex");
  await keepMcpApp({ hash, html, policy });
  return { hash, html, policy };
}
