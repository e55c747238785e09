"use client";

import type { LucideIcon } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";

type FileDropProps = {
  accept: string;
  icon: LucideIcon;
  /** Labels of the input, of the button, and of the area on wide screens. */
  labels: { file: string; choose: string; drop: string };
  /** Content during an upload, instead of the button. Drops are then ignored. */
  progress?: ReactNode;
  onFile: (file: File) => void;
};

/** Area that takes one file by drop or by choice. */
export function FileDrop({ accept, icon: Icon, labels, progress, onFile }: FileDropProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        const [file] = event.dataTransfer.files;
        if (file && !progress) onFile(file);
      }}
      className={cn(
        "flex min-h-32 flex-col items-center justify-center gap-3 rounded-in border border-line-strong border-dashed p-4 text-center transition-colors",
        isOver && "border-line-control bg-fill-hover",
      )}
    >
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={labels.file}
        className="hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          // Allow choosing the same file again.
          target.value = "";
        }}
      />
      {progress || (
        <>
          <Button variant="outline" onClick={() => input.current?.click()}>
            <Icon aria-hidden />
            {labels.choose}
          </Button>
          <p className="text-meta text-ink-3 max-md:hidden">{labels.drop}</p>
        </>
      )}
    </div>
  );
}
