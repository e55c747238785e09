"use client";

import { ArrowUp, Square } from "lucide-react";
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useState,
} from "react";
import { Button } from "@/components/ui/button";
import { IconButton } from "@/components/ui/icon-button";
import { duration } from "@/components/ui/kit/duration";
import { Spinner } from "@/components/ui/spinner";
import { pointImage } from "@/lib/shared/chat/points";
import { t } from "@/lib/shared/i18n/en/chat";
import { MAX_MESSAGE_CHARS, tooLong } from "@/lib/shared/text/too-long";
import type { DraftPoints } from "./client/points";
import { AttachButton } from "./files/attach-button";
import { AttachmentList } from "./files/files-later";
import { FromServer } from "./files/from-server";
import type { Attachments } from "./files/use-attachments";
import { useGrowth } from "./messages/use-growth";
import { PointButton } from "./point-button";
import { PointChips } from "./point-chips";
import { DictateButton } from "./voice/dictate-button";

type ComposerProps = {
  text: string;
  placeholder: string;
  attachments: Attachments;
  points: DraftPoints;
  isRunning: boolean;
  isStopping: boolean;
  /** Time since which the model has sent nothing; undefined if it has not been silent for long. */
  quietSince?: string;
  canCancel: boolean;
  field: RefObject<HTMLTextAreaElement | null>;
  onChange: (text: string) => void;
  onSend: (text: string) => void;
  onStop: () => void;
  onUp: () => void;
};

export function Composer(props: ComposerProps) {
  const { text, placeholder, attachments, points, field, onChange, onSend, onStop, onUp, ...is } = props;
  const { items, hasFailed } = attachments;
  const over = tooLong(text.trim().length, MAX_MESSAGE_CHARS);
  const canSend = over === null && (text.trim() !== "" || (items.length > 0 && !hasFailed));
  const attachText = () => {
    attachments.add([new File([text], "message.txt", { type: "text/plain" })]);
    onChange("");
    field.current?.focus();
  };
  const { isWaiting, send, doNotSend } = useSending(attachments, canSend, () => {
    onSend(text.trim());
    onChange("");
  });
  useGrowth(field, text);
  // Before hydration, only the DOM field has the text that the user typed. React would overwrite it.
  const onAlive = useEffectEvent(() => {
    const typed = field.current?.value;
    if (typed && text === "") onChange(typed);
  });
  useLayoutEffect(() => onAlive(), []);
  /** Inserts dictated words at the cursor, with spaces around them. */
  const insert = (said: string) => {
    const at = field.current?.selectionStart ?? text.length;
    const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()];
    onChange([before, said, after].filter(Boolean).join(" "));
    field.current?.focus();
  };
  const unpoint = (at: number) => {
    const point = points.items[at];
    const image = items.find(({ name }) => point && name === pointImage(point));
    if (image) attachments.remove(image.key);
    points.remove(at);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // During IME composition, Enter and Escape belong to the input method (Safari reports key code 229).
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      send();
    }
    if (event.key === "Escape" && isWaiting) doNotSend();
    else if (event.key === "Escape" && is.isRunning && text === "") onStop();
    // Leave the field, because single letters are shortcuts only outside fields.
    else if (event.key === "Escape") event.currentTarget.blur();
    if (event.key === "ArrowUp" && text === "" && !event.shiftKey && !event.altKey) {
      event.preventDefault();
      onUp();
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files];
    // When the user copies text, spreadsheets and word processors add an image of it. Paste only the text.
    if (files.length === 0 || event.clipboardData.types.includes("text/plain")) return;
    event.preventDefault();
    attachments.add(files);
  };
  return (
    <form
      aria-label={t("message")}
      className="rounded-sheet border border-line-strong bg-sheet shadow-sheet transition-colors focus-within:border-ink"
      onSubmit={(event) => {
        event.preventDefault();
        if (isWaiting) doNotSend();
        else send();
      }}
    >
      <AttachmentList attachments={attachments} />
      {points.items.length > 0 && (
        <div className="px-3 pt-2.5">
          <PointChips points={points.items} onRemove={unpoint} />
        </div>
      )}
      <FromServer text={text} field={field} onChange={onChange} />
      <textarea
        ref={field}
        rows={1}
        value={text}
        enterKeyHint="send"
        data-composer
        aria-label={t("message")}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
        className="field-sizing-content block max-h-[204px] w-full resize-none bg-transparent px-3.5 pt-2.5 text-prose outline-none"
      />
      {over !== null && (
        <div role="alert" className="flex flex-wrap items-center gap-2 px-3.5 pb-2 text-meta text-danger">
          {over}.
          <Button variant="outline" onClick={attachText}>
            {t("attachAsFile")}
          </Button>
        </div>
      )}
      <div className="flex h-12 items-center justify-end gap-2 pr-2 pb-2 pl-2 max-md:h-14">
        <AttachButton onFiles={attachments.add} />
        <PointButton />
        <DictateButton onText={insert} />
        <Status
          isRunning={is.isRunning}
          isStopping={is.isStopping}
          quietSince={is.quietSince}
          isWaiting={isWaiting}
          hasFailed={hasFailed}
        />
        <SendButtons {...{ isWaiting, canSend, hasFailed, onStop }} {...is} />
      </div>
    </form>
  );
}

/** Sends at once, or as soon as all uploads are complete. */
function useSending({ isUploading, hasFailed }: Attachments, canSend: boolean, onSend: () => void) {
  const [isWaiting, setWaiting] = useState(false);
  const send = () => {
    if (!canSend || hasFailed) return;
    setWaiting(isUploading);
    if (!isUploading) onSend();
  };
  const onUploaded = useEffectEvent(send);
  useEffect(() => {
    if (!isWaiting || isUploading) return;
    if (hasFailed) setWaiting(false);
    else onUploaded();
  }, [isWaiting, isUploading, hasFailed]);
  return { isWaiting, send, doNotSend: () => setWaiting(false) };
}

type SendButtonsProps = Pick<ComposerProps, "isRunning" | "isStopping" | "canCancel" | "onStop"> & {
  canSend: boolean;
  isWaiting: boolean;
  hasFailed: boolean;
};

function SendButtons({
  isRunning,
  isStopping,
  canCancel,
  canSend,
  isWaiting,
  hasFailed,
  onStop,
}: SendButtonsProps) {
  return (
    <>
      {isRunning && (
        <Button variant={canSend ? "outline" : "default"} disabled={isStopping} onClick={onStop}>
          <Square aria-hidden className="size-2.5! fill-current" />
          {t("stop")}
        </Button>
      )}
      {canCancel && !canSend && (
        <Button variant="ghost" disabled={isStopping} onClick={onStop}>
          {t("skip")}
        </Button>
      )}
      {(!isRunning || canSend) && (
        <IconButton
          label={isWaiting ? t("holdBack") : t("send")}
          type="submit"
          variant="default"
          disabled={!canSend || hasFailed}
        >
          {isWaiting ? <Spinner aria-hidden role="presentation" /> : <ArrowUp aria-hidden />}
        </IconButton>
      )}
    </>
  );
}

type StatusProps = Pick<ComposerProps, "isRunning" | "isStopping" | "quietSince"> & {
  isWaiting: boolean;
  hasFailed: boolean;
};

function Status({ isRunning, isStopping, quietSince, isWaiting, hasFailed }: StatusProps) {
  if (isWaiting || hasFailed)
    return (
      <span role="status" className="mr-auto min-w-0 text-meta text-ink-3">
        {isWaiting ? t("sendsAfterUpload") : t("mendFiles")}
      </span>
    );
  if (!isRunning) return <span className="mr-auto" />;
  return <Elapsed key={quietSince} isStopping={isStopping} quietSince={quietSince} />;
}

function Elapsed({ isStopping, quietSince }: Pick<StatusProps, "isStopping" | "quietSince">) {
  const [began] = useState(() => (quietSince ? Date.parse(quietSince) : Date.now()));
  const [seconds, setSeconds] = useState(() => secondsSince(began));
  useEffect(() => {
    const timer = setInterval(() => setSeconds(secondsSince(began)), 1_000);
    return () => clearInterval(timer);
  }, [began]);
  const time = seconds > 1 ? duration(seconds * 1_000) : "";
  const writing = time ? t("writingFor", { time }) : t("writing");
  const label = quietSince ? t("noOutputFor", { time }) : writing;
  return (
    <span className="mr-auto min-w-0 text-meta text-ink-3 tabular-nums">
      {quietSince && !isStopping && (
        <span role="status" className="sr-only">
          {t("modelSilent")}
        </span>
      )}
      {isStopping ? t("stopping") : label}
    </span>
  );
}

const secondsSince = (began: number): number => Math.max(0, Math.round((Date.now() - began) / 1_000));
