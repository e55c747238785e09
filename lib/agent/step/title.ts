import type { Equipment } from "@/lib/agent/message/equipment";
import { log } from "@/lib/ground/base/log";
import { singleton } from "@/lib/ground/base/process";
import { readableText } from "@/lib/shared/chat/body";
import { titleInAnswer } from "@/lib/shared/text/title";
import { parseSettings } from "@/lib/store/agents/settings";
import { readUntitled, setGeneratedTitle } from "@/lib/store/conversations/titles";
import type { RunContext } from "@/lib/store/loop/run-context";
import { plainAnswer } from "./plain-answer";
import { spenderOf } from "./within-budget";

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
  const title = titleInAnswer(
    await plainAnswer({
      ...{ spender: spenderOf(run), budget: settings.budget, chosen, prompt, signal },
      ...{ instructions: TITLE_INSTRUCTION, outputTokens: MAX_TOKENS },
    }),
  );
  if (title) await setGeneratedTitle(run, title);
}
