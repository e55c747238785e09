"use client";

import { Eye, Search, SquareTerminal, Table2 } from "lucide-react";
import { useState } from "react";
import { WebMark } from "@/components/client/origins/web-mark";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";
import type { DatabaseView } from "./api";
import type { Place } from "./data-url";
import { ListItem } from "./list-item";

const MANY = 8;

type TableListProps = { tables: DatabaseView["tables"]; place: Place; onGo: (place: Place) => void };

export function TableList({ tables, place, onGo }: TableListProps) {
  const [text, setText] = useState("");
  const wanted = text.trim().toLowerCase();
  const found = tables.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <nav aria-label="Data" className={cn("flex min-h-0 flex-col gap-2", tables.length > 0 && "flex-1")}>
      <ul className="px-3">
        <ListItem to={{ at: "sql" }} isCurrent={place.at === "sql"} onGo={onGo}>
          <SquareTerminal aria-hidden className="size-4 shrink-0" />
          SQL
        </ListItem>
      </ul>
      {tables.length > 0 && <h2 className="px-5 pt-1 text-meta text-ink-3">Tables</h2>}
      {tables.length >= MANY && (
        <search className="relative mx-3">
          <Search aria-hidden className="absolute top-1/2 left-2.5 size-4 -translate-y-1/2 text-ink-3" />
          <Input
            type="search"
            aria-label="Search tables"
            placeholder="Search"
            value={text}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={({ key }) => key === "Escape" && setText("")}
            className="pl-8"
          />
        </search>
      )}
      <p role="status" className={found.length > 0 ? "sr-only" : "px-5 text-ink-2"}>
        {wanted !== "" && (found.length > 0 ? `${found.length} found` : `Nothing matches “${text.trim()}”.`)}
      </p>
      <ul className="min-h-0 flex-1 overflow-y-auto px-3 pb-3">
        {found.map(({ name, type, row_count, web }) => (
          <ListItem
            key={name}
            to={{ at: "table", table: name, view: "rows" }}
            isCurrent={place.at === "table" && place.table === name}
            onGo={onGo}
          >
            {type === "view" ? (
              <Eye role="img" aria-label="View:" className="size-4 shrink-0" />
            ) : (
              <Table2 aria-hidden className="size-4 shrink-0" />
            )}
            <span className="min-w-0 flex-1 truncate font-mono text-meta" title={name}>
              {name}
            </span>
            {row_count !== null && (
              <span className="order-1 shrink-0 text-meta font-normal text-ink-3 tabular-nums">
                {row_count.toLocaleString("en")}
                <span className="sr-only"> {row_count === 1 ? "row" : "rows"}</span>
              </span>
            )}
            {/* After the name and count, so that screen readers read those together. */}
            <WebMark origins={web?.origins} isShort />
          </ListItem>
        ))}
      </ul>
    </nav>
  );
}
