import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { brokenOff, type Scene } from "./scene";
import { bakery } from "./scenes/bakery";
import { byHand } from "./scenes/by-hand";
import { help } from "./scenes/help";
import { porto } from "./scenes/porto";
import { recall } from "./scenes/recall";
import { remember } from "./scenes/remember";
import { readTranscript } from "./transcript";
import type { Turn } from "./turn";

/** The first scene that knows the person's last message plays; guided ones end where something breaks. */
const guided: readonly Scene[] = [porto, bakery, recall, remember];

export function nextTurn(prompt: LanguageModelV4Prompt): Turn {
  const transcript = readTranscript(prompt);
  const { text } = transcript;
  if (byHand.matches(text)) return byHand.play(transcript);
  const scene = guided.find((candidate) => candidate.matches(text)) ?? help;
  return brokenOff(transcript) ?? scene.play(transcript);
}
