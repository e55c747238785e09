import { browserTools } from "./browser";
import { canvasTools } from "./canvas";
import { componentTools } from "./components";
import { databaseTools } from "./database";
import type { Tool, Toolset } from "./define";
import { imageTools } from "./images";
import { sandboxTools } from "./sandbox";
import { selfTools } from "./self";
import { stateTools } from "./state";
import { toolTools } from "./tools";
import { userTools } from "./user";
import { webTools } from "./web";

/** Every built-in toolset, in the order in which settings and prompt show them. */
export const toolsets: readonly Toolset[] = [
  userTools,
  canvasTools,
  componentTools,
  stateTools,
  databaseTools,
  selfTools,
  toolTools,
  sandboxTools,
  webTools,
  imageTools,
  browserTools,
];

/** A built-in tool with its name and toolset. */
export function findTool(name: string): { name: string; tool: Tool; toolset: Toolset } | undefined {
  for (const toolset of toolsets) {
    const tool = Object.hasOwn(toolset.tools, name) ? toolset.tools[name] : undefined;
    if (tool) return { name, tool, toolset };
  }
}
