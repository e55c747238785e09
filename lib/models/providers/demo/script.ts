import type { LanguageModelV4Prompt } from "@ai-sdk/provider";
import { brokenOffTurn, type Scene } from "./scene";
import { bake } from "./scenes/bake";
import { branches } from "./scenes/branches";
import { byHand } from "./scenes/by-hand";
import { connectScene } from "./scenes/connect";
import { enough } from "./scenes/enough";
import { errorRecovery } from "./scenes/error-recovery";
import { finding } from "./scenes/finding";
import { liveSurface } from "./scenes/live-surface";
import { lost } from "./scenes/lost";
import { permissionScene } from "./scenes/permission";
import { porto } from "./scenes/porto";
import { recall } from "./scenes/recall";
import { remember } from "./scenes/remember";
import { salesScene } from "./scenes/sales";
import { selfEditing } from "./scenes/self-editing";
import { sorting } from "./scenes/sorting";
import { interruption, steering } from "./scenes/steering";
import { toolMaking } from "./scenes/tool-making";
import { tour } from "./scenes/tour";
import { readTranscript, type Transcript } from "./transcript";
import type { DemoTurn } from "./turn";

const stops: readonly Scene[] = [
  bake,
  salesScene,
  liveSurface,
  sorting,
  toolMaking,
  selfEditing,
  remember,
  errorRecovery,
  steering,
  branches,
  finding,
  permissionScene,
  connectScene,
];
/** The order matters: if a message matches two scenes equally, the earlier one plays. */
const scenes: readonly Scene[] = [tour, enough, recall, porto, ...stops];

export function nextTurn(prompt: LanguageModelV4Prompt): DemoTurn {
  const transcript = readTranscript(prompt);
  if (byHand.about.test(transcript.text)) return byHand.play(transcript);
  const scene = sceneFor(transcript);
  return brokenOffTurn(transcript, scene) ?? scene.play(transcript);
}

function sceneFor(transcript: Transcript): Scene {
  return interruption(transcript) ?? find(transcript.text) ?? lost;
}

function find(text: string): Scene | undefined {
  const chosen = scenes.find(({ title }) => title.toLowerCase() === text.toLowerCase());
  if (chosen) return chosen;
  const ranked = scenes.map((scene) => ({ scene, hits: hits(text, scene) }));
  const best = ranked.reduce((a, b) => (b.hits > a.hits ? b : a));
  return best.hits > 0 ? best.scene : undefined;
}

const hits = (text: string, { about }: Scene) =>
  new Set(text.toLowerCase().match(new RegExp(about, "gi"))).size;
