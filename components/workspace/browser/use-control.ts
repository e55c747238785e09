"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import type { BrowserControl, BrowserEventSent } from "@/lib/shared/browser/bodies";
import type { BrowserState } from "@/lib/shared/browser/contract";
import { control, sendInput } from "./api";
import { InputQueue } from "./queue";

export function useControl(
  conversationId: string,
  isHeld: boolean,
  adopt: (browser: BrowserState | null) => void,
) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const latestHeld = useRef(isHeld);
  latestHeld.current = isHeld;

  const [queue, setQueue] = useState<InputQueue>();
  useEffect(() => {
    const made = new InputQueue(
      async (events) => {
        await sendInput(conversationId, events);
        setProblem(null);
      },
      (error) => latestHeld.current && setProblem(failureText(error)),
    );
    setQueue(made);
    return () => made.clear();
  }, [conversationId]);

  const send = useCallback((event: BrowserEventSent) => latestHeld.current && queue?.add(event), [queue]);

  const ask = async (body: BrowserControl): Promise<boolean> => {
    setAsking(true);
    setProblem(null);
    if (body.action === "close") queue?.clear();
    try {
      // Send pending input first, because the user meant it for the current page.
      await queue?.settled();
      adopt(await control(conversationId, body));
      return true;
    } catch (error) {
      setProblem(failureText(error));
      return false;
    } finally {
      setAsking(false);
    }
  };
  return { send, ask, isAsking, problem };
}
