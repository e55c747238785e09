"use client";

import { SourceTrouble } from "@/components/editor/source-trouble";
import { Button } from "@/components/ui/button";
import type { Code } from "./use-code";

/** What is wrong with a component's code, and what can be done about it. */
export function CodeTrouble({ code: { error, trouble, save } }: { code: Code }) {
  const text = error
    ? `Line ${error.line}: ${error.message}`
    : trouble?.kind === "gate"
      ? `Not saved: it compiles, but did not work when it was tried out. ${trouble.message}`
      : trouble
        ? `Not saved. ${trouble.message}`
        : undefined;
  return (
    <SourceTrouble text={text}>
      {!error && trouble?.kind === "gate" && (
        <Button variant="outline" className="mt-2 ml-6" onClick={() => void save({ accept: true })}>
          Save it all the same
        </Button>
      )}
    </SourceTrouble>
  );
}
