import { z } from "zod";
import { AppError } from "@/lib/shared/errors";
import type { PromptWanted } from "@/lib/shared/mcp/input";
import type { FilledPrompt, ServedPrompt } from "@/lib/shared/mcp/prompts";
import { REMOVED } from "@/lib/shared/mcp/removed";
import { askServer, type ServerRequestContext } from "./ask";
import { connectionOf } from "./manage";
import { toModelResult } from "./result";

const MAX_PAGES = 5;
const MAX_PROMPTS = 50;
const MAX_ARGUMENTS = 20;
/** Maximum characters of a filled prompt. */
const MAX_TEXT = 40_000;
const MAX_TITLE = 200;
const MAX_DESCRIPTION = 500;

const described = { title: z.string().optional(), description: z.string().optional() };
const listed = z.looseObject({
  name: z.string().min(1).max(200),
  ...described,
  arguments: z
    .array(
      z.looseObject({ name: z.string().min(1).max(200), ...described, required: z.boolean().default(false) }),
    )
    .max(MAX_ARGUMENTS)
    .default([]),
});
const page = z.looseObject({
  prompts: z.array(z.unknown()).max(1_000),
  nextCursor: z.string().max(10_000).optional(),
});
const filled = z.looseObject({
  _meta: z.looseObject({ [REMOVED]: z.number().optional() }).optional(),
  messages: z.array(z.looseObject({ content: z.unknown() })).max(100),
});

/** Lists at most 50 prompts of a server, without malformed ones. Throws an AppError. */
export async function listServerPrompts(asked: ServerRequestContext): Promise<ServedPrompt[]> {
  const all = new Map<string, ServedPrompt>();
  await askServer(asked, "prompts/list", async (client, options) => {
    let cursor: string | undefined;
    for (let pages = 0; pages < MAX_PAGES && all.size < MAX_PROMPTS; pages++) {
      const params = cursor === undefined ? {} : { cursor };
      const got = await client.request({ method: "prompts/list", params }, page, options);
      for (const one of got.prompts) {
        const { data } = listed.safeParse(one);
        if (data) all.set(data.name, { ...toServed(data), arguments: data.arguments.map(toServedArgument) });
      }
      cursor = got.nextCursor;
      if (cursor === undefined) return;
    }
  });
  return [...all.values()].slice(0, MAX_PROMPTS);
}

type Described = { name: string; title?: string; description?: string };

const toServed = ({ name, title, description }: Described) => ({
  name,
  title: (title || name).slice(0, MAX_TITLE).toWellFormed(),
  description: description?.slice(0, MAX_DESCRIPTION).toWellFormed() ?? null,
});

const toServedArgument = ({ required, ...one }: Described & { required: boolean }) => ({
  ...toServed(one),
  required,
});

/** Returns the text of a prompt with its arguments. Other content is only mentioned. Throws an AppError. */
export async function fillServerPrompt(asked: ServerRequestContext & PromptWanted): Promise<FilledPrompt> {
  const { name, arguments: args } = asked;
  const got = await askServer(asked, "prompts/get", (client, options) =>
    client.request({ method: "prompts/get", params: { name, arguments: args } }, filled, options),
  );
  const { row } = await connectionOf(asked.agentId, asked.id);
  const contents = got.messages.map(({ content }) => toModelResult(row.id, { content: [content] }));
  const text = contents
    .flatMap(({ text, image, resources = [] }) => [
      text,
      image && "(an image: not shown)",
      ...resources.map((one) => one.text ?? one.uri),
    ])
    .filter(Boolean)
    .join("\n\n")
    .replaceAll("\0", "")
    .toWellFormed()
    .trim();
  if (text === "")
    throw new AppError("invalid", `${row.title} returned no text for ${name}. Write the prompt yourself.`);
  if (text.length > MAX_TEXT)
    throw new AppError(
      "too_large",
      `The prompt ${name} of ${row.title} has more than ${MAX_TEXT.toLocaleString("en")} characters. Shorten its arguments.`,
    );
  const removed = got._meta?.[REMOVED];
  return { text, ...(removed !== undefined && { removed }) };
}
