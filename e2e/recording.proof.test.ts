import { REFUSED_CONSENT } from "@backlot/domain";
import { analyticsAt } from "@backlot/testing/analytics";
import { PHONE, expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import { enter } from "@backlot/testing/browser/shopper";
import { askStartedStore } from "@backlot/testing/started-store";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import { describe, expect, it } from "vitest";

const suite = useBrowserStore();

const fingerprint = async (): Promise<string | undefined> =>
  (await suite.context.cookies()).find(({ name }) => name === "browser_fingerprint")?.value;

describe("what visitors do", () => {
  it("ANL-01 ANL-02 is recorded once a visitor allows it, with the way from search to item", async () => {
    const { page, store } = suite;
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/user_interest_analytics/")) sent.push(new URL(request.url()).pathname);
    });
    await page.goto("/products?q=fire");
    const choices = page.getByRole("button", { name: "Privacy choices" });
    await choices.click();
    const allow = page.getByRole("button", { name: "Allow", exact: true });
    const refuse = page.getByRole("button", { name: "Don't allow" });
    await expect.poll(() => allow.getAttribute("aria-pressed")).toBe("false");
    await page.getByText("We're not collecting usage data right now.").waitFor();
    await expectAccessible(page);
    await shoot(page, "recording");
    expect([sent, await fingerprint()]).toEqual([[], undefined]);

    await allow.click();
    await page.getByText("You're sharing usage data.").waitFor();
    const given = (await fingerprint()) ?? "";
    expect(given).toMatch(/^v1\.[\da-f]{32}$/);
    const one = given.slice("v1.".length);
    const kept = async () => (await analyticsAt(store.sandboxUrl, one)).map(({ event }) => event);
    await expect.poll(kept).toEqual(["Products Searched", "Product List Viewed"]);
    const results = page.getByRole("main").getByRole("listitem").getByRole("link");
    await results.nth(1).click();
    await page.waitForURL(/\/collections\//);
    await expect.poll(kept).toHaveLength(4);
    const events = await analyticsAt(store.sandboxUrl, one);
    const [search, list, visit, click] = events.map(({ properties }) => properties);
    const slug = new URL(page.url()).pathname.split("/").at(-1);
    expect(search).toMatchObject({ search_term: "fire", search_url: "/products?q=fire", user_type: "visitor" });
    expect(list).toMatchObject({ search_id: search?.search_id });
    expect(visit).toMatchObject({ slug, product_type: "2D Elements" });
    expect(click).toMatchObject({ slug, query_id: search?.search_id, position: 2 });
    expect(list?.results).toMatchObject({ 1: { slug } });

    // Going back to the results records no new search, and allowing again keeps the fingerprint. The URL changes before
    // the page does, so wait for the heading before going forward.
    const heading = page.getByRole("heading", { level: 1 });
    const name = await heading.innerText();
    await page.goBack();
    await heading.filter({ hasNotText: name }).waitFor();
    expect(new URL(page.url()).searchParams.get("q")).toBe("fire");
    await choices.click();
    await allow.click();
    expect(await fingerprint()).toBe(given);
    await page.goForward();
    await heading.filter({ hasText: name }).waitFor();
    await expect
      .poll(kept)
      .toEqual([
        "Products Searched",
        "Product List Viewed",
        "Product Viewed",
        "Product Clicked",
        "Product Viewed",
        "Product Clicked",
      ]);
    const post = { kind: "post", slug: "grain", title: "Grain last", description: "Why.", category: "tutorials" };
    expect(await askStartedStore(store, "PUT", "articles", { ...post, source: "It holds a shot together." })).toBe(200);
    await page.goto("/blog");
    await page.getByRole("link", { name: "Grain last" }).click();
    await expect.poll(kept).toHaveLength(7);
    expect((await analyticsAt(store.sandboxUrl, one)).at(-1)).toMatchObject({
      event: "Article Viewed",
      properties: { article_title: "Grain last", article_id: expect.stringMatching(/^\d+$/) },
    });
    await page.setViewportSize(PHONE);
    await choices.click();
    await refuse.click();
    await page.getByText("You're not sharing usage data.", { exact: true }).waitFor();
    expect([await fingerprint(), await refuse.getAttribute("aria-pressed")]).toEqual([REFUSED_CONSENT, "true"]);
    await expectAccessible(page);
    const before = sent.length;
    await page.goto("/products?q=smoke");
    await choices.click();
    await expect.poll(() => refuse.getAttribute("aria-pressed")).toBe("true");
    await page.getByRole("main").getByRole("listitem").getByRole("link").first().click();
    await page.waitForURL(/\/collections\//);
    expect(sent).toHaveLength(before);
    expect(await kept()).toHaveLength(7);
  });

  it("ANL-01 ends with the session of who allowed it: the next one at the browser is asked anew", async () => {
    const { page, context, store } = suite;
    await enter(context, store, "recorded-ada");
    await page.goto("/license");
    const choices = page.getByRole("button", { name: "Privacy choices" });
    await choices.click();
    await page.getByRole("button", { name: "Allow", exact: true }).click();
    await expect.poll(fingerprint).toMatch(/^v1\./);
    await page.getByRole("button", { name: /'s account$/ }).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("link", { name: "Sign In" }).waitFor();
    expect(await fingerprint()).toBeUndefined();
    await choices.click();
    await page.getByText("We're not collecting usage data right now.").waitFor();
  });

  it("ANL-01 is not recorded where the browser itself asks for that", async () => {
    const { page } = suite;
    await page.addInitScript("Object.defineProperty(navigator, 'globalPrivacyControl', { value: true })");
    await page.goto("/license");
    await page.getByRole("button", { name: "Privacy choices" }).click();
    await page.getByText("Your browser asks us not to track you, so we don't.").waitFor();
    expect(await page.getByRole("button", { name: "Allow", exact: true }).isDisabled()).toBe(true);
    await expectAccessible(page);
  });
});
