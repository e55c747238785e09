import { jsonBody, request } from "@/components/client/request";
import { SurfaceState } from "@/components/client/surface-state";
import { callOutcome } from "@/lib/shared/components/access";
import type { FrozenComponent } from "@/lib/shared/shares";
import { loadBundle } from "./bundles";
import type { Frame } from "./frame";
import { readingServer } from "./frozen-server";
import { framePool } from "./pool";
import type { SurfaceServer } from "./server-link";

type Component = {
  conversation: string;
  surface: string;
  call: { messageId: string; toolCallId: string };
  bundle: string;
  props: Record<string, unknown>;
  title: string;
};
type Frozen = Omit<FrozenComponent, "title" | "props">;

const PATIENCE_MS = 5_000;
const CHECK_MS = 50;

/**
 * Returns the state and rows that a component shows. A component that is not on the page is drawn out of sight and
 * cannot read or change anything.
 */
export async function freeze(component: Component): Promise<Frozen> {
  const { surface, bundle } = component;
  const pool = framePool();
  const present = pool.paintedFrame(`${surface}/${bundle}`);
  if (present) return frozenOf(present);
  const place = document.createElement("div");
  place.inert = true;
  place.style.cssText =
    "position:fixed;inset:0 auto auto 0;width:640px;height:480px;visibility:hidden;z-index:-1";
  document.body.append(place);
  const { frame } = pool.take(undefined, place);
  try {
    await drawHidden(frame, component);
    return await frozenOf(frame);
  } finally {
    frame.close();
    place.remove();
  }
}

async function frozenOf(frame: Frame): Promise<Frozen> {
  const { agent, sheet } = frame.values;
  const state = { agent: Object.fromEntries(agent), sheet: Object.fromEntries(sheet) };
  return { state, rows: (await frame.serverLink())?.rows() ?? {}, height: frame.height };
}

/** Resolves when the component is painted and its queries have their rows, or after a while. */
async function drawHidden(frame: Frame, component: Component): Promise<void> {
  const { conversation, call, bundle, props, title } = component;
  const { js, css } = await loadBundle(bundle);
  let isDone = false;
  const refuse = async () => {};
  frame.isTrial = true;
  frame.server = readOnly(conversation, call);
  frame.sheet = new SurfaceState(conversation, call.messageId, call.toolCallId, () => true);
  frame.setSeen(true);
  frame.handlers = {
    ...{ onPainted: () => {}, onHeight: () => {}, onEscape: () => {}, onAction: refuse, onSay: refuse },
    onFailure: () => {
      isDone = true;
    },
    onStopped: () => {
      isDone = true;
    },
  };
  frame.mount({ js, css, props, title });
  const end = performance.now() + PATIENCE_MS;
  while (!isDone && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    isDone ||= frame.painted && frame.height > 0 && (await frame.serverLink())?.isLoaded() === true;
  }
}

const READ_ONLY = "A copy of a component reads only rows.";

function readOnly(conversation: string, call: Component["call"]): SurfaceServer {
  const path = `/api/sheets/${encodeURIComponent(conversation)}/calls?${new URLSearchParams(call)}`;
  return readingServer(READ_ONLY, async (asked, signal) => {
    const init = { method: "POST", ...jsonBody(asked), patienceMs: PATIENCE_MS, signal };
    const outcome = callOutcome.parse(await (await request(path, init)).json());
    if (!("rows" in outcome)) throw new Error(READ_ONLY);
    return outcome;
  });
}
