import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { expectAccessible, openPage, shoot } from "@backlot/testing/browser/chromium";
import { enter, signUp, typeCard, unfold } from "@backlot/testing/browser/shopper";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import { PAGES } from "@backlot/testing/browser/pages";
import { translate } from "@backlot/testing/browser/translation";
import type { BrowserContextOptions, Page } from "playwright";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

const suite = useBrowserStore();
let page: Page;
beforeEach(() => {
  ({ page } = suite);
});
afterEach(() => suite.context.setOffline(false));

/** Buys an item as a guest, from its page to its file. */
const buyAsGuest = async (shopper: Page, email: string): Promise<void> => {
  await shopper.goto("/3d/weathered-boulder");
  await shopper.getByRole("button", { name: "Buy now · $29.00 for Weathered Boulder 2K" }).click();
  await shopper.getByLabel("Email").fill(email);
  await typeCard(shopper, "4242424242424242");
  await shopper.getByRole("checkbox", { name: /sole user/ }).check();
  await shopper.getByRole("button", { name: "Place order · $29.00" }).click();
  await shopper.waitForURL(/\/orders\/.+bought=1/);
  const [file] = await Promise.all([
    shopper.waitForEvent("download"),
    shopper.getByRole("button", { name: "Download Weathered Boulder 2K" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("weathered-boulder-2k.zip");
};

/** What a browser does instead of storing something for a page. */
const STORAGES = {
  "throws an error": () => {
    for (const area of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, area, {
        get() {
          throw new DOMException("The document is sandboxed", "SecurityError");
        },
      });
  },
  "is null": () => {
    for (const area of ["localStorage", "sessionStorage"]) Object.defineProperty(window, area, { value: null });
  },
  "is full": () => {
    Storage.prototype.setItem = () => {
      throw new DOMException("The quota has been exceeded", "QuotaExceededError");
    };
  },
} as const;

describe("a browser whose storage", () => {
  it.each(Object.entries(STORAGES))("ORD-01 ORD-03 SHL-01 %s sells as ever", async (name, block) => {
    const context = await suite.browser.newContext({ baseURL: suite.store.url, acceptDownloads: true });
    await context.addInitScript(block);
    const { page: shopper, problems } = await openPage(context);
    const email = `${name.replaceAll(" ", "-")}@example.com`;
    if (name === "throws an error") await buyAsGuest(shopper, email);
    else {
      await shopper.goto("/instant-purchase?collection-slug=weathered-boulder");
      await shopper.getByRole("button", { name: "Buy now · $29.00" }).click();
      await shopper.getByLabel("Email").fill(email);
      await shopper.getByRole("button", { name: "Place order · $29.00" }).waitFor();
    }
    // A session has a cart of its own.
    await shopper.goto("/sign-up");
    await signUp(shopper, `stored-${name.replaceAll(" ", "-")}`);
    await shopper.getByRole("button", { name: "Ada's account" }).waitFor();
    for (const path of ["/", "/collections/ground-fire", "/cart", "/accounts/profile"]) {
      await shopper.goto(path);
      await shopper.getByRole("button", { name: "Ada's account" }).waitFor();
      await shopper.getByRole("heading", { level: 1 }).waitFor();
    }
    // The router's script that restores the scroll position says that it can't.
    expect(
      problems.filter(
        (each) => !/sandboxed|reading '(?:getItem|removeItem)'|^\S+: Failed to save scroll positions/.test(each),
      ),
    ).toEqual([]);
    await context.close();
  });
});

describe("a browser", () => {
  /** Buys and downloads in a browser of its own. */
  const buyWith = async (
    name: string,
    options: BrowserContextOptions,
    prepare: (shopper: Page) => Promise<unknown> = async () => undefined,
  ): Promise<void> => {
    const context = await suite.browser.newContext({ baseURL: suite.store.url, acceptDownloads: true, ...options });
    const { page: shopper, problems } = await openPage(context);
    await prepare(shopper);
    await buyAsGuest(shopper, `${name}@example.com`);
    const { width } = shopper.viewportSize() ?? { width: 0 };
    expect(await shopper.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await expectAccessible(shopper);
    await shoot(shopper, `hostile-${name}`);
    expect(problems).toEqual([]);
    await context.close();
  };

  it("ORD-03 DWN-02 that translates buys and downloads", () => buyWith("translated", {}, translate));
  it("ORD-03 DWN-02 in forced colors buys and downloads", () => buyWith("forced-colors", { forcedColors: "active" }));
  // What is left of a window of 1280 by 1024.
  it("ORD-03 DWN-02 at 400 % zoom buys and downloads", () =>
    buyWith("zoomed", { viewport: { width: 320, height: 256 } }));
});

const notice = () => page.getByRole("alert").getByText("You seem to be offline. Try again.");

/**
 * Does something while the browser is offline, and again with Retry once it is online. What only reads is read again
 * unasked. The page must stay.
 */
const offlineOnce = async (
  act: () => Promise<unknown>,
  kept: () => Promise<void>,
  asks: "changes" | "reads" = "changes",
): Promise<void> => {
  const before = page.url();
  await suite.context.setOffline(true);
  await act();
  await notice().waitFor();
  expect(page.url()).toBe(before);
  await kept();
  await expectAccessible(page);
  // Still offline: it says so again.
  await page.getByRole("button", { name: "Retry" }).click();
  await notice().waitFor();
  await kept();
  await suite.context.setOffline(false);
  if (asks === "changes") await page.getByRole("button", { name: "Retry" }).click();
  await notice().waitFor({ state: "detached" });
};

describe("a browser that is offline", () => {
  beforeEach(() => suite.provokes("ERR_INTERNET_DISCONNECTED", "Failed to fetch"));

  it("SHL-01 ACC-01 ACC-03 keeps a sign-up, a sign-in and a name, and sends them by Retry", async () => {
    await page.goto("/practice-footage");
    await page.getByRole("link", { name: "Start Free Now" }).click();
    const panel = page.getByRole("dialog", { name: "Create Your Free Account" });
    await panel.waitFor();
    await offlineOnce(
      async () => {
        await signUp(page, "lost-request");
        await shoot(page, "offline-panel");
      },
      async () => expect(await panel.getByLabel("Email").inputValue()).toBe("lost-request@example.com"),
    );
    await page.getByText("Welcome. Confirm your email so receipts and download links reach you.").waitFor();

    await page.goto("/accounts/profile");
    const first = page.getByLabel("First name").first();
    await first.fill("Augusta");
    await offlineOnce(
      () => page.getByRole("button", { name: "Save name" }).click(),
      async () => expect(await first.inputValue()).toBe("Augusta"),
    );
    const menu = page.getByRole("button", { name: "Augusta's account" });
    await menu.waitFor();

    // Closing a dialog reads the page again.
    await page.getByRole("button", { name: "Confirm License" }).click();
    const license = page.getByRole("dialog", { name: "Confirm License" });
    await license.getByRole("button", { name: "Start" }).waitFor();
    await suite.context.setOffline(true);
    await license.getByRole("button", { name: "Close" }).click();
    await license.waitFor({ state: "hidden" });
    await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
    await suite.context.setOffline(false);
    await notice().waitFor({ state: "detached" });
    await menu.click();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("link", { name: "Sign In", exact: true }).waitFor();

    await page.goto("/practice-footage");
    await page.getByRole("link", { name: "Sign In", exact: true }).click();
    const signIn = page.getByRole("dialog", { name: "Sign in" });
    await signIn.getByLabel("Email").fill("lost-request@example.com");
    await signIn.getByLabel("Password").fill("correct horse");
    await offlineOnce(
      () => signIn.getByRole("button", { name: "Log in" }).click(),
      async () => expect(await signIn.getByLabel("Password").inputValue()).toBe("correct horse"),
    );
    await page.getByRole("button", { name: "Augusta's account" }).waitFor();
  });

  it("SHL-01 ORD-01 ACC-07 DSC-02 keeps the page of a link, a wishlist, a cart, and a code", async () => {
    await enter(suite.context, suite.store, "lost-shopper");
    await page.goto("/collections/ground-fire");
    const save = page.getByRole("button", { name: "Save for later: Ground Fire" });
    await offlineOnce(
      () => save.click(),
      async () => expect(await save.isVisible()).toBe(true),
    );
    await page.getByRole("button", { name: "Saved: Ground Fire" }).waitFor();
    const saved = async () => (await (await suite.context.request.get("/api/wishlists")).json()).data.length;
    await expect.poll(saved).toBe(1);
    const title = async () =>
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toMatch(/Ground Fire|Weathered Boulder/);
    await offlineOnce(() => page.getByRole("link", { name: "Pricing" }).first().click(), title, "reads");
    await page.waitForURL("**/pricing");

    await suite.context.clearCookies();
    await page.goto("/instant-purchase?collection-slug=weathered-boulder");
    await offlineOnce(
      () => page.getByRole("button", { name: /^Add to cart/ }).click(),
      async () => expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Buy Weathered Boulder"),
    );
    await page.getByRole("dialog", { name: "Your cart" }).getByRole("button", { name: "Checkout" }).click();
    await page.getByLabel("Email").fill("lost-guest@example.com");
    await unfold(page, "Promo code");
    await page.getByLabel("Promo code").fill("take10");
    await offlineOnce(
      () => page.getByRole("button", { name: "Apply" }).click(),
      async () => expect(await page.getByLabel("Promo code").inputValue()).toBe("take10"),
    );
    await page.getByRole("button", { name: "Remove code" }).waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe("lost-guest@example.com");
    await shoot(page, "offline-over");
  });

  it("CHK-03 ORD-03 DWN-02 keeps a purchase at each of its steps, and charges it once", async () => {
    suite.provokes("net::ERR", "NetworkError");
    const still = (heading: string) => async () =>
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(heading);
    await page.goto("/3d/weathered-boulder");
    await offlineOnce(
      () => page.getByRole("button", { name: "Buy now · $29.00 for Weathered Boulder 2K" }).click(),
      still("Weathered Boulder"),
    );
    await page.getByLabel("Email").fill("offline-buyer@example.com");
    await typeCard(page, "4242424242424242");
    await page.getByRole("checkbox", { name: /sole user/ }).check();
    const pay = page.getByRole("button", { name: "Place order · $29.00" });
    await suite.context.setOffline(true);
    await pay.click();
    const failed = page.getByRole("alert").getByText("try again");
    await failed.waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe("offline-buyer@example.com");
    await expectAccessible(page);
    await suite.context.setOffline(false);
    await pay.click();
    await page.waitForURL(/\/orders\/.+bought=1/);
    const download = page.getByRole("button", { name: "Download Weathered Boulder 2K" });
    await suite.context.setOffline(true);
    await download.click();
    await page.getByText("Your browser can't connect to the store.").waitFor();
    await suite.context.setOffline(false);
    const [file] = await Promise.all([page.waitForEvent("download"), download.click()]);
    expect(file.suggestedFilename()).toBe("weathered-boulder-2k.zip");
  });

  it("SHL-01 ORD-01 sends only the last of two tries, though the first was about to start", async () => {
    // The page believes to be offline, and its question whether the store answers waits, until the test says otherwise.
    await page.addInitScript(() => {
      const control = { online: true, answer: () => {} };
      Object.assign(window, { control });
      Object.defineProperty(Navigator.prototype, "onLine", { get: () => control.online });
      const { fetch } = window;
      window.fetch = (input, init) =>
        String(input) === "/api/health"
          ? new Promise((resolve) => {
              control.answer = () => resolve(new Response());
            })
          : fetch(input, init);
    });
    const tell = (what: "offline" | "online" | "answer") =>
      page.evaluate((said) => {
        const control = Reflect.get(window, "control");
        if (said === "answer") control.answer();
        else control.online = said === "online";
      }, what);
    await page.goto("/instant-purchase?collection-slug=weathered-boulder");
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().includes("/cart.data")) sent.push(request.postData() ?? "");
    });
    const add = page.getByRole("button", { name: /^Add to cart/ });
    await add.waitFor();
    await tell("offline");
    await add.click();
    await notice().waitFor();
    await tell("online");
    await page.getByRole("button", { name: "Retry" }).click();
    await notice().waitFor({ state: "detached" });
    // The first try waits for the store's answer.
    await add.click();
    const cart = page.getByRole("dialog", { name: "Your cart" });
    await cart.getByRole("link", { name: "Weathered Boulder", exact: true }).waitFor();
    await tell("answer");
    // Anything that the answer started is sent before this.
    await cart.getByRole("button", { name: "Remove Weathered Boulder 2K" }).click();
    await cart.getByText("Cart is Empty").waitFor();
    expect(sent.filter((each) => each.includes("intent=add"))).toHaveLength(1);
  });
});

describe("a gateway in front of the store", () => {
  it("SHL-01 ACC-01 whose error page answers once costs nothing but a second try", async () => {
    suite.provokes("status of 502");
    await page.goto("/sign-up");
    const down = { status: 502, contentType: "text/html", body: "<h1>502 Bad Gateway</h1>" };
    await page.route("**/sign-up.data*", (route) => route.fulfill(down), { times: 1 });
    await signUp(page, "bad-gateway");
    await page.getByRole("alert").getByText("The store didn't respond. Try again.").waitFor();
    expect(await page.getByLabel("Email").inputValue()).toBe("bad-gateway@example.com");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("button", { name: "Ada's account" }).waitFor();
  });

  it("SHL-01 ACC-01 may lose the answer: leaving the page drops the request", async () => {
    suite.provokes("ERR_FAILED");
    await page.goto("/sign-up");
    await page.route("**/pricing.data*", (route) => route.abort(), { times: 1 });
    await page.getByRole("link", { name: "Pricing" }).first().click();
    await notice().waitFor();
    await page.getByRole("link", { name: "2D Elements" }).first().click();
    await page.waitForURL("**/products");
    await notice().waitFor({ state: "detached" });
  });
});

/** Starts a proxy in front of the store that keeps every cookie from the browser. */
const withoutCookies = async (): Promise<{ readonly url: string; readonly close: () => void }> => {
  const target = suite.store.url;
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, host: new URL(target).host };
    if (asked.headers.origin !== undefined) headers.origin = target;
    const sent = request(target + asked.url, { method: asked.method, headers }, (got) => {
      const { "set-cookie": _, ...kept } = got.headers;
      answer.writeHead(got.statusCode ?? 502, kept);
      got.pipe(answer);
    });
    asked.pipe(sent);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.closeAllConnections(),
  };
};

describe("a browser that blocks cookies", () => {
  it.each([true, false])(
    "ACC-01 SHL-01 says so before and after a sign-up (scripts: %s)",
    async (javaScriptEnabled) => {
      const proxy = await withoutCookies();
      const context = await suite.browser.newContext({ baseURL: proxy.url, javaScriptEnabled });
      const { page: visitor, problems } = await openPage(context);
      await visitor.goto("/sign-up?next=/practice-footage");
      await signUp(visitor, `cookieless-${javaScriptEnabled}`);
      await visitor.getByRole("alert").getByText("Your browser is blocking cookies.").waitFor();
      // axe runs in the page.
      if (javaScriptEnabled) {
        await expectAccessible(visitor);
        await shoot(visitor, "cookies-blocked");
      }
      await context.close();
      proxy.close();
      expect(problems).toEqual([]);
    },
  );

  it("ACC-01 ORD-01 warns on the form and above the cart, where it knows", async () => {
    const context = await suite.browser.newContext({ baseURL: suite.store.url });
    await context.addInitScript(() => Object.defineProperty(Navigator.prototype, "cookieEnabled", { value: false }));
    const { page: visitor } = await openPage(context);
    await visitor.goto("/sign-up");
    await visitor.getByRole("alert").getByText("so you can't stay signed in").waitFor();
    await visitor.goto("/cart");
    await visitor.getByRole("alert").getByText("to use the cart and your account").waitFor();
    await context.close();
  });
});

describe("two accounts in one browser", () => {
  it("ACC-07 SHL-01 a form of one is not sent for the other", async () => {
    suite.provokes("status of 409");
    await enter(suite.context, suite.store, "first-owner");
    await page.goto("/accounts/profile");
    await page.getByLabel("First name").first().fill("Changed");
    await enter(suite.context, suite.store, "second-owner");
    await page.getByRole("button", { name: "Save name" }).click();
    await page.getByRole("alert").getByText("You're now signed in to a different account in this browser.").waitFor();
    expect(await page.getByLabel("First name").first().inputValue()).toBe("Changed");
    await expectAccessible(page);
    await shoot(page, "other-account");
    await page.getByRole("button", { name: "Reload" }).click();
    await expect.poll(() => page.getByLabel("First name").first().inputValue()).toBe("Ada");
  });
});

describe("a page before its scripts", () => {
  const choose = async (shopper: Page): Promise<void> => {
    await shopper.goto("/instant-purchase?collection-slug=ground-fire");
    await shopper.getByRole("radio", { name: /^4K/ }).check();
  };
  const buy = (shopper: Page) => shopper.getByRole("button", { name: /^Buy now/ });

  it("ORD-03 states no price on its button that is not the one of the choice", async () => {
    const context = await suite.browser.newContext({ baseURL: suite.store.url, javaScriptEnabled: false });
    const { page: shopper, problems } = await openPage(context);
    await choose(shopper);
    expect(await buy(shopper).innerText()).toBe("Buy now");
    expect(await shopper.getByRole("button", { name: /^Add to cart/ }).count()).toBe(0);
    await buy(shopper).click();
    await shopper.waitForURL(/\/checkout/);
    expect(await shopper.locator("noscript").first().innerText()).toContain("Card payments need JavaScript");
    await shopper.goto("/cart");
    await shopper.getByText("$36.00").first().waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });

  it("ORD-03 keeps what was chosen before they came", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route("**/assets/*.js", async (route) => {
      await held;
      await route.continue();
    });
    await page.goto("/instant-purchase?collection-slug=ground-fire", { waitUntil: "commit" });
    await page.getByRole("radio", { name: /^4K/ }).check();
    release();
    await page.getByRole("button", { name: "Buy now · $36.00" }).waitFor();
    expect(await page.getByRole("radio", { name: /^4K/ }).isChecked()).toBe(true);
  });
});

describe("text at twice its size", () => {
  it("SHL-01 SHL-09 fits a phone on every page", async () => {
    const wide: Record<string, number> = {};
    await page.setViewportSize({ width: 390, height: 844 });
    for (const path of PAGES) {
      await page.goto(path);
      await page.addStyleTag({ content: "html { font-size: 200% !important; }" });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (beyond > 0) wide[path] = beyond;
    }
    expect(wide).toEqual({});
  });
});

describe("a name outside the basic plane", () => {
  it.each([
    ["🎬 Ada", "🎬"],
    ["𠮷野", "𠮷"],
  ])("SHL-01 ACC-01 %s has its whole first character as its initial", async (first, initial) => {
    await page.goto("/sign-up");
    await page.getByLabel("First name").fill(first);
    await page.getByLabel("Last name").fill("Lens");
    await page.getByLabel("Email").fill(`plane&${first.length}@example.com`);
    await page.getByLabel("Password").fill("correct horse");
    await page.getByRole("button", { name: "Get Started" }).click();
    const menu = page.getByRole("button", { name: `${first}'s account` });
    await menu.waitFor();
    // The server's page and the browser's must agree.
    for (const path of ["/accounts/profile", "/"]) {
      await page.goto(path);
      expect(await menu.innerText()).toBe(initial);
    }
  });
});
