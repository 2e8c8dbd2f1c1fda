import type { BrowserContext, Locator, Page } from "playwright";
import { sessionCookie } from "@backlot/api/session-cookie";
import { expect } from "vitest";
import { TestClient } from "../client.ts";
import { overTheWire } from "../processes.ts";
import type { StorePlace } from "../started-store.ts";

/** Returns the signed-in user from the API. */
export const me = async (
  context: BrowserContext,
): Promise<{
  readonly current_credit_balance: number;
  readonly stripe_customer_token: string;
  readonly subscription: { readonly status: string; readonly plan_variant: { readonly id: number } } | null;
}> => {
  const answer = await context.request.get("/api/users/me");
  return ((await answer.json()) as { data: Awaited<ReturnType<typeof me>> }).data;
};

/** Types a card into Stripe's fields. */
export const typeCard = async (page: Page, number: string): Promise<void> => {
  await page.getByLabel("Card number").fill(number);
  await page.getByLabel("Expiration date").fill("1244");
  await page.getByLabel("Security code").fill("123");
};

/** Opens a folded part of a checkout, such as the promo code field, unless it is open. */
export const unfold = async (page: Page, title: string): Promise<void> => {
  const summary = page.locator("summary").filter({ hasText: title });
  await summary.waitFor();
  if (!(await summary.evaluate(({ parentElement }) => parentElement?.hasAttribute("open")))) await summary.click();
};

/** Fills in and submits the sign-up form on the page. */
export const signUp = async (page: Page, name: string): Promise<void> => {
  await page.getByLabel("First name").fill("Ada");
  await page.getByLabel("Last name").fill("Lens");
  await page.getByLabel("Email").fill(`${name}@example.com`);
  await page.getByLabel("Password").fill("correct horse");
  await page.getByRole("button", { name: "Get Started" }).click();
};

/** Puts an account's session cookie into a browser, as signing in does. */
const keepSession = async (context: BrowserContext, store: StorePlace, { token }: TestClient): Promise<void> => {
  if (token === null) throw new Error("the account has no session");
  await context.addCookies([{ name: sessionCookie(false).name, value: token, url: store.url, httpOnly: true }]);
};

/** Signs up a new account through the API. */
export const createAccount = async (store: StorePlace, name: string): Promise<TestClient> => {
  const client = new TestClient(overTheWire(store.url));
  await client.signUp(name);
  return client;
};

/** Signs up a new account through the API and signs the browser in, for tests that start with an account. */
export const enter = async (context: BrowserContext, store: StorePlace, name: string): Promise<void> =>
  keepSession(context, store, await createAccount(store, name));

/**
 * Signs up a new account through the API, subscribes it by card to a plan, by default the small monthly one under
 * the Individual license, and signs the browser in.
 */
export const enterSubscribed = async (
  context: BrowserContext,
  store: StorePlace,
  name: string,
  card = "4242424242424242",
  plan_variant_id = 130,
  license_id = 1,
): Promise<void> => {
  const client = await createAccount(store, name);
  const { id: setup_intent_id } = await client.saveCard(store.sandboxUrl, card);
  const order = await client.post("/api/subscriptions", { plan_variant_id, license_id, setup_intent_id });
  expect(order.status, JSON.stringify(order.body)).toBe(200);
  await keepSession(context, store, client);
};

/** Fills in and submits the login form on the page. */
export const logIn = async (page: Page, name: string, password = "correct horse"): Promise<void> => {
  await page.getByLabel("Email").fill(`${name}@example.com`);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
};

/** Signs up through the page and clicks through to the payment step of a plan. */
export const atPayment = async (page: Page, address: string, name: string, license = "Individual"): Promise<void> => {
  await page.goto(address);
  await signUp(page, name);
  await page.getByRole("radio", { name: license }).check();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Order Summary" }).waitFor();
};

/**
 * Advances the sandbox's clock by a month on its page, and waits until `until` resolves to true, which shows that the
 * store has caught up.
 */
export const advanceByAMonth = async (
  context: BrowserContext,
  store: StorePlace,
  until: () => Promise<boolean>,
): Promise<void> => {
  const sandbox = await context.newPage();
  await sandbox.goto(store.sandboxUrl);
  await sandbox.getByRole("button", { name: "Advance by a month" }).click();
  await sandbox.waitForURL(`${store.sandboxUrl}/`);
  await sandbox.close();
  await expect.poll(until).toBe(true);
};

/** Presses Tab until an element has the focus. Fails if the focused element is ever out of sight. */
export const tabTo = async (page: Page, goal: Locator): Promise<void> => {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await goal.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
    const hidden = await page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      // A checkbox or radio may be drawn by its label, so check the label.
      const shown = element.closest("label") ?? element;
      const { top, bottom, left, right } = shown.getBoundingClientRect();
      const isSeen = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
      return isSeen ? null : element.outerHTML.slice(0, 200);
    });
    expect(hidden, `has the focus out of sight at ${page.url()}`).toBeNull();
  }
  throw new Error(`The Tab key never reaches ${goal}.`);
};
