import { BuiltInPage } from "./built-in-page";
import type { ToolEntry } from "./entry";
import { LostTool } from "./own/lost-tool";
import { OwnToolPage } from "./own/own-tool-page";

type ToolPageProps = { name: string; entry: ToolEntry; now: string };

export function ToolPage({ name, entry, now }: ToolPageProps) {
  switch (entry.kind) {
    case "own":
      return <OwnToolPage entry={entry} now={now} />;
    case "built-in":
      return <BuiltInPage view={entry.view} calls={entry.calls} now={now} />;
    case "lost":
      return <LostTool name={name} versions={entry.versions} lines={entry.lines} now={now} />;
  }
}
