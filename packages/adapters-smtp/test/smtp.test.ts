import { makeSmtpMail } from "@backlot/adapters-smtp";
import { type DeliveredMail, mailContract } from "@backlot/testing/contracts/mail";
import { type RunningSandbox, openSandbox } from "@backlot/testing/sandbox";
import { freePort } from "../../../scripts/free-port.mjs";
import { GUARD_MS } from "@backlot/testing/guard";
import { afterAll, beforeAll } from "vitest";

const SENDER = "shop@backlot.example";
const mailAt = (url: string) => makeSmtpMail({ url, from: null, address: SENDER, timeoutMs: GUARD_MS });

let sandbox: RunningSandbox;
let nobody: string;
beforeAll(async () => {
  sandbox = await openSandbox();
  nobody = `smtp://127.0.0.1:${await freePort()}`;
});
afterAll(() => sandbox?.stop());

mailContract("SMTP", () => ({
  mail: mailAt(sandbox.smtpUrl),
  down: mailAt(nobody),
  unwelcome: makeSmtpMail({ url: sandbox.smtpUrl, from: "shop@refused.example", address: SENDER, timeoutMs: GUARD_MS }),
  sender: SENDER,
  inboxOf: async (address) => {
    const answer = await fetch(`${sandbox.url}/inbox?to=${encodeURIComponent(address)}`);
    return (await answer.json()) as readonly DeliveredMail[];
  },
}));
