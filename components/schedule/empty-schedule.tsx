"use client";

import { useRouter } from "@/components/kit/agent-base";
import { keepDraft } from "@/components/kit/use-draft";
import { newId } from "@/lib/shared/chat/id";

const SAYINGS = [
  "Every weekday at seven, look at the weather and put a plan for the day on the canvas.",
  "Remind me in two hours to call the bakery.",
  "When the table orders gets a row above 1,000, tell me.",
  "Give me an address that my door-bell can call.",
];

/** Where the jobs would be: what one can say to the agent; pressing it leaves it in the message field. */
export function EmptySchedule() {
  const router = useRouter();
  const say = (text: string) => {
    const id = newId();
    keepDraft(id, text);
    router.push(`/chat/${id}`);
  };
  return (
    <div className="flex flex-col gap-3 px-4 pt-1 pb-4">
      <p>No jobs yet. Say to the agent what it is to do by itself, and when:</p>
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
