import { freeze } from "@/components/draw/frame/freeze";
import { propsOf } from "@/components/draw/frame/props-of";
import { conversationCopy } from "@/lib/shared/chat/conversation-copy";
import { callOf } from "@/lib/shared/chat/surfaces/sheet-change";
import { type Surface, surfaceId } from "@/lib/shared/chat/surfaces/surfaces";
import { currentLocale } from "@/lib/shared/i18n/locale";
import { type FrozenComponent, MAX_FROZEN_COMPONENTS, type SharedCopy } from "@/lib/shared/shares";
import { type Options, sharedConversation } from "./document";
import { embedImages } from "./embed-images";
import type { CopyOptions, Exportable } from "./index";
import { imageReader, optionsFor } from "./take";

/** Returns the copy of a conversation that readers of its link get. Rejects on failure. */
export async function copyOf(from: Exportable, { choices, signal }: CopyOptions): Promise<SharedCopy> {
  const copy = conversationCopy(from, choices.leftOut);
  const components = [...copy.surfaces].filter(([, { component }]) => component !== undefined);
  const frames = new Map(components.slice(0, MAX_FROZEN_COMPONENTS).map(([id], place) => [id, place]));
  const options: Options = {
    ...optionsFor(signal),
    ...{ isForOthers: true, author: choices.name },
    frameOf: ({ call }) => frames.get(surfaceId(call.messageId, call.toolCallId)),
  };
  const none = async () => undefined;
  const written = sharedConversation(choices.title, copy, options);
  const images = choices.leftOut.files ? none : imageReader();
  const pieces: string[] = [];
  for await (const piece of embedImages(written, images)) pieces.push(withoutFiles(piece));
  const frozen: SharedCopy["components"] = [];
  for (const [id, surface] of components.slice(0, MAX_FROZEN_COMPONENTS)) {
    signal.throwIfAborted();
    const mount = await frozenOf(from.conversation.id, id, surface);
    frozen.push({ ...callOf(id), mount: withoutFiles(JSON.stringify(mount)) });
  }
  return { html: pieces.join(""), locale: currentLocale(), components: frozen };
}

async function frozenOf(
  conversation: string,
  id: string,
  { id: surface, title, input, component }: Surface,
): Promise<FrozenComponent> {
  const props = propsOf(input);
  const bundle = component?.bundle ?? "";
  return {
    ...{ title, props },
    ...(await freeze({ conversation, surface, call: callOf(id), bundle, props, title })),
  };
}

/** Readers cannot open the addresses of stored files, which need a session. */
const withoutFiles = (text: string): string =>
  text.replace(/\/api\/files\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi, "");
