"use client";

import { useState } from "react";
import { chooseModel, wordsOf } from "./api";
import { choiceQueue } from "./choice-queue";

type ModelChoice = {
  /** Null: there is nothing to tell the server yet. */
  conversationId: string | null;
  value: string | null;
  onChoose: (id: string | null) => void;
  onRefused: () => void;
};

/** Shows a choice at once and tells the server; what it refuses is taken back, in words. */
export function useModelChoice({ conversationId, value, onChoose, onRefused }: ModelChoice) {
  const [problem, setProblem] = useState<string | null>(null);
  const [push] = useState(() => choiceQueue<string | null>());

  const choose = (id: string | null) => {
    setProblem(null);
    onChoose(id);
    if (conversationId === null || id === value) return;
    void push({
      to: id,
      from: value,
      send: () => chooseModel(conversationId, id),
      onRefused: (held, error) => {
        onChoose(held);
        setProblem(`The model stays as it was. ${wordsOf(error)}`);
        onRefused();
      },
    });
  };
  return { choose, problem, forget: () => setProblem(null) };
}
