import type { Frame } from "@/components/draw/frame/frame";
import type { Pointed } from "@/lib/shared/frame/protocol";
import { t } from "@/lib/shared/i18n/en/published";
import { say } from "./notice";

const MOVES = { ArrowRight: "next", ArrowDown: "next", ArrowLeft: "previous", ArrowUp: "previous" } as const;
const isMove = (key: string): key is keyof typeof MOVES => key in MOVES;

/** Lets the visitor press an element of the app, or choose one by the arrow keys. Resolves to null if they cancel. */
export function pickElement(frame: Frame): Promise<Pointed | null> {
  return new Promise((resolve) => {
    const end = new AbortController();
    const done = (picked: Pointed | null) => {
      end.abort();
      frame.onPointed = undefined;
      frame.point("end");
      say("");
      resolve(picked);
    };
    frame.onPointed = (pointed) => {
      if (pointed.isTaken) done(pointed);
    };
    frame.point("begin");
    say(t("pickElement"), { label: t("cancel"), run: () => done(null) });
    addEventListener(
      "keydown",
      (event) => {
        const { key, target } = event;
        if (key === "Enter" && target instanceof Element && target.closest("#notice")) return;
        if (key === "Escape") done(null);
        else if (key === "Enter") frame.point("take");
        else if (isMove(key)) frame.point(MOVES[key]);
        else return;
        event.preventDefault();
      },
      { signal: end.signal },
    );
  });
}
