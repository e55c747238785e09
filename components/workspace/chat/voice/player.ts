import { failureText } from "@/components/client/failure";
import { speak } from "@/components/client/voice";
import { notifyProblem } from "@/components/ui/kit/notify";
import { t } from "@/lib/shared/i18n/en/chatVoice";
import { spokenPieces } from "@/lib/shared/voice/pieces";

export type Playing = { id: string; isLoading: boolean } | undefined;

/** Reads one answer of this tab aloud, piece by piece. The next piece is fetched while one plays. */
export class Player {
  #playing: Playing;
  #end = new AbortController();
  #audio: HTMLAudioElement | undefined;
  readonly #listeners = new Set<() => void>();

  get playing(): Playing {
    return this.#playing;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  stop(): void {
    this.#end.abort();
    this.#audio?.pause();
    this.#set(undefined);
  }

  /** Call it in the handler of a click: phones allow sound only then, and only for this element. */
  play(id: string, text: string): void {
    this.stop();
    this.#end = new AbortController();
    this.#audio ??= new Audio();
    this.#set({ id, isLoading: true });
    void this.#read(id, spokenPieces(text), this.#audio, this.#end.signal);
  }

  async #read(
    id: string,
    pieces: readonly string[],
    audio: HTMLAudioElement,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      let next = fetched(pieces[0], signal);
      for (let at = 0; at < pieces.length; at++) {
        const blob = await next;
        if (signal.aborted || !blob) return;
        next = fetched(pieces[at + 1], signal);
        this.#set({ id, isLoading: false });
        await played(audio, blob, signal);
      }
    } catch (error) {
      if (!signal.aborted) void notifyProblem(t("notSpoken", { error: failureText(error) }));
    } finally {
      if (!signal.aborted) this.stop();
    }
  }

  #set(playing: Playing): void {
    this.#playing = playing;
    for (const listener of this.#listeners) listener();
  }
}

async function fetched(text: string | undefined, signal: AbortSignal): Promise<Blob | undefined> {
  const blob = text === undefined ? undefined : speak(text, signal);
  // It is awaited only after the piece before has been played.
  blob?.catch(() => {});
  return blob;
}

function played(audio: HTMLAudioElement, blob: Blob, signal: AbortSignal): Promise<void> {
  const url = URL.createObjectURL(blob);
  return new Promise<void>((resolve, reject) => {
    audio.onended = () => resolve();
    audio.onerror = () => reject(new Error(audio.error?.message || "The browser cannot play it."));
    signal.addEventListener("abort", () => resolve(), { once: true });
    audio.src = url;
    audio.play().catch((error) => (signal.aborted ? resolve() : reject(error)));
  }).finally(() => URL.revokeObjectURL(url));
}

let player: Player | undefined;
export const thePlayer = (): Player => {
  player ??= new Player();
  return player;
};
