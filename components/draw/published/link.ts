import type { LinkBoot } from "@/lib/shared/apps/visit";
import { t } from "@/lib/shared/i18n/en/published";
import { say, showGone } from "./notice";
import { readEvents, retry } from "./stream";

/** Follows the link of a shared conversation: its end closes the copy, and a new copy is offered. */
export async function openLink({ address, shown }: LinkBoot, place: HTMLElement): Promise<void> {
  const frame = place.querySelector("iframe");
  frame?.addEventListener("load", () => frame.focus());
  const reload = { label: t("reload"), run: () => location.reload() };
  const end = () => showGone(place, { title: t("linkGone"), about: t("linkGoneAbout") });
  await retry(async () => {
    let isGone = false;
    const status = await readEvents(
      `${address}/stream?${new URLSearchParams({ shown })}`,
      {},
      {
        onOpen: () => {},
        onData: (data) => {
          const { type } = JSON.parse(data) as { type: "gone" | "version" };
          if (type === "version") say(t("newCopy"), reload);
          else isGone = true;
        },
      },
    );
    if (!isGone && status !== 404) return false;
    end();
    return true;
  });
}
