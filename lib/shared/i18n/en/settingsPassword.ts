import { english } from "../translate.ts";

export const t = english("settingsPassword", {
  password: "Password",
  current: "Current password",
  new: "New password",
  show: "Show password",
  hide: "Hide password",
  atLeast: "At least {min, number} characters",
  tooShort: "Use at least {min, number} characters",
  set: "Set password",
  wasSet: "Set.",
  change: "Change password",
  changed: "Changed. Other browsers signed out.",
  removed: "Removed.",
  notSetAbout: "Anyone on this machine can open Easel. Sharing needs a password.",
  setAbout: "Changing it signs out other browsers.",
  fromEnvironment: "Set by EASEL_PASSWORD: edit it and restart Easel.",
  confirmRemoval: "Remove the password?",
  removalAbout: "Anyone on this machine can then open Easel. Shared links stop working.",
});
