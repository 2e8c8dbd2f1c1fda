import { openPage } from "@backlot/testing/browser/chromium";
import { enter, enterSubscribed, unfold } from "@backlot/testing/browser/shopper";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import { lettersOf, translate } from "@backlot/testing/browser/translation";
import type { BrowserContext, Page } from "playwright";
import { describe, expect, it } from "vitest";

const suite = useBrowserStore();

/** What a customer does on a page. */
type Step = (page: Page) => Promise<unknown>;

const goTo =
  (path: string): Step =>
  (page) =>
    page.goto(path);
const click =
  (role: "button" | "link" | "radio" | "checkbox", name: string | RegExp): Step =>
  (page) =>
    page.getByRole(role, { name }).first().click();
const fill =
  (label: string | RegExp, text: string): Step =>
  (page) =>
    page.getByLabel(label).first().fill(text);
const close: Step = (page) => page.getByRole("dialog").last().getByRole("button", { name: "Close" }).click();

/**
 * Takes the same steps in two browsers, of which the second translates its page. After each step, both have to show the
 * same words.
 */
const compare = async (
  steps: readonly Step[],
  prepare: (context: BrowserContext, name: string) => Promise<void> = async () => undefined,
): Promise<void> => {
  const open = async (name: string) => {
    const context = await suite.browser.newContext({
      baseURL: suite.store.url,
      reducedMotion: "reduce",
      colorScheme: "dark",
    });
    await prepare(context, name);
    return openPage(context);
  };
  const plain = await open("plain");
  const translated = await open("translated");
  await translate(translated.page);
  for (const [index, step] of steps.entries()) {
    await Promise.all([step(plain.page), step(translated.page)]);
    const difference = async (): Promise<string> => {
      const [said, shown] = await Promise.all([lettersOf(plain.page), lettersOf(translated.page)]);
      const from = [...said].findIndex((letter, place) => letter !== shown[place]);
      if (said === shown) return "";
      return from === -1
        ? shown.slice(said.length)
        : `${said.slice(from, from + 80)} is ${shown.slice(from, from + 80)}`;
    };
    await expect.poll(difference, { message: `after step ${index + 1} at ${translated.page.url()}` }).toBe("");
    // Wait until the page is translated before the next step changes it.
    await expect.poll(() => translated.page.locator("main font").count()).toBeGreaterThan(0);
  }
  expect([...plain.problems, ...translated.problems].filter((problem) => !problem.includes("status of 4"))).toEqual([]);
};

describe("a page that the browser translates", () => {
  it("SHL-04 changes its panels: sign-in, sign-up, search, menus, and the newsletter", () =>
    compare([
      goTo("/license"),
      click("link", /^Sign In$/),
      click("button", "Create a free account"),
      click("button", "Get Started"),
      fill("Email", "x@mailinator.com"),
      click("button", "Get Started"),
      click("button", "Please Sign In"),
      click("button", "Log in"),
      close,
      click("link", /^Search$/),
      (page) => page.getByRole("searchbox", { name: "Search for" }).pressSequentially("lightnig"),
      (page) => page.getByRole("region", { name: "Collections" }).getByRole("link").first().waitFor(),
      (page) => page.getByRole("searchbox", { name: "Search for" }).fill(""),
      (page) => page.getByRole("combobox", { name: "Library" }).selectOption("3D"),
      (page) => page.getByRole("searchbox", { name: "Search for" }).fill("stone"),
      (page) => page.getByRole("region", { name: "Collections" }).getByRole("link").first().waitFor(),
      close,
      (page) => page.getByRole("form", { name: "Newsletter" }).getByLabel("Last name").focus(),
      (page) => page.getByRole("form", { name: "Newsletter" }).getByLabel("Email").fill("ada@"),
      (page) => page.getByRole("form", { name: "Newsletter" }).getByLabel("First name").fill("Ada"),
      // The captcha comes late, and may move what is below it under the next click.
      (page) => page.getByRole("checkbox", { name: "I'm not a robot" }).waitFor(),
      click("button", "Light theme"),
      // The next step opens a menu of the page that comes with the answer.
      (page) => page.getByRole("button", { name: "Dark theme" }).waitFor(),
      click("button", "Learn"),
      // Last, because the chat's window covers a corner of the page.
      click("button", "Open the chat"),
    ]));

  it("ORD-02 changes prices, listings, and the cart", () =>
    compare([
      goTo("/instant-purchase?collection-slug=ground-fire&variant=1"),
      click("radio", /^4K/),
      click("radio", /^2K/),
      click("button", /^Add to cart/),
      (page) => page.getByRole("button", { name: /^Remove Ground Fire/ }).waitFor(),
      click("button", /^Remove Ground Fire/),
      (page) => page.getByRole("dialog").getByText("Cart is Empty").waitFor(),
      close,
      goTo("/products"),
      (page) => page.getByLabel("Access").selectOption("Free"),
      (page) => page.waitForURL("**/products?access=free"),
      (page) => page.getByLabel("Sort").selectOption("Name, A to Z"),
      (page) => page.waitForURL("**/products?access=free&sort=name"),
      goTo("/products?q=zeppelin"),
      click("link", "Clear search and filters"),
      goTo("/pricing"),
      click("link", "Monthly"),
      click("link", "50 credits"),
      click("link", "Yearly"),
      click("link", "600 credits"),
      click("button", /Not sure/),
      click("button", "Multiple artists"),
      click("button", "Back"),
      click("button", "Multiple artists"),
      click("button", "Under $3M"),
      close,
      goTo("/collections/forked-lightning"),
      click("link", "Get it for 12 credits"),
      click("button", "Please Sign In"),
      click("button", "Create a free account"),
      close,
    ]));

  it("ACC-07 changes what an account sees: menus, forms, saved items, and codes", () =>
    compare(
      [
        goTo("/collections/ground-fire"),
        click("button", /^Save/),
        click("button", /^Buy now/),
        click("radio", /^Startup/),
        click("button", "Continue"),
        (page) => page.getByText("Buy one file").waitFor(),
        close,
        goTo("/instant-purchase?collection-slug=ground-fire&variant=1"),
        click("button", /^Add to cart/),
        (page) => page.getByRole("button", { name: /^Remove Ground Fire/ }).waitFor(),
        close,
        goTo("/checkout?step=license"),
        click("button", "Continue"),
        (page) => page.getByLabel("Card number").waitFor(),
        (page) => unfold(page, "Promo code"),
        fill("Promo code", "nonsense"),
        click("button", "Apply"),
        (page) => page.getByRole("alert").first().waitFor(),
        (page) => unfold(page, "Promo code"),
        fill("Promo code", "take10"),
        click("button", "Apply"),
        (page) => page.getByRole("button", { name: "Remove code" }).waitFor(),
        click("button", "Remove code"),
        click("button", /^Place order/),
        goTo("/accounts/profile"),
        click("button", /'s account$/),
        (page) => page.keyboard.press("Escape"),
        fill("First name", ""),
        click("button", "Save name"),
        fill("First name", "Augusta"),
        click("button", "Save name"),
        (page) => page.getByRole("button", { name: "Augusta's account" }).waitFor(),
        click("button", "Confirm License"),
        click("button", "Start"),
        click("button", "Multiple artists"),
        click("button", "Back"),
        close,
        click("link", "Sign-in & Security"),
        click("button", "Change password"),
        click("link", "Wishlists"),
        click("link", "3D Assets"),
      ],
      (context, name) => enter(context, suite.store, `words-${name}`),
    ));

  it("CRD-06 changes what a subscriber sees: credits, plans, and downloads", () =>
    compare(
      [
        goTo("/"),
        (page) => page.getByTestId("credits").click(),
        (page) => page.getByRole("dialog", { name: "Your credits" }).getByRole("link", { name: "Buy credits" }).click(),
        (page) =>
          page
            .getByRole("dialog")
            .getByRole("button", { name: /^Buy · / })
            .waitFor(),
        click("radio", /^5 credits/),
        close,
        goTo("/credits"),
        click("radio", /^20 credits/),
        click("radio", /^Custom/),
        fill("Number of credits", "0"),
        fill("Number of credits", "2"),
        click("button", "Add one credit"),
        click("radio", /^5 credits/),
        click("button", "Buy · $15.00"),
        (page) => page.getByText("5 credits added.").waitFor(),
        goTo("/pricing/individual?interval=month"),
        click("link", "50 credits"),
        click("link", "Change to Pro"),
        click("button", /^Change plan now/),
        goTo("/accounts/subscriptions"),
        click("link", "Cancel plan"),
      ],
      (context, name) => enterSubscribed(context, suite.store, `plans-${name}`),
    ));
});
