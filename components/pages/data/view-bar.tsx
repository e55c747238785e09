"use client";

import { Search } from "lucide-react";
import type { ReactNode } from "react";
import { FromWeb } from "@/components/client/origins/from-web";
import { Input } from "@/components/ui/input";
import { TabsList, TabsTrigger } from "@/components/ui/tabs";
import { useIsMobile } from "@/components/ui/use-mobile";

type ViewBarProps = {
  kind: "table" | "collection";
  name: string;
  back: ReactNode;
  views: Readonly<Record<string, string>>;
  children: ReactNode;
};

export function ViewBar({ kind, name, back, views, children }: ViewBarProps) {
  // On a phone the heading of the list is absent, so this heading is one level higher.
  const Heading = useIsMobile() ? "h1" : "h2";
  return (
    <div className="flex h-bar shrink-0 items-center gap-3 px-7 max-md:border-line max-md:border-b max-md:bg-paper max-md:px-1">
      {back}
      <Heading className="min-w-0 truncate font-mono text-ui font-medium" title={name}>
        {name}
      </Heading>
      <FromWeb kind={kind} name={name} isTight />
      <TabsList aria-label="Views" className="shrink-0">
        {Object.entries(views).map(([view, label]) => (
          <TabsTrigger key={view} value={view}>
            {label}
          </TabsTrigger>
        ))}
      </TabsList>
      <div className="ml-auto flex shrink-0 items-center gap-1">{children}</div>
    </div>
  );
}

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
        aria-label={`Search ${name}`}
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
