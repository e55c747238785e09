import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import { ago, NOW } from "@/components/client/testing/samples";
import type { ModelsView, SettingsView } from "@/lib/shared/settings";
import { LanguageCard } from "./language-card";
import { LimitsForm, UnattendedLimitsForm } from "./limits-form";
import { EmbeddingModel } from "./models/plain-models";
import { SessionsCard } from "./sessions-card";
import { someSettings } from "./testing/some-settings";
import { ThemeCard } from "./theme-card";
import { TimeZoneCard } from "./time-zone-card";
import { TitlesCard } from "./titles-card";

const limits: SettingsView["limits"] = { steps: 40, minutes: 30, tokens: 1_000_000, silence: null, cost: 5 };
const settings = (change: Partial<SettingsView>) => ({ settings: someSettings({ limits, ...change }) });

describe("the embedding model", () => {
  const small = { id: "openai/small", name: "Small", provider: "openai", providerTitle: "OpenAI" } as const;
  const view: ModelsView = {
    ...{ models: [], images: [], transcription: [], speech: [], default: "demo", problems: [] },
    embeddings: [{ ...small, isLocal: false }],
  };
  const draw = (server: FakeServer, saved: (string | null)[] = []) =>
    drawPage(
      <EmbeddingModel
        value={null}
        models={{ view, problem: null, reload: async () => view }}
        onSaved={({ embeddingModel }) => saved.push(embeddingModel)}
      />,
      { server },
    );
  const aServer = (waiting: number | null) =>
    new FakeServer().on("GET /api/memory/search", () => ({ results: [], by_meaning: false, waiting }));

  it("is chosen from the models of providers, and shows how many texts are pending", async () => {
    const saved: (string | null)[] = [];
    const server = aServer(1_234);
    server.on("PUT /api/settings", ({ body }) => settings(body as Partial<SettingsView>));
    draw(server, saved);
    await screen.findByText(/^Indexing: 1,234 left/);
    fireEvent.click(screen.getByRole("button", { name: /^Embedding model: On this machine/ }));
    fireEvent.click(await screen.findByRole("option", { name: /Small/ }));
    await waitFor(() => expect(saved).toEqual(["openai/small"]));
  });

  it("shows an error if it does not respond", async () => {
    draw(aServer(null));
    await screen.findByText(/matches words only/);
  });
});

describe("the setting for titles", () => {
  const labels = {
    auto: "The model, unless local",
    model: "The model",
    words: "Your first words",
  };
  const chosen = () =>
    screen.getAllByRole<HTMLButtonElement>("radio").find((one) => one.getAttribute("aria-checked") === "true")
      ?.value;
  const choose = (label: string) => fireEvent.click(screen.getByLabelText(label));

  it("changes immediately, and is reported as saved after the response", async () => {
    const saved = gate<unknown>();
    drawPage(<TitlesCard titles="model" />, {
      server: new FakeServer().on("PUT /api/settings", () => saved.wait),
    });
    choose(labels.words);
    expect(chosen()).toBe("words");
    expect(screen.queryByText("Saved")).toBeNull();
    saved.open(settings({ titles: "words" }));
    await screen.findByText("Saved");
    expect(chosen()).toBe("words");
  });

  it("reverts if the server refuses, with the reason", async () => {
    const server = new FakeServer().on("PUT /api/settings", () => refusal(500, "The disk is full."));
    drawPage(<TitlesCard titles="model" />, { server });
    choose(labels.words);
    await screen.findByText("Not saved. The disk is full.");
    expect(chosen()).toBe("model");
    server.on("PUT /api/settings", () => settings({ titles: "auto" }));
    choose(labels.auto);
    await screen.findByText("Saved");
    expect(chosen()).toBe("auto");
  });

  it("applies the last of two quick choices, and reverts to the first if the last is refused", async () => {
    const first = gate<unknown>();
    const sent: unknown[] = [];
    const server = new FakeServer().on("PUT /api/settings", ({ body }) => {
      sent.push(body);
      return sent.length === 1 ? first.wait : refusal(500, "The disk is full.");
    });
    drawPage(<TitlesCard titles="model" />, { server });
    choose(labels.words);
    choose(labels.model);
    expect(chosen()).toBe("model");
    await waitFor(() => expect(sent).toEqual([{ titles: "words" }]));
    first.open(settings({ titles: "words" }));
    await screen.findByText("Not saved. The disk is full.");
    expect(sent).toEqual([{ titles: "words" }, { titles: "model" }]);
    expect(chosen()).toBe("words");
  });
});

describe("the list of sessions", () => {
  const session = (id: string, isOwn: boolean) => ({
    id,
    isOwn,
    userAgent: "Mozilla/5.0 (X11; Linux x64) Firefox/130.0",
    createdAt: ago(90),
    lastUsedAt: ago(5),
  });
  const draw = (server: FakeServer) =>
    drawPage(<SessionsCard sessions={[session("a", true), session("b", false)]} now={NOW} />, { server });
  const rows = () => screen.getAllByRole("listitem");
  const signOut = () =>
    fireEvent.click(screen.getAllByRole("button", { name: /^Sign out .*Firefox/ }).at(-1) as HTMLElement);

  it("removes a revoked session, and keeps the focus in the list", async () => {
    draw(new FakeServer().on("DELETE /api/sessions/b", () => ({})));
    signOut();
    await waitFor(() => expect(rows()).toHaveLength(1));
    screen.getByText(/^Signed out: /);
    expect(document.activeElement).toBe(screen.getByRole("list", { name: "Signed in" }));
  });

  it("keeps the session if the server refuses, with the reason", async () => {
    draw(new FakeServer().on("DELETE /api/sessions/b", () => refusal(500, "The disk is full.")));
    signOut();
    await screen.findByText("The disk is full.");
    expect(rows()).toHaveLength(2);
  });
});

describe("signing out", () => {
  const session = (id: string, isOwn: boolean, userAgent = "Firefox/130.0") => ({
    ...{ id, isOwn, userAgent, createdAt: ago(90), lastUsedAt: ago(5) },
  });
  const draw = (server: FakeServer) =>
    drawPage(<SessionsCard sessions={[session("a", true), session("b", false)]} now={NOW} />, { server });
  const press = (name: RegExp | string) => fireEvent.click(screen.getByRole("button", { name }));

  it("removes a session that has already ended", async () => {
    draw(new FakeServer().on("DELETE /api/sessions/b", () => refusal(404, "There is no such session.")));
    press(/^Sign out (?!everywhere)(?!.*this browser)/);
    await screen.findByText(/^Signed out: /);
    expect(screen.getAllByRole("listitem")).toHaveLength(1);
  });

  it("of this browser or of all sessions opens the login page once the server has responded", async () => {
    const assign = vi.spyOn(location, "assign").mockReset();
    const server = new FakeServer().lose("POST /api/logout").lose("DELETE /api/sessions");
    draw(server);
    press(/this browser$/);
    await screen.findByText(/^Easel cannot be reached/);
    server.on("POST /api/logout", () => ({}));
    press(/this browser$/);
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/login"));
    assign.mockReset();
    press("Sign out everywhere");
    await screen.findByText(/^Easel cannot be reached/);
    expect(assign).not.toHaveBeenCalled();
    server.on("DELETE /api/sessions", () => ({}));
    press("Sign out everywhere");
    await waitFor(() => expect(assign).toHaveBeenCalledWith("/login"));
  });
});

describe("the theme", () => {
  it("follows the browser by default, applies immediately, and stays if selected again", () => {
    drawPage(<ThemeCard initial="system" />);
    const theme = (name: string) => screen.getByRole("radio", { name });
    fireEvent.click(theme("Dark"));
    expect(document.documentElement.dataset.theme).toBe("dark");
    expect(document.cookie).toContain("easel-theme=dark");
    fireEvent.click(theme("Dark"));
    expect(theme("Dark").getAttribute("aria-checked")).toBe("true");
    fireEvent.click(theme("System"));
    expect(document.documentElement.dataset.theme).toBeUndefined();
    expect(document.cookie).not.toContain("dark");
  });
});

describe("the language", () => {
  const language = (name: string) => screen.getByRole("radio", { name });

  it("is kept in a cookie, and the page reloads in it", () => {
    const reload = vi.spyOn(location, "reload").mockReturnValue();
    drawPage(<LanguageCard chosen={undefined} />);
    expect(language("Like the browser").getAttribute("aria-checked")).toBe("true");
    fireEvent.click(language("Like the browser"));
    expect(reload).not.toHaveBeenCalled();
    fireEvent.click(language("Deutsch"));
    expect(document.cookie).toContain("easel-locale=de");
    expect(reload).toHaveBeenCalledOnce();
    reload.mockRestore();
  });

  it("is that of the browser without the cookie", () => {
    const reload = vi.spyOn(location, "reload").mockReturnValue();
    drawPage(<LanguageCard chosen="de" />);
    expect(language("Deutsch").getAttribute("aria-checked")).toBe("true");
    fireEvent.click(language("Like the browser"));
    expect(document.cookie).not.toContain("easel-locale=de");
    expect(reload).toHaveBeenCalledOnce();
    reload.mockRestore();
  });
});

describe("the limits of a run", () => {
  const steps = () => screen.getByLabelText<HTMLInputElement>("Steps");
  const save = (value: string) => {
    fireEvent.change(steps(), { target: { value } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
  };

  it("are saved, and accept numbers with grouped digits", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer().on("PUT /api/settings", ({ body }) => {
      sent.push(body);
      return settings({ limits: { ...limits, steps: 1_500 } });
    });
    drawPage(<LimitsForm limits={limits} defaults={limits} />, { server });
    save("1,500");
    await screen.findByText("Saved");
    expect(sent).toEqual([{ limits: { ...limits, steps: 1_500 } }]);
    expect(steps().value).toBe("1,500");
  });

  it("are not sent if one is invalid, and its field shows the range", async () => {
    const { server } = drawPage(<LimitsForm limits={limits} defaults={limits} />);
    save("many");
    await screen.findByText("Whole number from 1 to 10,000");
    expect(steps().getAttribute("aria-invalid")).toBe("true");
    expect(server.asked).toEqual([]);
  });

  it("stay in the form if saving fails", async () => {
    const server = new FakeServer().lose("PUT /api/settings");
    drawPage(<LimitsForm limits={limits} defaults={limits} />, { server });
    save("7");
    await screen.findByText(/^Not saved\. Easel cannot be reached/);
    expect(steps().value).toBe("7");
  });

  it("are reset to the defaults, with no request if nothing changes", async () => {
    const server = new FakeServer().on("PUT /api/settings", () => settings({ limits }));
    drawPage(<LimitsForm limits={{ ...limits, steps: 7 }} defaults={limits} />, { server });
    const reset = screen.getByRole("button", { name: "Reset to defaults" });
    fireEvent.click(reset);
    await screen.findByText("Defaults restored");
    expect(steps().value).toBe("40");
    fireEvent.click(reset);
    expect(server.asked).toHaveLength(1);
  });
});

describe("the limits of an unattended run", () => {
  const none = { steps: null, minutes: null, tokens: null, cost: null };
  const holds = { steps: 20, minutes: 15, tokens: 500_000, cost: null };
  const save = (value: string) => {
    fireEvent.change(screen.getByLabelText("Steps"), { target: { value } });
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
  };

  it("show the defaults as placeholders, and are cleared with an empty field", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer().on("PUT /api/settings", ({ body }) => {
      sent.push(body);
      return settings(body as Partial<SettingsView>);
    });
    drawPage(<UnattendedLimitsForm limits={{ ...none, steps: 7 }} holds={holds} />, { server });
    expect(screen.getByLabelText<HTMLInputElement>("Working time").placeholder).toBe("15");
    expect(screen.getByLabelText<HTMLInputElement>("Cost").placeholder).toBe("No limit");
    save("");
    await screen.findByText("Saved");
    expect(sent).toEqual([{ unattendedLimits: none }]);
  });

  it("show a validation error of the server at its field", async () => {
    const server = new FakeServer().on("PUT /api/settings", () =>
      refusal(422, "The body is not valid.", [{ path: "unattendedLimits.steps", message: "Too many." }]),
    );
    drawPage(<UnattendedLimitsForm limits={none} holds={holds} />, { server });
    save("500");
    await screen.findByText("Too many.");
    expect(screen.getByLabelText("Steps").getAttribute("aria-invalid")).toBe("true");
    expect(screen.getByLabelText<HTMLInputElement>("Steps").value).toBe("500");
  });
});

describe("the time zone", () => {
  it("is selected from the list, or set to that of the browser", async () => {
    const sent: unknown[] = [];
    const server = new FakeServer().on("PUT /api/settings", ({ body }) => {
      sent.push(body);
      const { timeZone } = (body as { general: { timeZone: string } }).general;
      return settings({ general: { timeZone, timeZoneUsed: timeZone } });
    });
    drawPage(<TimeZoneCard timeZone="Asia/Tokyo" now={NOW} />, { server });
    const zone = screen.getByRole("combobox", { name: "Time zone" });
    expect(zone.textContent).toBe("Asia/Tokyo");
    screen.getByText(/21:00/);
    fireEvent.click(zone);
    fireEvent.change(await screen.findByPlaceholderText("City, or UTC+1"), { target: { value: "lísbon" } });
    fireEvent.click(await screen.findByRole("option", { name: /Europe\/Lisbon/ }));
    await screen.findByText("Saved");
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    fireEvent.click(screen.getByRole("button", { name: `Use this browser’s: ${own.replaceAll("_", " ")}` }));
    await waitFor(() => expect(zone.textContent).toBe(own.replaceAll("_", " ")));
    expect(sent).toEqual([{ general: { timeZone: "Europe/Lisbon" } }, { general: { timeZone: own } }]);
  });
});
