"use client";

import { useRouter } from "@/components/kit/agent-base";
import { keepDraft } from "@/components/kit/use-draft";
import { newId } from "@/lib/shared/chat/id";

const SAYINGS = [
  "Remember that I am allergic to peanuts, and why I told you.",
  "Keep a block about my garden project, and add to it as we go.",
  "What do you know about me, and where do you know it from?",
];

/** Where nothing is remembered yet: what one can say; pressing it leaves it in the message field. */
export function Sayings({ about }: { about: string }) {
  const router = useRouter();
  const say = (text: string) => {
    const id = newId();
    keepDraft(id, text);
    router.push(`/chat/${id}`);
  };
  return (
    <div className="flex flex-col gap-3 px-4 pt-1 pb-4">
      <p>{about}</p>
      <ul className="flex flex-col gap-2">
        {SAYINGS.map((saying) => (
          <li key={saying}>
            <button
              type="button"
              onClick={() => say(saying)}
              className="min-h-10 w-full rounded-in border border-line px-3 py-2 text-left transition-colors hover:border-line-control hover:bg-fill-hover"
            >
              “{saying}”
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
