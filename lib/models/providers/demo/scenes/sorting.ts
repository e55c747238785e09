import { z } from "zod";
import type { Scene } from "../scene";
import { resultOfCall } from "../transcript";
import { quoted, requestedCall } from "../turn";
import { IDEA_BOARD } from "./idea-board";

const NAME = "IdeaBoard";
const IDEAS = [
  "Bread by bicycle",
  "A second oven",
  "Sourdough classes",
  "Yesterday's loaves at half price",
  "Order by message",
  "New paper bags",
  "Cinnamon buns on Sundays",
  "A loyalty card",
  "Solar panels",
  "Gluten-free rye",
  "A bench in front",
  "Repaint the sign",
];

const listed = z.object({ components: z.array(z.object({ name: z.string() })) });
const sorted = z.object({ action: z.literal("sorted"), now: z.array(z.string()), drop: z.array(z.string()) });

export const sorting: Scene = {
  title: "Sort ideas on a board",
  about: /\b(components?|react|board|drag\w*|sort\w*|ideas?)\b/,

  play(transcript) {
    const existing = listed.safeParse(resultOfCall(transcript, "list_ui_components")).data;
    if (!existing) {
      return {
        text: "No block does this, so I write a component. First, what is there already?",
        calls: [requestedCall("list_ui_components", {})],
      };
    }
    const isThere = existing.components.some(({ name }) => name === NAME);
    if (!isThere && resultOfCall(transcript, "create_ui_component") === undefined) {
      return {
        text: "A board with four fields, and twelve ideas to drag. It is tested in the background before it is stored.",
        calls: [requestedCall("create_ui_component", component)],
      };
    }
    const result = resultOfCall(transcript, "render_and_wait");
    if (result === undefined) {
      const show = { component: NAME, title: "Twelve ideas for the bakery", props: { ideas: IDEAS } };
      return {
        text: "Drag them where you think they belong, then press the button. With the keyboard: Space, arrows, Space.",
        calls: [requestedCall("render_and_wait", show)],
      };
    }
    return { text: conclusion(result) };
  },
};

const component = {
  name: NAME,
  description: "Ideas as cards, dragged into four fields by effort and value",
  code: IDEA_BOARD,
  props_schema: {
    type: "object",
    properties: { ideas: { type: "array", items: { type: "string" }, default: IDEAS } },
    required: ["ideas"],
  },
};

function conclusion(result: unknown): string {
  const storedNote = "The board is stored under [Gallery](/gallery): its code, its versions, a live preview.";
  const order = sorted.safeParse(result).data;
  if (!order) return storedNote;
  const [first] = order.now;
  const begin = first === undefined ? "No idea is in “Do it now”." : `You begin with ${quoted(first)}.`;
  const dropped = order.drop.length === 1 ? "one idea is" : `${order.drop.length} ideas are`;
  return `${begin} ${dropped[0]?.toUpperCase()}${dropped.slice(1)} dropped. ${storedNote}`;
}
