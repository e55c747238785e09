"use client";

import { newId } from "@/lib/shared/chat/id";
import { t as common } from "@/lib/shared/i18n/en/common";
import { useRouter } from "./agent-base";
import { keepDraft } from "./hooks/use-draft";

/** Suggestions for an empty page. A click puts one into the message field of a new conversation. */
export function Sayings({ about, sayings }: { about?: string; sayings: readonly string[] }) {
  const router = useRouter();
  const say = (text: string) => {
    const id = newId();
    keepDraft(id, text);
    router.push(`/chat/${id}`);
  };
  return (
    <div className="flex flex-col gap-3 px-4 pt-1 pb-4">
      {about && <p>{about}</p>}
      <ul className="flex flex-col gap-2">
        {sayings.map((saying) => (
          <li key={saying}>
            <button
              type="button"
              onClick={() => say(saying)}
              className="min-h-10 w-full rounded-in border border-line px-3 py-2 text-left transition-colors hover:border-line-control hover:bg-fill-hover"
            >
              {common("quoted", { text: saying })}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
