import { Button } from "@/components/ui/button";
import { cn } from "@/components/ui/cn";
import { usePageHref } from "@/components/ui/kit/agent-base";
import { hrefOf, type Place } from "./data-url";

export const DataKinds = ({ isDocuments, onGo }: { isDocuments: boolean; onGo: (place: Place) => void }) => (
  <nav aria-label="Kinds of data" className="px-5 pb-2">
    <ul className="flex gap-1">
      <KindLink to={{ at: "start" }} isCurrent={!isDocuments} onGo={onGo}>
        Tables
      </KindLink>
      <KindLink to={{ at: "documents" }} isCurrent={isDocuments} onGo={onGo}>
        Documents
      </KindLink>
    </ul>
  </nav>
);

type KindLinkProps = { to: Place; isCurrent: boolean; onGo: (place: Place) => void; children: string };

function KindLink({ to, isCurrent, onGo, children }: KindLinkProps) {
  const pageHref = usePageHref();
  return (
    <li>
      <Button asChild variant="ghost" size="sm" className={cn(isCurrent && "bg-fill-press font-medium")}>
        <a
          href={pageHref(hrefOf(to))}
          aria-current={isCurrent ? "true" : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
            event.preventDefault();
            onGo(to);
          }}
        >
          {children}
        </a>
      </Button>
    </li>
  );
}
