import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { FakeServer, gate, refusal } from "@/components/client/testing/fake-server";
import { notices, pressNotice } from "@/components/client/testing/notices";
import { drawPage } from "@/components/client/testing/page";
import { VoiceContext } from "@/components/client/voice";
import { DictateButton } from "./dictate-button";

/** Records one piece between start and stop. */
class FakeRecorder {
  static last: FakeRecorder | undefined;
  mimeType = "audio/webm";
  ondataavailable: ((event: { data: Blob }) => void) | undefined;
  onstop: (() => void) | undefined;
  constructor() {
    FakeRecorder.last = this;
  }
  start() {}
  stop() {
    this.ondataavailable?.({ data: new Blob(["sound"]) });
    this.onstop?.();
  }
}

const stopTrack = vi.fn();
const getUserMedia = vi.fn();
beforeEach(() => {
  stopTrack.mockReset();
  getUserMedia.mockReset().mockResolvedValue({ getTracks: () => [{ stop: stopTrack }] });
  vi.stubGlobal("MediaRecorder", FakeRecorder);
  Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia }, configurable: true });
});
afterEach(() => vi.unstubAllGlobals());

const onText = vi.fn();
const draw = (server = new FakeServer(), dictation = true) =>
  drawPage(
    <VoiceContext value={{ dictation, speech: false }}>
      <DictateButton onText={onText} />
    </VoiceContext>,
    { server },
  );
const press = (name: string) => fireEvent.click(screen.getByRole("button", { name }));
const ROUTE = "POST /api/voice/transcriptions";

it("is not offered without a model that reads speech", () => {
  draw(undefined, false);
  expect(screen.queryByRole("button")).toBeNull();
});

it("inserts the transcript of one recording, also after a double click", async () => {
  const heard = gate<unknown>();
  const server = new FakeServer().on(ROUTE, () => heard.wait);
  draw(server);
  press("Dictate");
  press("Dictate");
  await screen.findByRole("button", { name: "Stop and insert the text" });
  expect(getUserMedia).toHaveBeenCalledTimes(1);
  press("Stop and insert the text");
  await screen.findByRole("button", { name: "Transcribing…" });
  expect(stopTrack).toHaveBeenCalled();
  heard.open({ text: "Twelve loaves" });
  await waitFor(() => expect(onText).toHaveBeenCalledWith("Twelve loaves"));
  await screen.findByRole("button", { name: "Dictate" });
  expect(server.count(ROUTE)).toBe(1);
});

it("discards a recording without a request, and frees the microphone when the page is left", async () => {
  const server = new FakeServer();
  const { unmount } = draw(server);
  press("Dictate");
  await screen.findByRole("button", { name: "Discard the recording" });
  press("Discard the recording");
  await screen.findByRole("button", { name: "Dictate" });
  press("Dictate");
  await screen.findByRole("button", { name: "Discard the recording" });
  unmount();
  expect(stopTrack).toHaveBeenCalledTimes(2);
  expect(server.asked).toEqual([]);
});

it("keeps a recording that was not transcribed, and sends it again on request", async () => {
  onText.mockReset();
  const server = new FakeServer().on(ROUTE, () => refusal(503, "Overloaded."));
  draw(server);
  press("Dictate");
  await screen.findByRole("button", { name: "Stop and insert the text" });
  press("Stop and insert the text");
  await waitFor(() => expect(notices()).toContain("Not transcribed. Overloaded."));
  server.on(ROUTE, () => ({ text: "Rye" }));
  pressNotice("Try again");
  await waitFor(() => expect(onText).toHaveBeenCalledWith("Rye"));
});

it("explains a microphone that is missing or not allowed", async () => {
  draw();
  getUserMedia.mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
  press("Dictate");
  await waitFor(() => expect(String(notices())).toContain("did not allow the microphone"));
  getUserMedia.mockRejectedValueOnce(new DOMException("", "NotFoundError"));
  press("Dictate");
  await waitFor(() => expect(String(notices())).toContain("No microphone was found"));
  vi.stubGlobal("MediaRecorder", undefined);
  press("Dictate");
  await waitFor(() => expect(String(notices())).toContain("cannot record"));
});
