import { english } from "../translate.ts";

export const t = english("settingsReference", {
  title: "HTTP API",
  about: "For scripts and programs with an access token.",
  search: "Search operations",
  nothingFound: "No operation contains these words.",
  copyAddress: "Copy address of the OpenAPI document",
  parameters: "Parameters",
  body: "Body",
  empty: "{status}, without a body",
  scope: "Token with the scope {scope}",
  anyToken: "Any token",
  noToken: "No token",
  anyone: "Without sign-in",
});
