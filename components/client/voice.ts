"use client";

import { createContext } from "react";
import { transcript, type VoiceSupport } from "@/lib/shared/voice/voice";
import { jsonBody, request } from "./request";

export const VoiceContext = createContext<VoiceSupport>({ dictation: false, speech: false });

const PATIENCE_MS = 150_000;

/** Returns the transcript of a recording. */
export async function transcribe(recording: Blob, signal?: AbortSignal): Promise<string> {
  const headers = { "content-type": recording.type || "audio/webm" };
  const init = { method: "POST", headers, body: recording, signal, patienceMs: PATIENCE_MS };
  return transcript.parse(await (await request("/api/voice/transcriptions", init)).json()).text;
}

/** Returns a text as speech. */
export async function speak(text: string, signal: AbortSignal): Promise<Blob> {
  const init = { method: "POST", ...jsonBody({ text }), signal, patienceMs: PATIENCE_MS };
  return (await request("/api/voice/speech", init)).blob();
}
