"use client";

import { Search } from "lucide-react";
import { Input } from "@/components/ui/input";
import { t } from "@/lib/shared/i18n/en/data";

type RowSearchProps = {
  name: string;
  placeholder: string;
  text: string;
  isWrong?: boolean;
  className: string;
  onText: (text: string) => void;
};

export function RowSearch({ name, placeholder, text, isWrong, className, onText }: RowSearchProps) {
  return (
    <search className={`relative min-w-0 flex-1 ${className}`}>
      <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" />
      <Input
        type="search"
        aria-label={t("searchIn", { name })}
        placeholder={placeholder}
        value={text}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isWrong}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={({ key }) => key === "Escape" && onText("")}
        className="pl-8"
      />
    </search>
  );
}
