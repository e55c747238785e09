import { vi } from "vitest";

/*
 * What a test waits for comes late on a machine that does much else, and vitest gives up after a second. How soon
 * something has to be there is for a test to say, with a timeout of its own.
 */
const WAIT_MS = 10_000;

type Patient = typeof vi.waitFor & { isPatient?: true };

const waitFor: Patient = vi.waitFor;
if (!waitFor.isPatient) {
  const patient: Patient = (callback, options) =>
    waitFor(callback, typeof options === "number" ? options : { timeout: WAIT_MS, ...options });
  patient.isPatient = true;
  vi.waitFor = patient;
}
