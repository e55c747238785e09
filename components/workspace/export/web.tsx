import type { UIMessage } from "ai";
import { Fragment } from "react";
import { factsOfTool } from "@/lib/shared/chat/built-in-tools";
import { field, type ToolPart } from "@/lib/shared/chat/parts";
import { shotOf } from "@/lib/shared/chat/shot";
import { sourcesOf } from "@/lib/shared/chat/sources";
import { lineOf } from "@/lib/shared/chat/web-address";
import { Image } from "./image";

export function Screenshot({ tool: { toolName, input, output } }: { tool: ToolPart }) {
  const shot = factsOfTool(toolName)?.gives === "screenshot" ? shotOf(output) : undefined;
  if (!shot) return null;
  const of = lineOf(field(input, "selector"));
  return (
    <figure>
      <Image url={shot.url} alt={of ? `Screenshot of ${of}` : "Screenshot of the page"} />
    </figure>
  );
}

export function Sources({ message }: { message: UIMessage }) {
  const sources = sourcesOf(message);
  if (sources.length === 0) return null;
  return (
    <p className="quiet">
      {sources.length === 1 ? "Source: " : "Sources: "}
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
