"use client";

import { Search } from "lucide-react";
import { Input } from "@/components/ui/input";
import { t as common } from "@/lib/shared/i18n/en/common";

type SearchFieldProps = {
  label: string;
  text: string;
  placeholder?: string;
  onText: (text: string) => void;
};

export const SearchField = ({ label, text, placeholder = common("search"), onText }: SearchFieldProps) => (
  <search className="relative min-w-0 max-md:flex-1 md:w-56">
    <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" />
    <Input
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={({ key }) => key === "Escape" && onText("")}
      className="pl-8"
    />
  </search>
);
