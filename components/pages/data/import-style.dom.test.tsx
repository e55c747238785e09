import { fireEvent, screen, waitFor } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { FakeServer, refusal } from "@/components/client/testing/fake-server";
import { drawPage } from "@/components/client/testing/page";
import type { CsvSurvey } from "@/lib/shared/data/csv-contract";
import { ImportStyle, useCsvStyle } from "./import-style";

const file = (name: string) => new File(["a;b"], name, { lastModified: 1 });

function Style({ of }: { of: File }) {
  const { survey, isReady, style, setStyle } = useCsvStyle(of);
  return (
    <>
      <p role="status">{`${isReady ? "ready" : "waiting"} ${JSON.stringify(style)}`}</p>
      {survey && <ImportStyle survey={survey} style={style} isBusy={false} onChange={setStyle} />}
    </>
  );
}
const shown = () => screen.getByRole("status").textContent;
const serving = (survey: CsvSurvey) => new FakeServer().on("POST /api/database/csv", () => survey);
const price = { name: "price", text: "1,5", becomes: "1.5" };
const date = (dates: "dmy" | "mdy") => ({ dates, columns: [price] });

describe("formats of numbers and dates in a CSV", () => {
  it("default to the only possible interpretation", async () => {
    const server = serving({ decimals: [price], dates: [date("dmy")] });
    drawPage(<Style of={file("a.csv")} />, { server });
    expect(shown()).toBe("waiting {}");
    await waitFor(() => expect(shown()).toBe('ready {"decimal":"comma","dates":"dmy"}'));
  });

  it("leave ambiguous dates as text", async () => {
    drawPage(<Style of={file("b.csv")} />, {
      server: serving({ decimals: [], dates: [date("dmy"), date("mdy")] }),
    });
    await waitFor(() => expect(shown()).toBe('ready {"dates":"text"}'));
  });

  it("are sent as the user chose them, also if the user switched one off", async () => {
    drawPage(<Style of={file("c.csv")} />, { server: serving({ decimals: [price], dates: [] }) });
    await waitFor(() => expect(shown()).toBe('ready {"decimal":"comma"}'));
    fireEvent.click(screen.getByRole("checkbox"));
    expect(shown()).toBe('ready {"decimal":"point"}');
  });

  it("do not block the import if detecting them fails", async () => {
    const server = new FakeServer().on("POST /api/database/csv", () => refusal(400, "This is no CSV."));
    drawPage(<Style of={file("d.csv")} />, { server });
    await waitFor(() => expect(shown()).toBe("ready {}"));
    expect(screen.queryByRole("group")).toBeNull();
  });
});
