import { titleOf } from "@/lib/shared/chat/contract";
import type { ConversationCopy } from "@/lib/shared/chat/conversation-copy";
import { timeOf } from "@/lib/shared/chat/parts";
import { versionsByCall } from "@/lib/shared/chat/surfaces/surface-versions";
import { type Surface, surfacesOf } from "@/lib/shared/chat/surfaces/surfaces";
import { fullTime } from "@/lib/shared/chat/time";
import { t } from "@/lib/shared/i18n/en/export";
import { currentLocale } from "@/lib/shared/i18n/locale";
import type { Exportable } from "./index";
import { drawMessage } from "./message";
import { type Context, html } from "./pieces";
import { RUNNING_POLICY } from "./running";
import { style } from "./style";
import { drawBlocks } from "./surface";

/** Model output may contain anything; this policy blocks all scripts and requests. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

export type Options = Context & { now: string; onProgress?: (done: number, of: number) => void };

export async function* conversationDocument(
  { conversation, messages, asks }: Exportable,
  options: Options,
): AsyncGenerator<string> {
  const title = titleOf(conversation);
  const times = messages.flatMap((message) => timeOf(message) ?? []);
  const from = times[0] ?? conversation.createdAt;
  const to = times.at(-1) ?? conversation.updatedAt;
  const time = (at: string) => <time dateTime={at}>{fullTime(at, options.timeZone)}</time>;
  yield* opening(title);
  yield html(
    <header>
      <h1>{title}</h1>
      <p className="quiet">
        {isSameMinute(from, to) ? time(from) : t.rich("span", { from: () => time(from), to: () => time(to) })}
      </p>
      <p className="quiet">
        {t("exported", {
          count: messages.length,
          time: fullTime(options.now, options.timeZone),
          zone: options.timeZone,
        })}
      </p>
    </header>,
  );
  // Each call shows its own version of the surface, at its place in the conversation.
  yield* drawMessages({ messages, surfaces: versionsByCall(surfacesOf(messages, asks)) }, options);
  yield END;
}

/**
 * Yields a conversation for the readers of a link, without the head of the document, which the server adds. `frames` has
 * the place of each component among the frames of the page, by the id of its surface.
 */
export async function* sharedConversation(
  title: string,
  copy: ConversationCopy,
  options: Options,
): AsyncGenerator<string> {
  yield `<style>${style}</style>`;
  yield html(
    <header>
      <h1>{title}</h1>
      <p className="quiet">{t("asOf", { time: fullTime(options.now, options.timeZone) })}</p>
    </header>,
  );
  yield* drawMessages(copy, options);
}

async function* drawMessages({ messages, surfaces }: ConversationCopy, options: Options) {
  yield "<main>";
  let after: string | undefined;
  for (const [index, message] of messages.entries()) {
    options.onProgress?.(index, messages.length);
    await options.breathe();
    yield* drawMessage(message, surfaces, options, { id: `m${index + 1}`, after });
    after = timeOf(message) ?? after;
  }
  yield "</main>";
}

/**
 * Yields one surface as an HTML document, without the user's messages. `running` is the markup of its
 * working component.
 */
export async function* surfaceDocument(
  surface: Surface,
  { running, ...options }: Options & { running?: string },
): AsyncGenerator<string> {
  yield* opening(surface.title, running ? RUNNING_POLICY : POLICY);
  const when = options.isForOthers
    ? t("asOf", { time: fullTime(options.now, options.timeZone) })
    : surface.at && fullTime(surface.at, options.timeZone);
  yield html(
    <header>
      <h1>{surface.title}</h1>
      {when && <p className="quiet">{when}</p>}
    </header>,
  );
  yield "<main>";
  if (running) yield `<section class="sheet running">${running}</section>`;
  yield* drawBlocks(surface, options, { below: 1, id: "s" });
  yield `</main>${END}`;
}

const END = "</body></html>\n";

function* opening(title: string, policy = POLICY) {
  yield `<!doctype html>\n<html lang="${currentLocale()}"><head><meta charset="utf-8">`;
  yield html(
    <>
      <meta httpEquiv="Content-Security-Policy" content={policy} />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="referrer" content="no-referrer" />
      <meta name="generator" content="Easel" />
      <title>{title}</title>
    </>,
  );
  yield `<style>${style}</style></head><body>`;
}

const isSameMinute = (a: string, b: string) => a.slice(0, 16) === b.slice(0, 16);
