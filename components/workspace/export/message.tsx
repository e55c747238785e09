import type { UIMessage } from "ai";
import { OutputLines } from "@/components/ui/kit/output-lines";
import { withoutHidden } from "@/lib/shared/blocks/hidden-fields";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { describeTakeover } from "@/lib/shared/chat/describe-takeover";
import { type MessageMetadata, messageMetadata } from "@/lib/shared/chat/metadata";
import { field, isRecord, type ToolPart, textOf } from "@/lib/shared/chat/parts";
import { pointLabel, pointsOf } from "@/lib/shared/chat/points";
import { type Row, rowsOf } from "@/lib/shared/chat/rows";
import { type SessionPart, sessionOf } from "@/lib/shared/chat/session";
import { sentSurfaceOf } from "@/lib/shared/chat/surfaces/sheets";
import { type Surface, surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import { clock, fullTime } from "@/lib/shared/chat/time";
import { programFiles } from "@/lib/shared/code/result";
import { commentOf } from "@/lib/shared/comments/view";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/export";
import { made } from "@/lib/shared/images/made";
import { Attachment } from "./attachment";
import { CallDetails } from "./call";
import { CodeText, pretty } from "./code-text";
import { Image } from "./image";
import { type Context, html, type Pieces } from "./pieces";
import { Prose } from "./prose";
import { drawSurface } from "./surface";
import { Screenshot, Sources } from "./web";

/**
 * Returns the displayed sender. Messages of jobs, programs, subagents and earlier sessions are not the user's.
 */
function whoSays(
  isUser: boolean,
  { cause, program, helper: subagent }: MessageMetadata,
  { session, author }: { session: SessionPart | undefined; author: string | undefined },
): string {
  if (author !== undefined) {
    if (!isUser) return common("easel");
    return cause ? t("automatic") : author || t("user");
  }
  if (session) return t("earlierSession");
  if (cause) return cause.kind === "pulse" ? t("checkIn") : t("job", { name: cause.name });
  if (!isUser) return common("easel");
  if (subagent)
    return subagent.kind === "task"
      ? t("askedBy", { name: subagent.name })
      : t("helper", { name: subagent.name });
  return program ? t("program", { name: program.name }) : common("you");
}

export async function* drawMessage(
  message: UIMessage,
  surfaces: ReadonlyMap<string, Surface>,
  context: Context,
  { id, after }: { id: string; after: string | undefined },
): AsyncGenerator<string> {
  const isUser = message.role === "user";
  const metadata = messageMetadata.safeParse(message.metadata).data ?? {};
  const session = message.parts.map(sessionOf).find(Boolean);
  yield `<article class="${isUser ? "person" : "agent"}" id="${id}">`;
  yield html(
    <Head
      who={whoSays(isUser, metadata, { session, author: context.author })}
      message={message}
      metadata={metadata}
      after={after}
      zone={context.timeZone}
    />,
  );
  if (session)
    yield html(
      <details className="call">
        <summary>
          {t("continues", {
            title: session.title,
            time: fullTime(session.endedAt, context.timeZone),
          })}
        </summary>
        <Prose text={session.summary} below={2} id={`${id}-session`} />
      </details>,
    );
  const text = textOf(message);
  if (isUser && text) yield html(<p className="said">{text}</p>);
  const points = pointsOf(message);
  if (points.length > 0)
    yield html(<p className="said">{t("pointedAt", { places: points.map(pointLabel).join("; ") })}</p>);
  const comment = commentOf(message);
  if (comment) yield html(<p className="said">{`${comment.author}: ${comment.text}`}</p>);
  const sent = message.parts.map(sentSurfaceOf).find(Boolean);
  const from = sent && surfaces.get(surfaceId(sent.messageId, sent.toolCallId));
  if (sent)
    yield html(
      <div className="said">
        <p>{t("from", { title: sent.title })}</p>
        <OutputLines output={withoutHidden(from?.input, sent.output)} input={from?.input} />
      </div>,
    );
  for (const row of rowsOf(message)) {
    if (isUser && row.kind === "text") continue;
    await context.breathe();
    const surface =
      row.kind === "surface" ? surfaces.get(surfaceId(message.id, row.tool.toolCallId)) : undefined;
    const rowId = `${id}-${row.key}`;
    if (surface) yield* drawSurface(surface, context, { level: 3, id: rowId });
    else yield* drawRow(row, metadata, rowId);
  }
  yield html(<Sources message={message} />);
  yield "</article>";
}

type HeadProps = {
  who: string;
  message: UIMessage;
  metadata: MessageMetadata;
  after: string | undefined;
  zone: string;
};

function Head({ who, message, metadata: { createdAt, model, versions }, after, zone }: HeadProps) {
  const version = versions && versions.length > 1 ? versions.indexOf(message.id) + 1 : 0;
  return (
    <header>
      <h2>{who}</h2>
      <p className="quiet facts">
        {createdAt && (
          <time dateTime={createdAt} title={fullTime(createdAt, zone)}>
            {isSameDay(createdAt, after, zone) ? clock(createdAt, zone) : fullTime(createdAt, zone)}
          </time>
        )}
        {model && <span>{model}</span>}
        {versions && version > 0 && <span>{t("version", { version, count: versions.length })}</span>}
      </p>
    </header>
  );
}

const isSameDay = (at: string, after: string | undefined, zone: string) =>
  after === undefined || dayOf(at, zone) === dayOf(after, zone);

/** Returns the calendar day in the zone, for example 2026-11-21. */
const dayOf = (at: string, timeZone: string) =>
  new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date(at));

function drawRow(row: Row, { calls }: MessageMetadata, id: string): Pieces {
  switch (row.kind) {
    case "text":
      return [html(<Prose text={row.text} below={2} id={id} />)];
    case "reasoning":
      return [
        html(
          <details className="call">
            <summary>{t("thoughts")}</summary>
            <Prose text={row.text} below={2} id={id} />
          </details>,
        ),
      ];
    case "tools":
      return row.tools.map((tool) =>
        html(
          <>
            <CallDetails tool={tool} times={calls?.[tool.toolCallId]} />
            <MadeImage tool={tool} />
            <Screenshot tool={tool} />
          </>,
        ),
      );
    case "question":
      return [html(<Question tool={row.tool} id={id} />)];
    case "approval":
      return [
        html(
          <section className="ask">
            <p>
              {t.rich("askedToUse", {
                code: (chunks) => <code>{chunks}</code>,
                tool: row.tool.toolName,
              })}
            </p>
            <CodeText text={pretty(row.tool.input)} language="json" />
          </section>,
        ),
      ];
    case "notice":
      return [html(<p className="notice">{row.notice.message}</p>)];
    case "compaction":
      return row.compaction.state === "done"
        ? [
            html(
              <details className="call">
                <summary>{t("summarised")}</summary>
                <Prose text={row.compaction.summary} below={2} id={id} />
              </details>,
            ),
          ]
        : [];
    case "file":
      return [html(<Attachment url={row.url} name={row.name} mediaType={row.mediaType} />)];
    case "hand":
      return [
        html(
          <p className="quiet">
            {describeTakeover(row.hand)}
            {row.hand.text && common("quoted", { text: row.hand.text })}
          </p>,
        ),
      ];
    case "surface":
      return [];
  }
}

function MadeImage({ tool }: { tool: ToolPart }) {
  const { toolName, output } = tool;
  const files = programFiles(tool);
  if (files.length > 0)
    return files.map(({ url, name, mediaType }) => (
      <Attachment key={url} url={url} name={name} mediaType={mediaType} />
    ));
  const image = factsOfTool(toolName)?.gives === "picture" ? made.safeParse(output).data : undefined;
  if (!image) return null;
  return (
    <figure>
      <Image url={image.url} alt={image.description} />
      <figcaption>{image.description}</figcaption>
    </figure>
  );
}

function Question({ tool: { input, output }, id }: { tool: ToolPart; id: string }) {
  const options = isRecord(input) && Array.isArray(input.options) ? input.options : [];
  const answer = field(output, "answer");
  return (
    <section className="ask">
      <Prose text={field(input, "question") ?? ""} below={2} id={id} />
      {options.length > 0 && (
        <p className="quiet">{t("offered", { options: options.map(String).join(" · ") })}</p>
      )}
      <p>{answer === undefined ? unanswered(output) : <strong>{answer}</strong>}</p>
    </section>
  );
}

const unanswered = (output: unknown): string => (output === undefined ? t("waiting") : t("closed"));
