"use client";

import { useCallback, useRef, useState } from "react";
import { notifyProblem } from "@/components/kit/notify";
import { wordsOf } from "@/components/settings/api";

type Sent<Edit> = {
  /** Of what is changed. */
  key: string;
  edit: Edit;
  /** What stays as it was when it is refused, in words. */
  what: string;
  /** Tells the server, and keeps what it answers. */
  send: () => Promise<void>;
};

/** What the person has just chosen, by key: it is seen at once, and taken back when the server refuses. */
export function useEdits<Edit extends object>() {
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit>>(new Map());
  const queues = useRef(new Map<string, Promise<void>>());

  /** One change of a thing after the other, so that the last one made is also the last to arrive. */
  const make = useCallback((wanted: Sent<Edit>): Promise<void> => {
    const { key, edit, what, send } = wanted;
    setEdits((before) => new Map(before).set(key, { ...before.get(key), ...edit }));
    const turn: Promise<void> = (queues.current.get(key) ?? Promise.resolve()).then(async () => {
      try {
        await send();
      } catch (error) {
        void notifyProblem(`${what} stays as it was. ${wordsOf(error)}`, {
          action: { label: "Try again", onClick: () => void make(wanted) },
        });
      }
      // A later change of the same thing is on its way and decides.
      if (queues.current.get(key) !== turn) return;
      queues.current.delete(key);
      setEdits((before) => new Map([...before].filter(([one]) => one !== key)));
    });
    queues.current.set(key, turn);
    return turn;
  }, []);
  return { edits, make };
}
