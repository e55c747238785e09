import { TabBar } from "@/components/client/shell/tab-bar";
import { t as common } from "@/lib/shared/i18n/en/common";
import { hrefOf, type Place } from "./calendar-url";

const TITLES = {
  get events() {
    return common("calendar");
  },
  get jobs() {
    return common("jobs");
  },
  get contacts() {
    return common("contacts");
  },
} as const;
const TABS = (["events", "jobs", "contacts"] as const).map((at) => ({ at, href: hrefOf({ at }) }));

type CalendarTabsProps = { shown: Place["at"]; onGo: (place: Place) => void };

export const CalendarTabs = ({ shown, onGo }: CalendarTabsProps) => (
  <>
    <h1 className="sr-only">{TITLES[shown]}</h1>
    <TabBar
      label={common("calendar")}
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
