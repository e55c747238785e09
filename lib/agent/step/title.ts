import { streamText } from "ai";
import type { Equipment } from "@/lib/agent/message/equipment";
import { textTokens } from "@/lib/agent/message/estimate";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { costOf } from "@/lib/models/providers/catalog";
import type { ResolvedModel } from "@/lib/models/providers/index";
import { readableText } from "@/lib/shared/chat/body";
import { titleInAnswer } from "@/lib/shared/text/title";
import { parseSettings, type Settings } from "@/lib/store/agents/settings";
import { readUntitled, setGeneratedTitle } from "@/lib/store/conversations/titles";
import { recordModelCall } from "@/lib/store/hot/model-calls";
import type { RunContext } from "@/lib/store/loop/run-context";
import { spenderOf, withinBudget } from "./within-budget";

const LIMIT_MS = 20_000;
/** Room for models that reason before they write the title. */
const MAX_TOKENS = 500;
const MAX_USER_CHARS = 2_000;
const MAX_ANSWER_CHARS = 1_000;

export const TITLE_INSTRUCTION =
  "Write a title for the conversation below: at most six words, in the language of the user, plain text without quotes or a full stop. Answer with the title alone.";

type Resolve = Equipment["resolveModel"];
type Waiting = { run: RunContext; resolveModel: Resolve };

/**
 * Lets the model write the title of a conversation after its first answer, if the settings allow it. Tried
 * once: after a failure the first words remain the title. Never rejects, so callers need not wait.
 */
export async function titleLater(run: RunContext, resolveModel: Resolve): Promise<void> {
  const { postponed } = titling();
  const wanted = [...postponed.values(), { run, resolveModel }];
  postponed.clear();
  await Promise.all(wanted.map(start));
}

/**
 * Aborts the titles that local models are writing, because such a model answers one request at a time and the
 * answer that a user waits for comes first. The titles are written when the next run has ended.
 */
export function postponeTitles(): void {
  for (const abort of titling().local) abort.abort(POSTPONED);
}

const POSTPONED = new Error("Postponed in favour of an answer");

function start({ run, resolveModel }: Waiting): Promise<void> {
  const { stopping, local, postponed, underWay } = titling();
  const abort = new AbortController();
  const signal = AbortSignal.any([stopping.signal, abort.signal, AbortSignal.timeout(LIMIT_MS)]);
  const work: Promise<void> = writeTitle(run, resolveModel, signal, () => local.add(abort))
    .catch((error) => {
      if (abort.signal.aborted) postponed.set(run.conversationId, { run, resolveModel });
      else log.info("A title was not written", error, { run: run.id });
    })
    .finally(() => {
      local.delete(abort);
      underWay.delete(work);
    });
  underWay.add(work);
  return work;
}

const titling = () =>
  singleton(
    "titles",
    () => ({
      stopping: new AbortController(),
      local: new Set<AbortController>(),
      postponed: new Map<string, Waiting>(),
      underWay: new Set<Promise<void>>(),
    }),
    async ({ stopping, underWay }) => {
      stopping.abort();
      await Promise.all(underWay);
    },
  );

async function writeTitle(
  run: RunContext,
  resolveModel: Resolve,
  signal: AbortSignal,
  onLocal: () => void,
): Promise<void> {
  const settings = parseSettings(run.settings);
  const { titles } = settings.general;
  if (titles === "words") return;
  const chosen = await resolveModel(run.model, settings);
  // The demo cannot write a title.
  if (chosen.provider === "demo" || (titles === "auto" && chosen.isLocal)) return;
  if (chosen.isLocal) onLocal();
  const untitled = await readUntitled(run);
  if (!untitled) return;
  const userText = readableText(untitled.said).slice(0, MAX_USER_CHARS);
  const answered = readableText(untitled.answered).slice(0, MAX_ANSWER_CHARS);
  if (!userText && !answered) return;
  const prompt = `User:\n${userText}\n\nAnswer:\n${answered}`.toWellFormed();
  const title = titleInAnswer(await ask(run, settings, chosen, prompt, signal));
  if (title) await setGeneratedTitle(run, title);
}

async function ask(
  run: RunContext,
  { budget }: Settings,
  chosen: ResolvedModel,
  prompt: string,
  signal: AbortSignal,
): Promise<string> {
  const { model, id, baseUrl } = chosen;
  let text = "";
  const used = await withinBudget(
    {
      ...{ budget, model: chosen, outputTokens: MAX_TOKENS },
      spender: { ...spenderOf(run), runId: null, attempt: null },
      inputTokens: textTokens(TITLE_INSTRUCTION) + textTokens(prompt),
      written: () => textTokens(text),
    },
    async (maxOutputTokens) => {
      const result = streamText({
        ...{
          model,
          instructions: TITLE_INSTRUCTION,
          prompt,
          maxOutputTokens,
          maxRetries: 0,
          abortSignal: signal,
        },
        // Ignore the error here, because the promises below also reject with it.
        onError: () => {},
      });
      const [answer, usage] = await Promise.all([result.text, result.usage]);
      text = answer;
      return {
        inputTokens: usage.inputTokens ?? 0,
        cachedTokens: usage.inputTokenDetails?.cacheReadTokens ?? 0,
        outputTokens: usage.outputTokens ?? 0,
      };
    },
  );
  await recordModelCall(spenderOf(run), { model: id, ...used, cost: costOf(id, used, baseUrl) ?? null });
  return text;
}
