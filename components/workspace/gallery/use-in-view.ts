import { type RefObject, useEffect, useRef, useState } from "react";

/** Returns whether the element with the ref `box` is in view. */
export function useInView(): { box: RefObject<HTMLDivElement | null>; isInView: boolean } {
  const box = useRef<HTMLDivElement>(null);
  const [isInView, setIsInView] = useState(false);
  useEffect(() => {
    if (!box.current) return;
    const observer = new IntersectionObserver((entries) =>
      setIsInView(entries.at(-1)?.isIntersecting ?? false),
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { box, isInView };
}
