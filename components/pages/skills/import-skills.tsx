"use client";

import { useMutation } from "@tanstack/react-query";
import { FileArchive, FolderUp } from "lucide-react";
import { type ComponentProps, type ReactNode, useId, useRef, useState } from "react";
import { failureText } from "@/components/client/failure";
import { TextField } from "@/components/draw/editor/text-field";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { useRouter } from "@/components/ui/kit/agent-base";
import { FormDialog } from "@/components/ui/kit/dialogs/form-dialog";
import { notify } from "@/components/ui/kit/notify";
import { ScrollArea } from "@/components/ui/scroll-area";
import { t } from "@/lib/shared/i18n/en/skills";
import type { SkillCandidate, SkillPreview } from "@/lib/shared/skills/contract";
import { type ImportSource, importSkills, previewImport } from "./api";
import { readArchive, readFolder } from "./upload";

type Found = { from: ImportSource; preview: SkillPreview };

/** Asks for the source, lists its skills, and stores the chosen ones. */
export function ImportSkills({ onClose }: { onClose: () => void }) {
  const [found, setFound] = useState<Found>();
  return found ? (
    <ChooseSkills found={found} onClose={onClose} />
  ) : (
    <ChooseSource onFound={setFound} onClose={onClose} />
  );
}

function ChooseSource({ onFound, onClose }: { onFound: (found: Found) => void; onClose: () => void }) {
  const [address, setAddress] = useState("");
  const { mutate, error, isPending } = useMutation({
    mutationFn: async (read: () => Promise<ImportSource> | ImportSource) => {
      const from = await read();
      return { from, preview: await previewImport(from) };
    },
    onSuccess: onFound,
  });
  return (
    <FormDialog
      title={t("importTitle")}
      about={t("importAbout")}
      action={isPending ? t("looking") : t("look")}
      isDisabled={isPending || address.trim() === ""}
      problem={error && failureText(error)}
      onSubmit={() => mutate(() => ({ address: address.trim() }))}
      onClose={onClose}
    >
      <div className="flex flex-wrap gap-2">
        <FileButton
          accept=".zip,application/zip"
          isDisabled={isPending}
          onFiles={([file]) => file && mutate(() => readArchive(file))}
        >
          <FileArchive aria-hidden />
          {t("chooseZip")}
        </FileButton>
        <FileButton isFolder isDisabled={isPending} onFiles={(files) => mutate(() => readFolder(files))}>
          <FolderUp aria-hidden />
          {t("chooseFolder")}
        </FileButton>
      </div>
      <TextField
        label={t("address")}
        value={address}
        onText={setAddress}
        hint={t("addressHint")}
        spellCheck={false}
        inputMode="url"
        placeholder="https://github.com/anthropics/skills/tree/main/skills"
      />
    </FormDialog>
  );
}

type FileButtonProps = Pick<ComponentProps<"input">, "accept"> & {
  isFolder?: boolean;
  isDisabled: boolean;
  onFiles: (files: File[]) => void;
  children: ReactNode;
};

function FileButton({ accept, isFolder, isDisabled, onFiles, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={(element) => {
          input.current = element;
          // React has no prop for this attribute.
          if (isFolder) element?.setAttribute("webkitdirectory", "");
        }}
        type="file"
        accept={accept}
        aria-label={isFolder ? t("chooseFolder") : t("chooseZip")}
        className="hidden"
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          if (files.length > 0) onFiles(files);
          // Allow choosing the same file again.
          target.value = "";
        }}
      />
      <Button
        type="button"
        variant="outline"
        aria-disabled={isDisabled}
        onClick={() => !isDisabled && input.current?.click()}
      >
        {children}
      </Button>
    </>
  );
}

function ChooseSkills({ found: { from, preview }, onClose }: { found: Found; onClose: () => void }) {
  const router = useRouter();
  const { candidates, hash } = preview;
  const offered = candidates.filter(({ problem, action }) => problem === undefined && action !== "same");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(offered.map(({ folder }) => folder)),
  );
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => importSkills(from, [...chosen], hash),
    onSuccess: (names) => {
      const [name] = names;
      void notify(t("imported", { count: names.length }));
      if (names.length === 1 && name) router.push(`/agent/skills/${name}`);
      else router.refresh();
      onClose();
    },
  });
  const toggle = (folder: string, isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      if (isChosen) next.add(folder);
      else next.delete(folder);
      return next;
    });
  return (
    <FormDialog
      title={t("found", { count: candidates.length, source: titleOf(from) })}
      about={t("foundAbout")}
      action={t("importThese", { count: chosen.size })}
      isDisabled={isPending || chosen.size === 0}
      problem={error && failureText(error)}
      onSubmit={() => mutate()}
      onClose={onClose}
    >
      <ScrollArea label={t("importTitle")} className="max-h-[50dvh] rounded-sheet bg-sheet shadow-sheet">
        <ul>
          {candidates.map((candidate) => (
            <CandidateRow
              key={candidate.folder}
              candidate={candidate}
              isChosen={chosen.has(candidate.folder)}
              onChoose={(isChosen) => toggle(candidate.folder, isChosen)}
            />
          ))}
        </ul>
      </ScrollArea>
    </FormDialog>
  );
}

const titleOf = (from: ImportSource): string =>
  "address" in from ? new URL(from.address).hostname : "archive" in from ? from.name : from.folder;

type CandidateRowProps = {
  candidate: SkillCandidate;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
};

function CandidateRow({ candidate, isChosen, onChoose }: CandidateRowProps) {
  const id = useId();
  const { name, folder, description, fileCount, action, problem, moved } = candidate;
  const isOffered = problem === undefined && action !== "same";
  const note = action === "same" ? t("same") : action === "change" ? t("replaces") : undefined;
  return (
    <li className="flex gap-3 border-line px-4 py-3 not-first:border-t">
      <Checkbox
        id={id}
        checked={isChosen}
        disabled={!isOffered}
        onCheckedChange={(state) => onChoose(state === true)}
        className="mt-0.5"
      />
      <label htmlFor={id} className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-mono wrap-anywhere">{name || folder}</span>
          <span className="text-meta text-ink-3">
            {[note, fileCount > 0 && t("filesCount", { count: fileCount })].filter(Boolean).join(", ")}
          </span>
        </span>
        <span className="line-clamp-2 text-ink-2 wrap-anywhere">{problem ?? description}</span>
        {moved && <span className="text-meta text-ink-3">{t("moved", { fields: moved.join(", ") })}</span>}
      </label>
    </li>
  );
}
