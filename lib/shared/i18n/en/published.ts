import { english } from "../translate.ts";

export const t = english("published", {
  title: "App",
  gone: "There is nothing at this address",
  goneAbout: "It was unpublished, has expired or never existed. Ask its owner.",
  passcode: "Passcode",
  passcodeAbout: "Its owner protects this app with a passcode.",
  open: "Open",
  wrongPasscode: "This passcode is wrong.",
  notPublished: "This is not available in a published app.",
  queryNotPublished: "This query was not published.",
  noForm: "This app accepts no answers.",
  noMessages: "A published app cannot send messages.",
  failed: "It did not work. Try again.",
  failedWith: "Something failed: {message}",
  stopped: "This app was stopped, because it took the focus.",
  notLoaded: "The app did not load.",
  newVersion: "There is a new version.",
  reload: "Reload",
  lost: "Not connected. Trying again.",
  offline: "You are offline. Changes are not sent.",
});
