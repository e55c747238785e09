import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { drawPage } from "@/components/client/testing/page";
import type { SearchProviderView } from "@/lib/shared/search";
import type { ProviderView, SettingsView } from "@/lib/shared/settings";
import { SettingsOverview } from "./settings-overview";
import { someSettings } from "./testing/some-settings";

const provider = (rest: Partial<ProviderView>): ProviderView => ({
  ...{ id: "openai", title: "OpenAI", needsKey: true, takesUrl: true, defaultUrl: null },
  ...{ keyFrom: null, keyVariable: null, urlVariable: null, baseUrl: null, baseUrlFrom: null, problem: null },
  ...rest,
});
const ollama = provider({ id: "ollama", title: "Ollama", needsKey: false });
const brave: SearchProviderView = {
  ...{ id: "brave", title: "Brave", needsKey: true, keyFrom: "settings" },
  ...{ baseUrl: null, defaultUrl: null, problem: null },
};
const settings = (rest: Partial<SettingsView>) =>
  someSettings({ providers: [provider({}), ollama], ...rest });
const textOf = (path: string) =>
  screen.getAllByRole("link").find((one) => one.getAttribute("href") === path)?.textContent;

it.each<[string, Partial<SettingsView>, string]>([
  ["without a connected provider", {}, "No provider connected"],
  [
    "with one connected provider and no chosen model",
    { providers: [provider({ keyFrom: "environment" }), ollama] },
    "Connected: OpenAI",
  ],
  [
    "with a chosen model and two connected providers",
    {
      ...{
        model: "openai/gpt-5.2",
        providers: [
          provider({ keyFrom: "settings" }),
          provider({ title: "A server", baseUrlFrom: "settings" }),
        ],
      },
    },
    "gpt-5.2 answers new conversations. Connected: OpenAI, A server",
  ],
  [
    "with a chosen model of this machine, which needs no key",
    { model: "ollama/qwen3" },
    "qwen3 answers new conversations",
  ],
  ["after the key of the chosen model was removed", { model: "openai/gpt-5.2" }, "No provider connected"],
  [
    "with a chosen model whose provider is not connected",
    {
      model: "openai/gpt-5.2",
      providers: [provider({}), provider({ id: "google", title: "Google", keyFrom: "settings" })],
    },
    "Connected: Google",
  ],
])("the overview shows the state of the models %s", (_, change, expected) => {
  drawPage(<SettingsOverview settings={settings(change)} />);
  expect(textOf("/settings/models")).toBe(`Models${expected}`);
});

it("the overview shows the search engine in use, or that none is set up", () => {
  const { rerender } = drawPage(<SettingsOverview settings={settings({})} />);
  expect(textOf("/settings/web")).toContain("No search engine");
  rerender(<SettingsOverview settings={settings({ search: [brave], searchUsed: "brave" })} />);
  expect(textOf("/settings/web")).toContain("Search with Brave");
});
