import { toast } from "sonner";
import { readQuery } from "@/components/canvas/blocks/live/api";
import { titleOf } from "@/lib/shared/chat/contract";
import type { Surface } from "@/lib/shared/chat/surfaces";
import { breather } from "./breathe";
import { download, print } from "./deliver";
import { conversationDocument, type Options, surfaceDocument } from "./document";
import { drawChart } from "./draw-chart";
import { embedPictures } from "./embed-pictures";
import { fileName } from "./file-name";
import type { Exportable } from "./index";
import { pictureReader } from "./picture-reader";

type As = "file" | "print";

/** What is done sooner needs no words. */
const PATIENCE_MS = 400;

export function takeConversation(from: Exportable, as: As): Promise<boolean> {
  return take(titleOf(from.conversation), as, (options) => conversationDocument(from, options));
}

export function takeSurface(surface: Surface, from: { title: string } | undefined, as: As): Promise<boolean> {
  return take(surface.title, as, (options) => surfaceDocument(surface, from, options));
}

async function take(
  title: string,
  as: As,
  write: (options: Options) => AsyncIterable<string>,
): Promise<boolean> {
  const abort = new AbortController();
  const shown = progress(as, () => abort.abort());
  try {
    const pieces: string[] = [];
    const options: Options = {
      now: new Date().toISOString(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      drawChart,
      query: (query) => readQuery(query).catch(() => undefined),
      breathe: breather(abort.signal),
      onProgress: shown.tell,
    };
    for await (const piece of embedPictures(write(options), pictureReader())) pieces.push(piece);
    shown.end();
    if (as === "file") download(new Blob(pieces, { type: "text/html" }), fileName(title));
    else await print(pieces.join(""));
    return true;
  } catch (error) {
    shown.end();
    if (abort.signal.aborted) return false;
    toast.error(as === "file" ? "The file could not be made." : "The pages could not be made.", {
      description: "Reload the page and try again.",
    });
    throw error;
  }
}

/** Says how far it is, with a way out, once it takes long enough to wonder. */
function progress(as: As, cancel: () => void) {
  const words = as === "file" ? "Making the file" : "Making the pages";
  let id: string | number | undefined;
  let of = "";
  const show = () => {
    id = toast.loading(words + of, {
      id,
      duration: Number.POSITIVE_INFINITY,
      cancel: { label: "Cancel", onClick: cancel },
    });
  };
  const timer = setTimeout(show, PATIENCE_MS);
  return {
    tell(done: number, all: number) {
      const next = `: ${done.toLocaleString("en")} of ${all.toLocaleString("en")} messages`;
      if (next === of) return;
      of = next;
      if (id !== undefined && done % 10 === 0) show();
    },
    end() {
      clearTimeout(timer);
      if (id !== undefined) toast.dismiss(id);
    },
  };
}
