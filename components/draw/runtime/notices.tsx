import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useSonner } from "sonner";
import { Toaster } from "@/components/ui/sonner";
import { tellHeight } from "./height";

/** A notice that leaves is drawn a moment longer. */
const LEAVES_IN = 400;
const OURS = "easel-notices";
const THEIRS = `[data-sonner-toaster]:not(.${OURS})`;

/** Shows what `toast()` says, where the component brings no `<Toaster />` for it. */
export function Notices() {
  const { toasts } = useSonner();
  const [isOurs, setOurs] = useState(false);

  // With each of them the component may have brought one.
  useEffect(() => {
    if (toasts.length === 0) return;
    // By then a toaster of the component's own has drawn it.
    const frame = requestAnimationFrame(() => setOurs(!document.querySelector(THEIRS)));
    return () => cancelAnimationFrame(frame);
  }, [toasts]);

  // Whatever is drawn here may change the height.
  useEffect(() => {
    const frame = requestAnimationFrame(tellHeight);
    const later = setTimeout(tellHeight, LEAVES_IN);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(later);
    };
  });

  return (
    isOurs &&
    createPortal(<Toaster className={OURS} position="bottom-right" mobileOffset={16} />, document.body)
  );
}
