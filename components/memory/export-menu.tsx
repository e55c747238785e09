"use client";

import { Download } from "lucide-react";
import { download } from "@/components/kit/download";
import { notifyProblem } from "@/components/kit/notify";
import { wordsOf } from "@/components/settings/api";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { asMarkdown, readMemory } from "./export";

/** All of memory as a file. */
export function ExportMenu() {
  const take = async (type: "json" | "md") => {
    try {
      const all = await readMemory();
      const [text, media] =
        type === "json"
          ? [JSON.stringify(all, null, 2), "application/json"]
          : [asMarkdown(all), "text/markdown"];
      download(new Blob([text], { type: media }), "Memory", type);
    } catch (error) {
      void notifyProblem(`Memory was not exported. ${wordsOf(error)}`);
    }
  };
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline">
          <Download aria-hidden />
          Export
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent>
        <DropdownMenuItem onSelect={() => void take("md")}>To read, as Markdown</DropdownMenuItem>
        <DropdownMenuItem onSelect={() => void take("json")}>For programs, as JSON</DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
