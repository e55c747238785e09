import type { Frame } from "@/components/draw/frame/frame";
import type { Pointed } from "@/lib/shared/frame/protocol";
import { type Target, targetAt } from "./targets";

const FRAMES = "[data-sheet] [data-slot=component] iframe";

export function pointInFrames(
  frameOf: (element: HTMLIFrameElement) => Frame | undefined,
  onPointed: (target: Target, pointed: Pointed) => void,
): () => void {
  const frames = new Set<Frame>();
  const begin = () => {
    for (const element of document.querySelectorAll<HTMLIFrameElement>(FRAMES)) {
      const frame = frameOf(element);
      if (!frame || frames.has(frame)) continue;
      frames.add(frame);
      frame.onPointed = (pointed) => {
        const target = targetAt(element);
        if (target) onPointed(target, pointed);
      };
      frame.point("begin");
    }
  };
  begin();
  const observer = new MutationObserver(begin);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    for (const frame of frames) {
      frame.onPointed = undefined;
      frame.point("end");
    }
  };
}
