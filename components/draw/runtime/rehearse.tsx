import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { cn } from "@/components/ui/cn";

const LINES = Array.from({ length: 12 }, (_, at) => `Line ${at}`);
const UNSEEN = "position:fixed;inset:0 auto auto 0;width:480px;visibility:hidden";

/**
 * Renders invisible content in a spare frame, so that its component renders faster. A frame has a unique address, so
 * the browser has neither compiled its code nor loaded its fonts yet, which makes the first rendering and the first
 * formats of Intl slow.
 */
export function rehearse(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const place = document.createElement("div");
  place.style.cssText = UNSEEN;
  const root = createRoot(place);
  const end = () => {
    layOut(place);
    root.unmount();
    resolve();
  };
  root.render(<Rehearsal onDrawn={() => setTimeout(end)} />);
  new Intl.NumberFormat("en", { style: "currency", currency: "EUR" }).format(0);
  new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short" }).format(0);
  return promise;
}

/**
 * Adds and removes the element in one task, so that observers of the document do not see it. Does nothing once there is
 * a component.
 */
function layOut(place: HTMLElement): void {
  if (document.body.childElementCount > 0) return;
  document.body.append(place);
  place.getBoundingClientRect();
  place.remove();
}

function Rehearsal({ onDrawn }: { onDrawn: () => void }) {
  const [picked, setPicked] = useState<number>();
  useEffect(() => {
    if (picked === undefined) setPicked(1);
    else onDrawn();
  }, [picked, onDrawn]);
  return (
    <section className={cn("flex flex-col gap-2 p-4", "p-2")}>
      <h1 className="font-semibold text-2xl">Lines</h1>
      {LINES.map((line, at) => (
        <button
          key={line}
          type="button"
          className={cn("rounded-in px-2 text-ui", at === picked && "font-medium")}
          style={{ order: at }}
          onClick={() => setPicked(at)}
        >
          <span>{line}</span>
          <svg viewBox="0 0 8 8" aria-hidden>
            <path d="M0 0h8" />
          </svg>
        </button>
      ))}
    </section>
  );
}
