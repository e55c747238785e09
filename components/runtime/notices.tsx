import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useSonner } from "sonner";
import { Toaster } from "@/components/ui/sonner";
import { tellHeight } from "./height";

/** A notice that leaves is drawn a moment longer. */
const LEAVES_IN = 400;

/** Shows what `toast()` says, where the component brings no `<Toaster />` for it. */
export function Notices() {
  const { toasts } = useSonner();
  const [isOurs, setOurs] = useState(false);
  const hasToasts = toasts.length > 0;

  useEffect(() => {
    if (!hasToasts || isOurs) return;
    // By then a toaster of the component's own has drawn it.
    const frame = requestAnimationFrame(() => setOurs(!document.querySelector("[data-sonner-toaster]")));
    return () => cancelAnimationFrame(frame);
  }, [hasToasts, isOurs]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each of these changes what is drawn
  useEffect(() => {
    const frame = requestAnimationFrame(tellHeight);
    const later = setTimeout(tellHeight, LEAVES_IN);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(later);
    };
  }, [toasts, isOurs]);

  return isOurs && createPortal(<Toaster position="bottom-right" mobileOffset={16} />, document.body);
}
