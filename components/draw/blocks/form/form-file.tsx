"use client";

import { Paperclip, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { cn } from "@/components/ui/cn";
import { IconButton } from "@/components/ui/icon-button";
import type { FormField } from "@/lib/shared/blocks/form-field";
import { boundsOf, type FileValue, fileValue, isAccepted } from "@/lib/shared/blocks/form-value";
import { MAX_BYTES } from "@/lib/shared/file-address";
import { t } from "@/lib/shared/i18n/en/blocks";
import type { Described } from "./form-choice";
import type { Draft } from "./use-form-draft";

type FormFileProps = Described & { path: string; field: FormField };
type Upload = { key: number; name: string; part: number; abort: AbortController };

/** Uploads files as soon as they are chosen. They are stored with the draft. */
export function FormFile({ id, path, field, ...aria }: FormFileProps) {
  const { getValues } = useFormContext<Draft>();
  const { value, onChange, onBlur, ref } = useController<Draft>({ name: path }).field;
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [problem, setProblem] = useState<string>();
  const { max } = boundsOf(field);
  const files = filesOf(value);
  const running = useRef(new Set<AbortController>());
  useEffect(() => {
    const { current } = running;
    return () => {
      for (const abort of current) abort.abort();
    };
  }, []);
  const change = (key: number, part?: number) =>
    setUploads((all) =>
      all.flatMap((one) => (one.key !== key ? one : part === undefined ? [] : { ...one, part })),
    );

  const add = async (file: File) => {
    const refused = problemOf(field, file);
    if (refused) return setProblem(refused);
    const key = ++count;
    const abort = new AbortController();
    running.current.add(abort);
    setUploads((all) => [...all, { key, name: file.name, part: 0, abort }]);
    try {
      const { upload } = await import("@/components/client/upload");
      const { url, name, mediaType } = await upload(file, abort.signal, (part) => change(key, part));
      const existing = max === 1 ? [] : filesOf(getValues(path));
      onChange([...existing, { url, name, mediaType }].slice(0, max));
    } catch (error) {
      if (!abort.signal.aborted)
        setProblem(error instanceof Error ? `${file.name}: ${error.message}` : t("uploadFailed"));
    } finally {
      running.current.delete(abort);
      change(key);
    }
  };
  const remaining = max === 1 ? 1 : max - files.length - uploads.length;
  return (
    <div className="flex flex-col gap-2">
      <label
        className={cn(
          "flex h-control w-fit cursor-pointer items-center gap-2 rounded-in border border-line-strong bg-sheet px-3 text-ui",
          "hover:bg-fill-hover has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink",
          "has-disabled:cursor-default has-disabled:bg-fill-press has-disabled:text-ink-3 max-md:w-full max-md:justify-center",
          aria["aria-invalid"] && "border-danger",
        )}
      >
        <Paperclip aria-hidden className="size-4 text-ink-2" />
        {max === 1 ? t("chooseFile") : t("chooseFiles")}
        <input
          {...aria}
          id={id}
          ref={ref}
          type="file"
          multiple={max > 1}
          accept={field.accept?.join(",")}
          disabled={remaining < 1}
          onBlur={onBlur}
          className="sr-only"
          onChange={({ target }) => {
            const chosen = [...(target.files ?? [])];
            // Lets the user choose the same file again.
            target.value = "";
            setProblem(chosen.length > remaining ? t("maxFiles", { max }) : undefined);
            for (const file of chosen.slice(0, remaining)) void add(file);
          }}
        />
      </label>
      {(files.length > 0 || uploads.length > 0) && (
        <ul aria-label={t("filesOf", { field: field.label })} className="flex flex-col gap-1">
          {files.map((file) => (
            <Row
              key={file.url}
              name={file.name}
              action={t("removeNamed", { name: file.name })}
              onEnd={() => onChange(files.filter((one) => one !== file))}
            />
          ))}
          {uploads.map(({ key, name, part, abort }) => (
            <Row
              key={key}
              name={name}
              action={t("cancelUpload", { name })}
              part={part}
              onEnd={() => abort.abort()}
            />
          ))}
        </ul>
      )}
      <p role="status" className={cn("text-meta", problem ? "text-danger wrap-anywhere" : "sr-only")}>
        {problem ?? (uploads.length > 0 ? t("uploading") : "")}
      </p>
    </div>
  );
}

let count = 0;

type RowProps = { name: string; action: string; part?: number; onEnd: () => void };

const Row = ({ name, action, part, onEnd }: RowProps) => (
  <li className="flex min-w-0 items-center gap-2 rounded-in border border-line py-0.5 pr-0.5 pl-3">
    <span className="min-w-0 flex-1 truncate" title={name}>
      {name}
    </span>
    {part !== undefined && (
      <span className="text-meta text-ink-3 tabular-nums">
        {part === 1 ? t("storing") : `${Math.floor(part * 100)}%`}
      </span>
    )}
    <IconButton label={action} size="icon-sm" className="max-md:size-11" onClick={onEnd}>
      <X aria-hidden />
    </IconButton>
  </li>
);

const filesOf = (value: unknown): FileValue[] => fileValue.array().safeParse(value).data ?? [];

function problemOf(field: FormField, { name, size, type }: File): string | undefined {
  if (size === 0) return t("fileEmpty", { name });
  if (size > MAX_BYTES) return t("fileTooLarge", { name, max: MAX_BYTES / 1_000_000 });
  // Some browsers do not know the type of a file; then the server checks it.
  if (type !== "" && !isAccepted(field, { name, mediaType: type }))
    return t("fileType", { name, types: field.accept?.join(", ") ?? "" });
  return undefined;
}
