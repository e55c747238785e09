import { TabBar } from "@/components/client/shell/tab-bar";
import { hrefOf, type Place } from "./calendar-url";

const TITLES = { events: "Calendar", jobs: "Jobs", contacts: "Contacts" } as const;
const TABS = (["events", "jobs", "contacts"] as const).map((at) => ({ at, href: hrefOf({ at }) }));

type CalendarTabsProps = { shown: Place["at"]; onGo: (place: Place) => void };

export const CalendarTabs = ({ shown, onGo }: CalendarTabsProps) => (
  <>
    <h1 className="sr-only">{TITLES[shown]}</h1>
    <TabBar
      label="Calendar"
      tabs={TABS.map(({ at, href }) => ({
        href,
        title: TITLES[at],
        current: at === shown ? ("page" as const) : undefined,
      }))}
      onGo={(href) => {
        const tab = TABS.find((one) => one.href === href);
        if (tab) onGo({ at: tab.at });
      }}
    />
  </>
);
