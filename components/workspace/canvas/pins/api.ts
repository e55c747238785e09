import { changeConversation } from "@/components/client/conversations";
import { jsonBody, request } from "@/components/client/request";
import { propsOf } from "@/components/draw/frame/props-of";
import { type Pin, pinList } from "@/lib/shared/chat/surfaces/pins";

export async function readPins(): Promise<Pin[]> {
  return pinList.parse(await (await request("/api/pins")).json()).pins;
}

const at = (name: string) => `/api/pins/components/${encodeURIComponent(name)}`;

async function pinComponent(name: string, props?: Record<string, unknown>): Promise<void> {
  await request(at(name), { method: "PUT", ...jsonBody({ props }) });
}

export async function storePin(
  { from, surface }: Pick<Pin, "from" | "surface">,
  isPinned: boolean,
): Promise<void> {
  const name = surface?.component?.name;
  if (from) return changeConversation(from.id, { pinnedSurface: isPinned && surface ? surface.id : null });
  if (name === undefined) return;
  if (isPinned) return pinComponent(name, propsOf(surface?.input));
  await request(at(name), { method: "DELETE" });
}
