import { EditorView } from "@codemirror/view";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, describe, expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { notices } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { aRevision, NOW } from "@/components/client/testing/samples";
import type { SkillSummary, SkillView } from "@/lib/shared/skills/contract";
import { SkillDeletion } from "./deletion";
import { SkillPage } from "./skill-page";
import { SkillsPage } from "./skills-page";
// Preload lazy modules, so that tests do not wait for them.
import "@/components/client/versions/conflict";
import "@/components/client/versions/versions-tab";
import "./files-tab";
import "./import-skills";
import "./new-skill";

const summary = (name: string, rest: Partial<SkillSummary> = {}): SkillSummary => ({
  ...{ name, description: `Does ${name}`, enabled: true, version: 2, fileCount: 2, updatedAt: NOW },
  ...{ origins: [], ...rest },
});
const markdown = "---\nname: water\ndescription: Does water\n---\n\n# Water\n\nRead `references/more.md`.\n";
const view: SkillView = {
  ...summary("water"),
  markdown,
  frontmatter: { name: "water", description: "Does water", license: "MIT" },
  body: "# Water\n\nRead [more](references/more.md).\n",
  files: [
    { path: "assets/logo.png", size: 12_000, text: null },
    { path: "references/more.md", size: 4, text: "More" },
  ],
};
const versions = { revisions: [aRevision(2), aRevision(1)] };

const aServer = (): FakeServer =>
  new FakeServer().on("GET /api/origins", () => ({ marks: [] })).on("GET /api/history", () => versions);

const page = (skill = view) => (
  <SkillDeletion>
    <SkillPage name="water" entry={{ kind: "live", skill, versions, lines: {} }} now={NOW} />
  </SkillDeletion>
);

function write(text: string) {
  const box = screen.getByRole("textbox", { name: /of water$/ });
  const editor = EditorView.findFromDOM(box);
  act(() => editor?.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: text } }));
}
const choose = (path: string) =>
  fireEvent.change(screen.getByRole("combobox", { name: "File" }), { target: { value: path } });

beforeEach(() => localStorage.clear());

describe("the list of skills", () => {
  it("shows each skill, and switches one off", async () => {
    const sent: unknown[] = [];
    const server = aServer().on("PATCH /api/skills/water", ({ body }) => {
      sent.push(body);
      return { ...view, enabled: false };
    });
    const { router } = drawPage(
      <SkillsPage skills={[summary("air", { fileCount: 0 }), summary("water")]} />,
      { server },
    );
    const [air, water] = within(screen.getByRole("list", { name: "Skills" })).getAllByRole("listitem");
    expect(air?.textContent).toBe("airDoes air");
    expect(water?.textContent).toBe("water2 filesDoes water");
    fireEvent.click(screen.getByRole("switch", { name: "The agent may use water" }));
    await waitFor(() => expect(router.refresh).toHaveBeenCalled());
    expect(sent).toEqual([{ enabled: false }]);
  });

  it("explains an empty list, and creates a skill", async () => {
    const sent: unknown[] = [];
    const server = aServer().on("POST /api/skills", ({ body }) => {
      sent.push(body);
      return view;
    });
    const { router } = drawPage(<SkillsPage skills={[]} />, { server });
    screen.getByText("No skills yet");
    fireEvent.click(screen.getByRole("button", { name: "New skill" }));
    const fill = (name: RegExp, value: string) =>
      fireEvent.change(screen.getByRole("textbox", { name }), { target: { value } });
    await screen.findByRole("dialog", { name: "New skill" });
    fill(/^Name/, "Water");
    fill(/^When to use it/, "Use it: for water");
    fireEvent.click(screen.getByRole("button", { name: "Create" }));
    await screen.findByText(/lowercase letters/);
    fill(/^Name/, "water");
    fireEvent.click(screen.getByRole("button", { name: "Create" }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/agent/skills/water"));
    expect(sent).toEqual([
      { markdown: '---\nname: water\ndescription: "Use it: for water"\n---\n\n# water\n\n1. \n' },
    ]);
  });
});

describe("the import of skills", () => {
  const candidates = [
    { folder: "a", name: "a", description: "Does a", fileCount: 1, bytes: 9, action: "create" },
    {
      folder: "b",
      name: "b",
      description: "Does b",
      fileCount: 0,
      bytes: 9,
      action: "change",
      moved: ["version"],
    },
    {
      folder: "c",
      name: "c",
      description: "",
      fileCount: 0,
      bytes: 0,
      action: "create",
      problem: '"c/x" is a symbolic link.',
    },
    { folder: "d", name: "d", description: "Does d", fileCount: 0, bytes: 9, action: "same" },
  ];

  it("shows the skills at an address, and stores the chosen ones", async () => {
    const sent: unknown[] = [];
    const server = aServer().on("POST /api/skill-imports", ({ body }) => {
      sent.push(body);
      return sent.length === 1 ? { hash: "h", candidates } : { names: ["b"] };
    });
    const { router } = drawPage(<SkillsPage skills={[]} />, { server });
    fireEvent.click(screen.getByRole("button", { name: "Import" }));
    const field = await screen.findByRole("textbox", { name: "Address" });
    fireEvent.change(field, { target: { value: "https://a.test/x.zip" } });
    fireEvent.click(screen.getByRole("button", { name: "Show skills" }));
    await screen.findByRole("dialog", { name: "4 skills in a.test" });
    screen.getByText('"c/x" is a symbolic link.');
    screen.getByText("Moved to the metadata: version");
    fireEvent.click(screen.getByRole("checkbox", { name: /^a/ }));
    fireEvent.click(screen.getByRole("button", { name: "Import 1 skill" }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/agent/skills/b"));
    const from = { address: "https://a.test/x.zip" };
    expect(sent).toEqual([{ from }, { from, choose: ["b"], expect: "h" }]);
  });

  it("sends a zip archive, and shows why the server refuses it", async () => {
    const sent: unknown[] = [];
    const server = aServer().on("POST /api/skill-imports", ({ body }) => {
      sent.push(body);
      return refusal(422, 'The entry "../x" leads out of the archive\'s folder.');
    });
    drawPage(<SkillsPage skills={[]} />, { server });
    fireEvent.click(screen.getByRole("button", { name: "Import" }));
    const input = await screen.findByLabelText("Choose a zip archive", { selector: "input" });
    fireEvent.change(input, { target: { files: [new File(["zip"], "x.zip")] } });
    await screen.findByText(/leads out of the archive/);
    expect(sent).toEqual([{ from: { name: "x.zip", archive: btoa("zip") } }]);
  });
});

describe("the page of a skill", () => {
  it("shows the instructions and saves changed files as one version", async () => {
    const sent: unknown[] = [];
    const server = aServer().on("PATCH /api/skills/water", ({ body }) => {
      sent.push(body);
      return { ...view, version: 3 };
    });
    drawPage(page(), { server });
    screen.getByText("License:");
    await screen.findByRole("heading", { name: "Water" });
    write(`${markdown}More.\n`);
    choose("references/more.md");
    write("Less");
    choose("assets/logo.png");
    screen.getByText("12,000 bytes that are not text.");
    fireEvent.click(screen.getByRole("button", { name: "Remove this file" }));
    screen.getByText("Removed when you save.");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await waitFor(() =>
      expect(sent).toEqual([
        {
          markdown: `${markdown}More.\n`,
          files: [{ path: "references/more.md", text: "Less" }],
          remove: ["assets/logo.png"],
          version: 2,
        },
      ]),
    );
  });

  it("opens a file by a link in the instructions", async () => {
    drawPage(page(), { server: aServer() });
    fireEvent.click(await screen.findByRole("link", { name: "more" }));
    await screen.findByRole("textbox", { name: "references/more.md of water" });
  });

  it("adds a file only at a free path", async () => {
    drawPage(page(), { server: aServer() });
    fireEvent.click(await screen.findByRole("button", { name: "Add a file" }));
    const field = await screen.findByRole("textbox", { name: /^Path/ });
    const dialog = screen.getByRole("dialog", { name: "Add a file" });
    const add = (value: string) => {
      fireEvent.change(field, { target: { value } });
      fireEvent.click(within(dialog).getByRole("button", { name: "Add a file" }));
    };
    add("../x");
    await screen.findByText(/Give a relative path/);
    add("references");
    add("scripts/run.ts");
    await screen.findByRole("textbox", { name: "scripts/run.ts of water" });
  });

  it("keeps the draft and shows the reason if the server refuses it", async () => {
    const server = aServer().on("PATCH /api/skills/water", () =>
      refusal(422, "The frontmatter of SKILL.md is invalid."),
    );
    drawPage(page(), { server });
    await screen.findByRole("textbox", { name: "SKILL.md of water" });
    write("nothing");
    fireEvent.click(screen.getByRole("button", { name: "Save" }));
    await screen.findByText(/Not saved\. The frontmatter/);
    expect(localStorage.getItem("easel:skill:water")).toContain("nothing");
  });

  it("says that a skill of strangers is not in the prompt, and deletes a skill", async () => {
    const server = aServer()
      .on("DELETE /api/skills/water", () => ({ deleted: true }))
      .on("GET /api/origins", () => ({ marks: [] }));
    const { router } = drawPage(page({ ...view, origins: ["https://a.test"] }), { server });
    screen.getByText(/Not in the prompt until you trust it/);
    fireEvent.click(screen.getByRole("button", { name: "More for “water”" }));
    fireEvent.click(await screen.findByRole("menuitem", { name: "Delete" }));
    await waitFor(() => expect(router.push).toHaveBeenCalledWith("/agent/skills"));
    expect(await notices()).toBeDefined();
  });

  it("offers the versions of a deleted skill", async () => {
    drawPage(<SkillPage name="water" entry={{ kind: "lost", versions, lines: {} }} now={NOW} />, {
      server: aServer(),
    });
    screen.getByText("Deleted. You can restore any version.");
    await screen.findByRole("list", { name: "Versions" });
  });
});
