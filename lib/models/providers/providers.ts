import { demo } from "@/lib/models/providers/demo/provider";
import type { ProviderId } from "@/lib/shared/settings";
import { anthropic } from "./anthropic";
import { gateway } from "./gateway";
import { google } from "./google";
import { openai } from "./openai";
import { lmstudio, ollama, openaiCompatible } from "./openai-compatible";
import type { ModelProvider } from "./provider";

export const providers: Readonly<Record<ProviderId | "demo", ModelProvider>> = {
  demo,
  openai,
  anthropic,
  google,
  gateway,
  "openai-compatible": openaiCompatible,
  ollama,
  lmstudio,
};
