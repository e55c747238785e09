import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { BackLink } from "./back-link";
import { PageBar } from "./page-bar";

type LibraryBarProps = {
  name?: string;
  children?: ReactNode;
};

export function LibraryBar({ name, children }: LibraryBarProps) {
  if (name === undefined) return <PageBar back={<ToChat />} end={children} />;
  return (
    <PageBar parent={{ href: "/components", title: "Components" }} isCode end={children}>
      {name}
    </PageBar>
  );
}

function ToChat() {
  return (
    <Button asChild variant="ghost" className="gap-1 px-2 font-normal text-ink-3 md:hidden">
      <BackLink>
        <ChevronLeft aria-hidden />
        Chat
      </BackLink>
    </Button>
  );
}
