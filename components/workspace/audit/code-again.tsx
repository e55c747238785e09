"use client";

import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import { failureText } from "@/components/client/failure";
import { Button } from "@/components/ui/button";
import { CodeBox } from "@/components/ui/kit/code-box";
import { duration } from "@/components/ui/kit/duration";
import { Textarea } from "@/components/ui/textarea";
import type { Execution, RunAgain } from "@/lib/shared/executions";
import { t } from "@/lib/shared/i18n/en/audit";
import { t as common } from "@/lib/shared/i18n/en/common";
import { runCopy } from "./code-api";

export function CodeAgain({ run: { id, code } }: { run: Execution }) {
  const [isOpen, setIsOpen] = useState(false);
  const [text, setText] = useState(code);
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => runCopy(id, text) });
  if (!isOpen)
    return (
      <Button variant="outline" size="sm" className="self-start" onClick={() => setIsOpen(true)}>
        <Play aria-hidden />
        {t("runAgain")}
      </Button>
    );
  return (
    <section aria-label={t("runAgain")} className="flex min-w-0 flex-col gap-2">
      <p className="text-ink-2">{t("runAgainHint")}</p>
      <Textarea
        aria-label={common("code")}
        value={text}
        onChange={({ target }) => setText(target.value)}
        spellCheck={false}
        rows={6}
        className="max-h-80 font-mono text-meta"
      />
      <Button
        variant="outline"
        size="sm"
        className="self-start"
        disabled={isPending || text.trim() === ""}
        onClick={() => mutate()}
      >
        <Play aria-hidden />
        {isPending ? t("running") : t("runCopy")}
      </Button>
      <div role="status" className="flex min-w-0 flex-col gap-2">
        {error && <p>{t("notRunError", { error: failureText(error) })}</p>}
        {data && !isPending && <Outcome ran={data} />}
      </div>
    </section>
  );
}

function Outcome({ ran: { success, result, stdout, stderr, durationMs } }: { ran: RunAgain }) {
  const output = [
    stdout,
    stderr,
    success && result !== null && result !== undefined ? JSON.stringify(result, null, 2) : "",
  ].filter(Boolean);
  return (
    <>
      <p className={success ? "text-ink-2" : "text-danger"}>
        {success
          ? t("succeededIn", { duration: duration(durationMs) })
          : t("failedIn", { duration: duration(durationMs) })}
      </p>
      {output.length > 0 && <CodeBox text={output.join("\n")} language="text" wrapped />}
    </>
  );
}
