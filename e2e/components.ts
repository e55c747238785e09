import { randomUUID } from "node:crypto";
import { chunks, Talk } from "./api.ts";

export const BUTTON = `export default function Go({ label = "Go" }: { label?: string }) {
  return <button className="p-2" onClick={() => callTool("save", { n: 1 })}>{label}</button>;
}`;
export const BROKEN = "export default () => {\n  return <div>;\n};";

export const unique = () => `C${randomUUID().replaceAll("-", "")}`;

export const made = (over: object = {}) => ({
  name: unique(),
  description: "A button",
  code: BUTTON,
  ...over,
});

export async function waiting(url: string, input: unknown) {
  const talk = new Talk(url);
  await chunks(await talk.say("go", { tool: "render_and_wait", input }, { text: "thanks" }));
  const view = await talk.until("waiting");
  const { toolCallId = "" } = view.asks[0] ?? {};
  return { talk, view, toolCallId, shown: shownIn(view, toolCallId) };
}

export function shownIn({ messages }: { messages: object[] }, toolCallId: string) {
  const message: { metadata?: { calls?: Record<string, { shown?: { bundle: string } }> } } =
    messages.at(-1) ?? {};
  return message.metadata?.calls?.[toolCallId]?.shown;
}
