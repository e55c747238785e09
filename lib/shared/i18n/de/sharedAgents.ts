import type { t } from "../en/sharedAgents.ts";
import type { Translation } from "../translate.ts";

export default {
  ledger: "Haushaltsbuch",
  ledgerAbout: "Verfolgt, was du ausgibst und wofür.",
  ledgerEnter: "Ausgaben eintragen",
  ledgerEnterText: "Heute 14,20 fürs Mittagessen und 62 für Lebensmittel ausgegeben",
  ledgerSee: "Sehen, wohin es ging",
  ledgerSeeText: "Wofür ging diesen Monat mein Geld weg?",
  reader: "Lesebegleiter",
  readerAbout: "Liest Artikel mit dir und merkt sich, was du daraus mitnimmst.",
  readerRead: "Zusammen einen Artikel lesen",
  readerReadText: "Lies das mit mir: https://de.wikipedia.org/wiki/Spaced_repetition",
  readerKept: "Gemerktes ansehen",
  readerKeptText: "Was habe ich mir bisher gemerkt?",
  planner: "Reiseplaner",
  plannerAbout: "Plant eine Reise Tag für Tag und führt Buch über Offenes.",
  plannerPlan: "Reise planen",
  plannerPlanText: "Vier Tage Lissabon im Mai, zwei Erwachsene",
  plannerLeft: "Offenes ansehen",
  plannerLeftText: "Was ist für die Reise noch offen?",
} satisfies Translation<typeof t>;
