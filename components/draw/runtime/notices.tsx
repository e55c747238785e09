import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useSonner } from "sonner";
import { Toaster } from "@/components/ui/sonner";
import { tellHeight } from "./height";

const LEAVES_IN = 400;
const OURS = "easel-notices";
const THEIRS = `[data-sonner-toaster]:not(.${OURS})`;

/** Shows the notices of `toast()` if the component renders no `<Toaster />`. */
export function Notices() {
  const { toasts } = useSonner();
  const [isOurs, setOurs] = useState(false);

  // Check for a toaster at each notice, because the component may have added one in the meantime.
  useEffect(() => {
    if (toasts.length === 0) return;
    // Wait for an animation frame, so that a toaster that the component has just rendered is in the document.
    const frame = requestAnimationFrame(() => setOurs(!document.querySelector(THEIRS)));
    return () => cancelAnimationFrame(frame);
  }, [toasts]);

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
