import { effectiveSettings } from "@/lib/store/agents/settings";
import { asJson, sql } from "@/lib/store/db";
import { type Narrowed, viewedChats, viewedFiles, viewedMessages } from "@/lib/store/hot/document-views";

/*
 * Shows the workspace as read-only document collections without secrets. Of the settings, only those without
 * keys and provider addresses are included.
 */

export type Viewed = { documents: Record<string, unknown>[]; origins: string[] };
type View = (agentId: string, narrowed: Narrowed) => AsyncGenerator<Viewed>;

const BATCH = 500;
/** Batch size for messages, which may be long. */
const FEW = 100;

const date = (time: string | null) => (time === null ? null : { $date: new Date(time).toISOString() });
const originsOf = (rows: readonly { origins: string[] | null }[]) => [
  ...new Set(rows.flatMap(({ origins }) => origins ?? [])),
];

async function* chats(agentId: string, narrowed: Narrowed): AsyncGenerator<Viewed> {
  for await (const rows of viewedChats(agentId, narrowed).cursor(BATCH))
    yield {
      documents: rows.map(({ id, title, origin, model, ...times }) => ({
        ...{ _id: id, title, origin, model },
        ...{
          pinnedAt: date(times.pinnedAt),
          createdAt: date(times.createdAt),
          updatedAt: date(times.updatedAt),
        },
      })),
      origins: originsOf(rows),
    };
}

async function* messages(agentId: string, narrowed: Narrowed): AsyncGenerator<Viewed> {
  for await (const rows of viewedMessages(agentId, narrowed).cursor(FEW))
    yield {
      documents: rows.map(({ id, conversationId: chatId, role, parts, createdAt }) => ({
        ...{ _id: id, chatId, role, text: textOf(parts), createdAt: date(createdAt) },
      })),
      origins: originsOf(rows),
    };
}

/** Returns the text parts, without tool inputs and outputs. */
function textOf(parts: unknown): string {
  if (!Array.isArray(parts)) return "";
  const strings = parts.flatMap((part) =>
    part?.type === "text" && typeof part.text === "string" ? [part.text] : [],
  );
  return strings.join("\n\n");
}

async function* settings(agentId: string, { ids }: Narrowed): AsyncGenerator<Viewed> {
  const rows = await sql()<{ key: string; value: unknown }[]>`
    select key, value from (${effectiveSettings(sql()`${agentId}::uuid`)}) held
    where ${ids ? sql()`key in (select json_array_elements_text(${asJson(ids)}::json)) and` : sql()``}
      (key in ('general', 'limits', 'budget') or key like 'toolset:%' or key like 'tool:%')
    order by key`;
  yield { documents: rows.map(({ key, value }) => ({ _id: key, value })), origins: [] };
}

const files = (which: "pictures" | "uploads"): View =>
  async function* (agentId, narrowed) {
    for await (const rows of viewedFiles(agentId, which, narrowed).cursor(BATCH))
      yield {
        documents: rows.map(({ id: _id, createdAt, origins: _, ...file }) => ({
          _id,
          ...file,
          createdAt: date(createdAt),
        })),
        origins: originsOf(rows),
      };
  };

export const VIEWS: Record<"chats" | "messages" | "settings" | "media" | "attachments", View> = {
  chats,
  messages,
  settings,
  media: files("pictures"),
  attachments: files("uploads"),
};
