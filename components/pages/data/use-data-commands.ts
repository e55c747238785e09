"use client";

import { Files, SquareTerminal, Table2 } from "lucide-react";
import { useMemo } from "react";
import { type Command, useCommands } from "@/components/ui/kit/commands";
import type { DatabaseView } from "./api";
import type { Place } from "./data-url";

const MAX_TABLES = 50;

export function useDataCommands(tables: DatabaseView["tables"] | undefined, go: (to: Place) => void): void {
  const commands = useMemo(
    (): Command[] => [
      {
        id: "data sql",
        label: "SQL",
        group: "Here",
        icon: SquareTerminal,
        keywords: ["query", "database"],
        run: () => go({ at: "sql" }),
      },
      {
        id: "data documents",
        label: "Documents",
        group: "Here",
        icon: Files,
        keywords: ["collections", "contacts", "json", "mongodb"],
        run: () => go({ at: "documents" }),
      },
      ...(tables ?? []).slice(0, MAX_TABLES).map(
        ({ name, type }): Command => ({
          id: `data ${name}`,
          label: name,
          group: "Here",
          icon: Table2,
          keywords: [type, "table"],
          run: () => go({ at: "table", table: name, view: "rows" }),
        }),
      ),
    ],
    [tables, go],
  );
  useCommands(commands);
}
