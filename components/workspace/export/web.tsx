import type { UIMessage } from "ai";
import { Fragment } from "react";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { field, type ToolPart } from "@/lib/shared/chat/parts";
import { shotOf } from "@/lib/shared/chat/shot";
import { sourcesOf } from "@/lib/shared/chat/sources";
import { lineOf } from "@/lib/shared/chat/web-address";
import { t } from "@/lib/shared/i18n/en/export";
import { Image } from "./image";

export function Screenshot({ tool: { toolName, input, output } }: { tool: ToolPart }) {
  const shot = factsOfTool(toolName)?.gives === "screenshot" ? shotOf(output) : undefined;
  if (!shot) return null;
  const of = lineOf(field(input, "selector"));
  return (
    <figure>
      <Image url={shot.url} alt={of ? t("screenshotOf", { part: of }) : t("screenshot")} />
    </figure>
  );
}

export function Sources({ message }: { message: UIMessage }) {
  const sources = sourcesOf(message);
  if (sources.length === 0) return null;
  return (
    <p className="quiet">
      {t("sources", { count: sources.length })}{" "}
      {sources.map(({ url, title }, index) => (
        <Fragment key={url}>
          {index > 0 && " · "}
          <a href={url} rel="noopener noreferrer">
            {title}
          </a>
        </Fragment>
      ))}
    </p>
  );
}
