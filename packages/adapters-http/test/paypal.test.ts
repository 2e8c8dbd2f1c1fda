import { afterAll, beforeAll } from "vitest";
import { type RunningSandbox, WALLET, startSandboxProcess, walletBuyer } from "../../../apps/api/test/harness.ts";
import { walletContract } from "../../ports/contract-tests/wallet.ts";
import { makeWallet } from "../src/index.ts";

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandboxProcess();
});
afterAll(() => sandbox?.stop());

const make = (baseUrl: string) => makeWallet({ ...WALLET, baseUrl, brand: "Backlot", timeoutMs: 2_000 });

walletContract("PayPal's sandbox", () => ({
  wallet: make(sandbox.url),
  buyer: walletBuyer(sandbox.url),
  down: make("http://127.0.0.1:1"),
}));
