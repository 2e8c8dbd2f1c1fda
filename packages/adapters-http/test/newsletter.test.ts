import { makeActiveCampaign, makeRecaptcha } from "@backlot/adapters-http";
import { captchaContract, mailingListContract } from "@backlot/testing/contracts/newsletter";
import { contactAt, solveCaptcha } from "@backlot/testing/newsletter";
import { type RunningSandbox, openSandbox } from "@backlot/testing/sandbox";
import { afterAll, beforeAll } from "vitest";

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.stop());

/** An address where nothing listens. */
const NOWHERE = "http://127.0.0.1:1";

captchaContract("reCAPTCHA", () => ({
  captcha: makeRecaptcha({ secretKey: "6Lsecret", baseUrl: sandbox.url }),
  down: makeRecaptcha({ secretKey: "6Lsecret", baseUrl: NOWHERE }),
  unknown: makeRecaptcha({ secretKey: "another's", baseUrl: sandbox.url }),
  solve: () => solveCaptcha(sandbox.url),
}));

mailingListContract("ActiveCampaign", () => ({
  list: makeActiveCampaign({ url: sandbox.url, apiToken: "token", list: "7" }),
  listId: "7",
  down: makeActiveCampaign({ url: NOWHERE, apiToken: "token", list: "7" }),
  contactOf: (email) => contactAt(sandbox.url, email),
}));
