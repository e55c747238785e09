import { listen } from "./listeners.ts";
import { componentOf, expect, expectUntouched, over, sample, show, test } from "./stage.ts";
import { elements } from "./ways/elements.ts";
import { navigation } from "./ways/navigation.ts";
import { nested } from "./ways/nested.ts";
import { requests } from "./ways/requests.ts";
import { styles } from "./ways/styles.ts";
import { webrtc } from "./ways/webrtc.ts";

test.describe.configure({ mode: "parallel" });

const KINDS = {
  "by request": requests,
  "by element": elements,
  "by style": styles,
  "by going there": navigation,
  "by a document within": nested,
  "by WebRTC": webrtc,
};

for (const header of ["with", "without"] as const) {
  for (const [kind, all] of Object.entries(KINDS)) {
    for (const { name, code, knocks } of sample(all, 16)) {
      test(`nothing gets out ${kind}: ${name} (${header} the allow-list of connections)`, async ({
        page,
        context,
        sites,
      }) => {
        const { there, udp, counted, close } = await listen();
        const dialogs: string[] = [];
        page.on("dialog", (dialog) => {
          dialogs.push(dialog.message());
          void dialog.dismiss();
        });
        page.on("download", (download) => dialogs.push(download.url()));
        const talk = await show(page, sites[header], componentOf(code, { there, udp }));
        await over(page, talk);
        await expectUntouched(page, context, talk);
        expect(dialogs).toEqual([]);

        const { connections, bytes, packets } = counted();
        expect({ bytes, packets }).toEqual({ bytes: 0, packets: 0 });
        if (header === "with" || !knocks) expect(connections).toBe(0);
        // The place was there to be reached.
        await fetch(there);
        expect(counted().connections).toBe(connections + 1);
        await close();
      });
    }
  }
}
