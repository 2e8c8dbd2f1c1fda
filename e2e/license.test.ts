import { readFile } from "node:fs/promises";
import { expectAccessible, shoot } from "@backlot/testing/browser/chromium";
import { enter, me, signUp, typeCard } from "@backlot/testing/browser/shopper";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import type { Page } from "playwright";
import { beforeEach, describe, expect, it } from "vitest";

const suite = useBrowserStore();
let page: Page;
beforeEach(() => {
  ({ page } = suite);
});

const progress = async (): Promise<string | null> => page.getByRole("progressbar").getAttribute("aria-valuenow");

const account = async (): Promise<{
  readonly min_license_id: number | null;
  readonly team: { readonly licensee_profile: { readonly token: string; readonly license_id: number } | null };
}> => ((await (await suite.context.request.get("/api/users/me")).json()) as { data: never }).data;

const fillAddress = async (): Promise<void> => {
  await page.getByLabel("Address line 1").fill("1 Mill Street");
  await page.getByLabel("City").fill("London");
  await page.getByLabel("State or region").fill("Greater London");
  await page.getByLabel("ZIP or postal code").fill("E1 6AN");
  await page.getByLabel("Country").fill("United Kingdom");
};

describe("a license", () => {
  it("LIC-04 LIC-05 LIC-07 LIC-08 LIC-09 ACC-09 is confirmed by the keyboard alone", async () => {
    await enter(suite.context, suite.store, "licensee");
    await page.goto("/accounts/profile");
    await page.getByRole("heading", { name: "Profile", level: 1 }).waitFor();
    await page.getByRole("button", { name: "Confirm License" }).focus();
    await page.keyboard.press("Enter");
    const modal = page.getByRole("dialog", { name: "Confirm License" });
    await modal.getByRole("button", { name: "Start" }).waitFor();
    expect(await progress()).toBe("0");
    await expectAccessible(page);
    await shoot(page, "confirm-license-start");
    const press = async (name: string): Promise<void> => {
      await modal.getByRole("button", { name, exact: true }).focus();
      await page.keyboard.press("Enter");
    };
    await press("Start");
    await modal.getByRole("heading", { name: "Who will be licensed?" }).waitFor();
    expect(await progress()).toBe("25");
    await expectAccessible(page);
    await shoot(page, "confirm-license-question");
    await press("What is a team or studio?");
    const explained = page.getByRole("dialog", { name: "Team or studio?" });
    await explained.getByText("more than one person uses the assets").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await explained.waitFor({ state: "hidden" });
    await press("Multiple artists");
    await modal.getByRole("heading", { name: "What's your annual revenue?" }).waitFor();
    // Back returns to the previous question.
    await press("Back");
    await modal.getByRole("heading", { name: "Who will be licensed?" }).waitFor();
    await press("Me");
    await modal
      .getByRole("heading", { name: "Do other people have access to the storage where you keep assets?" })
      .waitFor();
    await press("Yes");
    await press("Under $3M");
    await modal.getByRole("heading", { name: "Startup" }).waitFor();
    expect(await progress()).toBe("50");
    await expectAccessible(page);
    await shoot(page, "confirm-license-agree");
    await press("I agree");
    await modal.getByLabel("Company name").waitFor();
    expect(await progress()).toBe("75");
    await shoot(page, "confirm-license-form");
    await modal.getByLabel("Email").fill("nonsense");
    await press("Confirm License");
    expect(await modal.getByText("This field is required").count()).toBe(6);
    await modal.getByText("Invalid email address").waitFor();
    await modal.getByText("You must agree to the terms").waitFor();
    expect(await modal.getByLabel("Company name").evaluate((field) => field === document.activeElement)).toBe(true);
    await expectAccessible(page);
    await shoot(page, "confirm-license-refused");
    await modal.getByLabel("Company name").fill("Ash & Ember");
    await modal.getByLabel("Email").fill("legal@ash.example");
    await fillAddress();
    await modal.getByRole("checkbox").focus();
    await page.keyboard.press("Space");
    suite.provokes("status of 500");
    // If saving fails, the form shows an error and keeps the input.
    await page.route(
      "**/api/licensee_profiles",
      (route) => route.fulfill({ status: 500, json: { error: { code: "internal", message: "no" } } }),
      { times: 1 },
    );
    await press("Confirm License");
    await modal.getByText("An error occurred during submission. Please try again later.").waitFor();
    await press("Confirm License");
    await modal.getByText("Your Startup license is confirmed.").first().waitFor();
    expect(await progress()).toBe("100");
    const { team, min_license_id } = await account();
    await modal.getByText(team.licensee_profile?.token ?? "no token").waitFor();
    expect([team.licensee_profile?.license_id, min_license_id]).toEqual([2, 2]);
    await expectAccessible(page);
    await shoot(page, "confirm-license-done");
    await press("Close window");
    await modal.waitFor({ state: "hidden" });
    await page.getByText(`License ID ${team.licensee_profile?.token}`).waitFor();

    suite.provokes("status of 4");
    await page.getByRole("button", { name: "Download License Certificate" }).click();
    await page
      .getByText("Certificates cover only licenses that you've paid for. Choose a plan with the Startup license")
      .waitFor();
    await expectAccessible(page);

    // A startup is not offered answers that only fit an individual.
    await page.goto("/pricing");
    await page.getByRole("button", { name: "Not sure which license fits?" }).click();
    const finder = page.getByRole("dialog", { name: "Find your license" });
    await finder.getByRole("button", { name: "Someone else" }).waitFor();
    await finder.getByRole("button", { name: "Me", exact: true }).click();
    await finder.getByRole("button", { name: "Yes" }).waitFor();
    expect(await finder.getByRole("button", { name: "No", exact: true }).count()).toBe(0);
  });

  it("LIC-04 LIC-06 LIC-09 LIC-16 a visitor finds a license; Enterprise is confirmed in four steps", async () => {
    await page.goto("/pricing");
    await page.getByRole("button", { name: "Not sure which license fits?" }).click();
    const finder = page.getByRole("dialog", { name: "Find your license" });
    await finder.getByRole("button", { name: "Someone else" }).click();
    await finder.getByRole("button", { name: "$3M or more" }).click();
    await finder.getByRole("button", { name: "$21M-$49M" }).click();
    await finder.getByRole("heading", { name: "Enterprise $21M-$49M" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "license-found");
    await finder.getByRole("button", { name: "See plans" }).click();
    await page.waitForURL("**/pricing/enterprise?license_id=4");

    await page.goto("/sign-up?next=/pricing/enterprise%3Flicense_id%3D3");
    await signUp(page, "enterprise");
    // Signing up on the pricing page leads to the free plan's page.
    await page.waitForURL("**/subscribed-to-free-plan");
    await page.goto("/pricing/enterprise?license_id=3");
    await page.getByRole("button", { name: "Which range are you in?" }).click();
    await page.getByRole("progressbar", { name: "Step 1 of 4" }).waitFor();
    await finder.getByRole("button", { name: "$50M-$99M" }).click();
    await page.getByRole("progressbar", { name: "Step 2 of 4" }).waitFor();
    await finder.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("progressbar", { name: "Step 3 of 4" }).waitFor();
    await finder.getByRole("button", { name: "Confirm License" }).click();
    expect(await finder.getByText("This field is required").count()).toBe(7);
    await expectAccessible(page);
    await finder.getByLabel("Company name").fill("Big Pictures");
    await finder.getByLabel("Phone").fill("+1 555 0100");
    await fillAddress();
    await finder.getByRole("checkbox").check();
    await finder.getByRole("button", { name: "Confirm License" }).click();
    await finder.getByText("Your license is confirmed. Your License ID is").first().waitFor();
    await page.getByRole("progressbar", { name: "Step 4 of 4" }).waitFor();
    await finder.getByRole("button", { name: "See plans" }).click();
    await page.waitForURL("**/pricing/enterprise?license_id=5");
    expect((await account()).min_license_id).toBe(5);

    await page.goto("/accounts/profile");
    await page.getByText("Have the wrong license?").waitFor();
    await page.getByRole("button", { name: "Update License" }).click();
    const update = page.getByRole("dialog", { name: "Update License" });
    await expectAccessible(page);
    await shoot(page, "update-license");
    await update.getByRole("link", { name: "Update License" }).click();
    await page.waitForURL("**/pricing");
  });

  it("LIC-07 LIC-11 LIC-13 LIC-16 ACC-06 CHK-02 a choice can be undone; another type compares plans", async () => {
    await page.goto("/checkout/130");
    await page.getByRole("heading", { name: "Order Summary" }).waitFor();
    await expectAccessible(page);
    await shoot(page, "checkout-account");
    await page.getByRole("button", { name: "Enter your email to continue" }).click();
    expect(await page.getByLabel("Email").evaluate((field) => field === document.activeElement)).toBe(true);
    await signUp(page, "undecided");
    await page.getByText("Which license fits you?").waitFor();
    await page.getByRole("radio", { name: /^Enterprise/ }).check();
    await page.getByRole("combobox", { name: "Annual revenue" }).selectOption("$21M-$49M");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL("**/pricing/enterprise?license_id=4&plan=unavailable");
    await page.getByText("This plan isn't available with the Enterprise $21M-$49M license.").waitFor();
    await expectAccessible(page);
    expect((await account()).min_license_id).toBeNull();
    await page.goto("/checkout/130");
    await page.getByRole("button", { name: "Not sure? Answer a few questions" }).click();
    const finder = page.getByRole("dialog", { name: "Find your license" });
    await finder.getByRole("button", { name: "Multiple artists" }).click();
    await finder.getByRole("button", { name: "Under $3M" }).click();
    await finder.getByRole("button", { name: "Use this license" }).click();
    await expect.poll(() => page.getByRole("radio", { name: /^Startup/ }).isChecked()).toBe(true);
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Startup license", { exact: true }).waitFor();
    await page.getByRole("link", { name: "Change license" }).click();
    await page.getByRole("radio", { name: /^Individual/ }).check();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Individual license").waitFor();
    await expectAccessible(page);
    await shoot(page, "checkout-payment");
    expect((await account()).min_license_id).toBeNull();
    await typeCard(page, "4242424242424242");
    await page.getByRole("checkbox", { name: /sole user/ }).check();
    await page.getByRole("button", { name: /Place order/ }).click();
    await page.waitForURL("**/thank-you");
    expect([(await account()).min_license_id, (await me(suite.context)).subscription?.plan_variant.id]).toEqual([
      1, 130,
    ]);

    await page.getByRole("button", { name: "Confirm License" }).click();
    const modal = page.getByRole("dialog", { name: "Confirm License" });
    await modal.getByRole("button", { name: "Start" }).click();
    await modal.getByRole("button", { name: "Multiple artists" }).click();
    await modal.getByRole("button", { name: "Under $3M" }).click();
    await modal.getByText("Your answers don't match your current license.").first().waitFor();
    // Each with its plan, credits, and price. The store is asked for the suggested one.
    await modal.getByText("$49.00 a month").nth(1).waitFor();
    const sides = await modal
      .getByText(/^(?:Current|Suggested) plan$/)
      .locator("..")
      .allInnerTexts();
    expect(sides.map((side) => side.split("\n").filter((line) => line !== ""))).toEqual([
      ["Current plan", "Individual", "Pro", "20 credits a month", "$49.00 a month"],
      ["Suggested plan", "Startup", "Pro", "20 credits a month", "$49.00 a month"],
    ]);
    await expectAccessible(page);
    await shoot(page, "confirm-license-error");
    await modal.getByRole("link", { name: "Upgrade" }).click();
    await page.waitForURL("**/pricing/studio?interval=month");
    // Once the confirmed license matches the paid one, a certificate is available.
    await page.goto("/accounts/profile");
    await page.getByRole("button", { name: "Confirm License" }).click();
    for (const name of ["Start", "Me", "No", "I agree"]) await modal.getByRole("button", { name, exact: true }).click();
    await fillAddress();
    await modal.getByRole("checkbox").check();
    await modal.getByRole("button", { name: "Confirm License" }).click();
    await modal.getByRole("button", { name: "Close window" }).click();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download License Certificate" }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^license-certificate-BC-[\w-]+\.pdf$/);
    expect((await readFile(await file.path())).toString("latin1")).toMatch(/\n%Backlot-Signature \S+ \S+\n$/);
    await expectAccessible(page);
    await shoot(page, "profile-licensed");
    await page.getByRole("link", { name: "valid" }).click();
    await page.getByRole("heading", { name: "Valid" }).waitFor();
    await page.getByText("Ada Lens").waitFor();
    await expectAccessible(page);
    await shoot(page, "certificate-valid");
    const unknown = await page.request.get("/licenses/verify/BC-NONE");
    expect([unknown.status(), (await unknown.text()).includes("Certificate not found")]).toEqual([404, true]);

    // A plan change also links to the license change.
    await page.goto("/checkout/131");
    await page.getByText("Have the wrong license?").waitFor();
    await page.getByRole("link", { name: "Update License" }).click();
    await page.waitForURL("**/pricing");
  });
});
