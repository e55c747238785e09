import { listen } from "./listeners.ts";
import { componentOf, expect, expectUntouched, over, sample, show, test } from "./stage.ts";
import { inOne } from "./way.ts";
import { elements } from "./ways/elements.ts";
import { hidden } from "./ways/hidden.ts";
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
  "by navigation": navigation,
  "by a nested document": nested,
  "by a nested document that evades the guards": hidden,
  "by WebRTC": webrtc,
};

type Attempts = { titles: string[]; code: string; mayKnock: boolean };

for (const header of ["with", "without"] as const) {
  const all = Object.entries(KINDS).flatMap(([kind, ways]) =>
    sample(ways, 12).map(({ name, code, knocks }) => ({
      titles: [`${kind}: ${name}`],
      code,
      mayKnock: header === "without" && knocks === true,
      leaves: knocks === true || ways === navigation,
    })),
  );
  // In a sample, attempts that do not leave their component share one component, because most of the time of an attempt
  // is spent on loading its page.
  const sharing = process.env.ATTACK === "all" ? [] : all.filter(({ leaves }) => !leaves);
  if (sharing.length > 0) tryOut(header, merged(sharing));
  for (const one of all) if (!sharing.includes(one)) tryOut(header, one);
}

function merged(attempts: readonly Attempts[]): Attempts {
  return {
    titles: attempts.flatMap(({ titles }) => titles),
    code: inOne(attempts.map(({ titles: [name = ""], code }) => ({ name, code }))),
    mayKnock: false,
  };
}

function tryOut(header: "with" | "without", { titles, code, mayKnock }: Attempts): void {
  // Without Connection-Allowlist, which newer browsers have, one test is enough.
  const tag = header === "without" && titles.length === 1 ? "@long" : [];
  test(`a component sends no data ${titles.join(", ")} (${header} Connection-Allowlist)`, { tag }, async ({
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
    const outcome = await over(page, talk);
    if (titles.length > 1) expect(outcome).toBe(`got ${titles.length} tried`);
    await expectUntouched(page, context, talk);
    expect(dialogs).toEqual([]);

    const { connections, bytes, packets } = counted();
    expect({ bytes, packets }).toEqual({ bytes: 0, packets: 0 });
    if (!mayKnock) expect(connections).toBe(0);
    await fetch(there);
    expect(counted().connections).toBe(connections + 1);
    await close();
  });
}
