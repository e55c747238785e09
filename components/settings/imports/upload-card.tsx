"use client";

import { CircleAlert, FileArchive } from "lucide-react";
import { useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { isAbort } from "@/components/client/send-file";
import { Button } from "@/components/ui/button";
import { FileDrop } from "@/components/ui/kit/file-drop";
import { TitledCard } from "@/components/ui/kit/page/titled-card";
import { Progress } from "@/components/ui/progress";
import { t as common } from "@/lib/shared/i18n/en/common";
import { t } from "@/lib/shared/i18n/en/imports";
import { uploadExport } from "./api";

type Upload =
  | { step: "none" }
  | { step: "sending"; name: string; share: number }
  | { step: "refused"; name: string; reason: string };

/** Says where to get the export, and uploads its zip file. */
export function UploadCard({ onUploaded }: { onUploaded: () => void }) {
  const [state, setState] = useState<Upload>({ step: "none" });
  const left = useRef(new AbortController());
  const send = async (file: File) => {
    const { name } = file;
    left.current = new AbortController();
    setState({ step: "sending", name, share: 0 });
    try {
      const onProgress = (share: number) => setState({ step: "sending", name, share });
      await uploadExport(file, { signal: left.current.signal, onProgress });
      setState({ step: "none" });
      onUploaded();
    } catch (error) {
      setState(isAbort(error) ? { step: "none" } : { step: "refused", name, reason: failureText(error) });
    }
  };
  return (
    <TitledCard
      title={t("title")}
      about={
        <>
          {t("whereChatGpt")}
          <br />
          {t("whereClaude")}
        </>
      }
    >
      <FileDrop
        accept=".zip,.json,application/zip"
        icon={FileArchive}
        labels={{ file: t("file"), choose: t("choose"), drop: t("dropHere") }}
        onFile={(file) => void send(file)}
        progress={
          state.step === "sending" && (
            <div role="status" className="flex w-full max-w-100 flex-col items-center gap-3">
              <p className="wrap-anywhere">
                {t("sending", { name: state.name, percent: Math.round(state.share * 100) })}
              </p>
              <Progress aria-label={common("sent")} value={state.share * 100} />
              <Button variant="outline" onClick={() => left.current.abort()}>
                {common("cancel")}
              </Button>
            </div>
          )
        }
      />
      {state.step === "refused" && (
        <p role="alert" className="flex gap-2 pt-3 wrap-anywhere">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger" />
          {t("refused", { name: state.name, reason: state.reason })}
        </p>
      )}
    </TitledCard>
  );
}
