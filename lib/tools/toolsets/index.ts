import { agentTools } from "./agents";
import { boardTools } from "./board";
import { browserTools } from "./browser";
import { canvasTools } from "./canvas";
import { codeTools } from "./code";
import { componentTools } from "./components";
import { databaseTools } from "./database";
import type { Tool, Toolset } from "./define";
import { documentTools } from "./documents";
import { fileTools } from "./files";
import { imageTools } from "./images";
import { mailTools } from "./mail";
import { memoryTools } from "./memory";
import { projectTools } from "./projects";
import { sandboxTools } from "./sandbox";
import { scheduleTools } from "./schedule";
import { selfTools } from "./self";
import { skillTools } from "./skills";
import { stateTools } from "./state";
import { toolTools } from "./tools";
import { userTools } from "./user";
import { webTools } from "./web";
import { whatsappTools } from "./whatsapp";

/** All built-in toolsets, in the order in which the settings and the prompt list them. */
export const toolsets: readonly Toolset[] = [
  userTools,
  canvasTools,
  boardTools,
  projectTools,
  componentTools,
  stateTools,
  databaseTools,
  documentTools,
  fileTools,
  selfTools,
  memoryTools,
  toolTools,
  skillTools,
  sandboxTools,
  codeTools,
  webTools,
  imageTools,
  browserTools,
  scheduleTools,
  agentTools,
  whatsappTools,
  mailTools,
];

export type Found = { name: string; tool: Tool; toolset: Toolset };

export function findIn(sets: readonly Toolset[], name: string): Found | undefined {
  for (const toolset of sets) {
    const tool = Object.hasOwn(toolset.tools, name) ? toolset.tools[name] : undefined;
    if (tool) return { name, tool, toolset };
  }
}

export const findTool = (name: string): Found | undefined => findIn(toolsets, name);
