import type { t } from "../en/settingsReference.ts";
import type { Translation } from "../translate.ts";

export default {
  title: "HTTP-API",
  about: "Für Skripte und Programme mit einem Zugriffstoken.",
  search: "Operationen suchen",
  nothingFound: "Keine Operation enthält diese Wörter.",
  copyAddress: "Adresse des OpenAPI-Dokuments kopieren",
  parameters: "Parameter",
  body: "Inhalt",
  empty: "{status}, ohne Inhalt",
  scope: "Token mit dem Recht {scope}",
  anyToken: "Jedes Token",
  noToken: "Kein Token",
  anyone: "Ohne Anmeldung",
} satisfies Translation<typeof t>;
