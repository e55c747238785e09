import type { CDPSession, Page } from "@playwright/test";

/** A device with passkeys, which Chromium simulates. */
export class Device {
  readonly #session: CDPSession;
  readonly #authenticatorId: string;

  private constructor(session: CDPSession, authenticatorId: string) {
    this.#session = session;
    this.#authenticatorId = authenticatorId;
  }

  static async of(page: Page, passkeys: Awaited<ReturnType<Device["passkeys"]>> = []): Promise<Device> {
    const session = await page.context().newCDPSession(page);
    await session.send("WebAuthn.enable");
    const { authenticatorId } = await session.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        ...{ protocol: "ctap2", transport: "internal" },
        ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
        automaticPresenceSimulation: true,
      },
    });
    for (const credential of passkeys)
      await session.send("WebAuthn.addCredential", { authenticatorId, credential });
    return new Device(session, authenticatorId);
  }

  /** Returns the passkeys, so that `of` can copy them to the device of another page. */
  async passkeys() {
    const { credentials } = await this.#session.send("WebAuthn.getCredentials", {
      authenticatorId: this.#authenticatorId,
    });
    return credentials;
  }

  /** Whether the user proves their identity to the device, for example with a fingerprint. */
  async verifies(isUserVerified: boolean): Promise<void> {
    const authenticatorId = this.#authenticatorId;
    await this.#session.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified });
  }
}
