import type { t } from "../en/gallery.ts";
import type { Translation } from "../translate.ts";

export default {
  search: "Galerie durchsuchen",
  inline: "In Unterhaltungen",
  apps: "Apps",
  exports: "Exporte",
  exported:
    "{form, select, element {Custom Element} image {Bild} other {HTML}} {kind, select, component {einer Komponente} surface {eines Blatts} other {einer Unterhaltung}}",
  newerVersion: "Version {version, number} ist neuer",
  sourceGone: "Quelle gelöscht",
  download: "(herunterladen)",
  actionsOf: "Aktionen für „{title}“",
  openSource: "Quelle öffnen",
  exportAgain: "Noch einmal exportieren",
  found: "{count, number} gefunden",
  foundMore: "{count, number} gefunden, es gibt weitere",
  noMatch: "Nichts passt zu „{wanted}“.",
  noneOfKind: "Noch nichts",
  none: "Noch nichts gemacht",
  noneHint: "Bitte den Agenten um „ein Board zum Sortieren meiner Ideen“.",
  askForOne: "Etwas anfragen",
  versionFailed: "Version {version, number}: Test fehlgeschlagen",
  sampleFailed: "Mit Beispielwerten fehlgeschlagen: {message}",
  tiles: "{count, plural, =0 {Leer} one {1 Kachel} other {# Kacheln}}",
  sharedWithYou: "mit dir geteilt",
  newTab: "(in neuem Tab)",
  manage: "Verwalten",
  remix: "Remix",
  remixItem: "Remix von „{title}“",
  remixFor: "Kopie für",
  copying: "Wird kopiert…",
  notCopied: "„{title}“ nicht kopiert. {error}",
  tilesLeft:
    "{count, plural, one {1 Kachel fehlt} other {# Kacheln fehlen}}, weil der andere Agent sie nicht zeigen kann",
  changeDraft: "Ändere die Komponente `{name}`: ",
} satisfies Translation<typeof t>;
