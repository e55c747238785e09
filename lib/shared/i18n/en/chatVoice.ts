import { english } from "../translate.ts";

export const t = english("chatVoice", {
  dictate: "Dictate",
  stop: "Stop and insert the text",
  cancel: "Discard the recording",
  recording: "Recording",
  transcribing: "Transcribing…",
  cannotRecord: "This browser cannot record here. Open Easel over https.",
  noMicrophone: "No microphone was found.",
  notAllowed: "The browser did not allow the microphone. Allow it in the settings of this page.",
  notTranscribed: "Not transcribed. {error}",
  nothingSaid: "Nothing was said.",
  readAloud: "Read aloud",
  stopReading: "Stop reading aloud",
  notSpoken: "Not read aloud. {error}",
});
