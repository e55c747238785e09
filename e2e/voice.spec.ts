import { alive } from "./alive.ts";
import { Talk } from "./api.ts";
import { call } from "./call.ts";
import { expect, test } from "./fixtures.ts";
import { sound } from "./looks.ts";

test("dictates a message and has an answer read aloud", async ({ page, easel, provider }) => {
  const { url } = easel;
  const models = { transcriptionModel: "openai-compatible/whisper", speechModel: "openai-compatible/tts" };
  await call(url, "PUT", "/api/settings", models);
  const talk = new Talk(url);
  await talk.tell("Which bread?", { text: "**Rye**. It keeps for a week. ".repeat(20) });
  await page.goto(`/chat/${talk.id}`);
  await alive(page);
  // A tone instead of a microphone. The fake provider transcribes it as “Hello.”
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = async () => {
      const audio = new AudioContext();
      const to = audio.createMediaStreamDestination();
      const tone = audio.createOscillator();
      tone.connect(to);
      tone.start();
      return to.stream;
    };
  });
  const message = page.getByRole("textbox", { name: "Message" });
  await message.fill("Say ");
  await page.getByRole("button", { name: "Dictate" }).click();
  await expect(page.getByText(/(?<!\d)0:01/)).toBeVisible();
  await sound(page);
  await page.getByRole("button", { name: "Stop and insert the text" }).click();
  await expect(message).toHaveValue("Say Hello.");

  const spoken = () =>
    provider.requests.flatMap(({ path, user }) => (path === "/v1/audio/speech" ? [user] : []));
  await page.getByText("It keeps for a week").first().hover();
  await page.getByRole("button", { name: "Read aloud" }).click();
  await expect.poll(() => spoken().length).toBeGreaterThan(1);
  expect(spoken().join(" ")).toContain("Rye. It keeps for a week.");
  expect(spoken().join(" ")).not.toContain("*");
  await expect(page.getByRole("button", { name: "Read aloud" })).toBeVisible();
});
