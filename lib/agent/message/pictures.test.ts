import { expect, test } from "vitest";
import { toModelMessages } from "@/lib/agent/prompt/history";
import { messageTokens } from "./estimate";
import type { Message } from "./message";
import { blindToPictures, preparePictures, shownApart } from "./pictures";

const IMAGE = "iVBORw0KGgo".padEnd(200_000, "A");
const model = (images: boolean | null) => ({ can: { tools: true, images, reasoning: null } });

/** An answer in which the agent has looked so many times. */
const looked = (times: number): Message[] => [
  { id: "a", role: "user", parts: [{ type: "text", text: "Look" }] },
  {
    id: "b",
    role: "assistant",
    parts: Array.from({ length: times }, (_, at) => ({
      type: "tool-browser_screenshot",
      toolCallId: `c${at}`,
      state: "output-available",
      input: {},
      output: { image: IMAGE, width: 1280, height: 800 },
    })),
  },
];

const shown = async (messages: Message[]) =>
  JSON.stringify(await toModelMessages(messages)).split(IMAGE).length - 1;

test("the newest three are shown, also to a model of which it is not known whether it sees", async () => {
  const messages = looked(5);
  expect(preparePictures(messages, model(null))).toBe(false);
  expect(await shown(messages)).toBe(3);
  const more = [...messages, { ...looked(1)[1], id: "c" } as Message];
  expect(preparePictures(more, model(null))).toBe(true);
  expect(await shown(more)).toBe(3);
});

test("a model that cannot see, or whose provider refuses pictures, is told of them", async () => {
  const messages = looked(2);
  preparePictures(messages, model(false));
  expect(await shown(messages)).toBe(0);
  preparePictures(messages, model(true));
  expect(await shown(messages)).toBe(2);
  expect(blindToPictures(messages)).toBe(true);
  preparePictures(messages, model(true));
  expect(await shown(messages)).toBe(0);
  expect(blindToPictures(messages)).toBe(false);
});

test("a picture counts as one, whatever its bytes", () => {
  const [, answer] = looked(1);
  if (!answer) throw new Error("There is no answer");
  preparePictures([answer], model(true));
  expect(messageTokens(answer)).toBeGreaterThan(1_500);
  expect(messageTokens(answer)).toBeLessThan(1_700);
});

test("where tools give text alone, pictures of a form are the person's, and those of other tools are not", () => {
  const result = (toolName: string, data: string) => ({
    ...{ type: "tool-result" as const, toolCallId: toolName, toolName },
    output: {
      type: "content" as const,
      value: [
        { type: "text" as const, text: "{}" },
        { type: "file" as const, mediaType: "image/png", data: { type: "data" as const, data } },
      ],
    },
  });
  const content = [result("render_blocks", "QQ"), result("browser_screenshot", "Qg")];
  const [, told] = shownApart([{ role: "tool", content }]);
  expect(told).toEqual({
    role: "user",
    content: [
      { type: "text", text: expect.stringMatching(/^\(Pictures that the person gave in the form/) },
      { type: "file", mediaType: "image/png", data: "QQ" },
      { type: "text", text: expect.stringContaining("from the web or from a server") },
      { type: "file", mediaType: "image/png", data: "Qg" },
    ],
  });
});
