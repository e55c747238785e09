import { english } from "../translate.ts";

export const t = english("undo", {
  open: "Open: {words}",
  more: "and {count, number} more",
  openHistory: "Open History",
  undo: "Undo: {words}",
  redo: "Redo: {words}",
  confirm: "Undo this database change?",
  confirmHint:
    "{words}. Later changes of all tables are lost, too. A copy stays in the <link>history</link>.",
  restoreTables: "Restore the tables",
  changedSince: "Changed since",
  undone: "Undone",
  notUndone: "Not undone<detail>. {problem}</detail>",
});
