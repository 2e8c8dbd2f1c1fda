import { expectAccessible, openPage, shoot } from "@backlot/testing/browser/chromium";
import { linkOf } from "@backlot/testing/browser/inbox";
import {
  atPayment,
  createAccount,
  enter,
  enterSubscribed,
  logIn,
  me,
  signUp,
  typeCard,
} from "@backlot/testing/browser/shopper";
import { useBrowserStore } from "@backlot/testing/browser/suite";
import { describe, expect, it } from "vitest";

const suite = useBrowserStore();

describe("a team", () => {
  it("ACC-08 CHG-06 CRD-07 invites by mail, gives roles, and lets members spend but not pay", async () => {
    const { page, store, browser } = suite;
    await enter(suite.context, suite.store, "alone");
    await page.goto("/accounts/team");
    await page
      .getByText(
        "Your plan doesn't include a team. Choose a plan with a Startup or Enterprise license to invite " + "others.",
      )
      .waitFor();
    await expectAccessible(page);
    await shoot(page, "team-none");
    await page.getByRole("button", { name: "Ada's account" }).click();
    await page.getByRole("button", { name: "Logout" }).click();
    await page.getByRole("link", { name: "Sign In", exact: true }).waitFor();

    await atPayment(page, "/checkout/131", "lead", "Startup");
    await typeCard(page, "4242424242424242");
    await page.getByRole("checkbox").check();
    await page.getByRole("button", { name: /^Place order/ }).click();
    await page.waitForURL("**/thank-you");
    await page.getByRole("button", { name: "Ada's account" }).click();
    await page.getByRole("link", { name: "Manage Team" }).click();
    await page.getByText("1 of 5 seats used, including yours.").waitFor();
    await page.getByLabel("Email").fill("nonsense");
    await page.getByRole("button", { name: "Send invitation" }).click();
    await expect.poll(() => page.getByLabel("Email").getAttribute("aria-invalid")).toBe("true");
    expect(await page.getByLabel("Email").inputValue()).toBe("nonsense");
    await expectAccessible(page);
    await shoot(page, "team-refused");
    for (const name of ["artist", "leaver"]) {
      await page.getByLabel("Email").fill(`${name}@example.com`);
      await page.getByRole("radio", { name: "Artist" }).check();
      await page.getByRole("button", { name: "Send invitation" }).click();
      await page.getByRole("button", { name: `Revoke the invitation to ${name}@example.com` }).waitFor();
    }
    await page.getByText("3 of 5 seats used, including yours.").waitFor();

    const context = await browser.newContext({ baseURL: store.url, viewport: { width: 1280, height: 800 } });
    const { page: other, problems } = await openPage(context);
    await other.goto(await linkOf(store, "artist@example.com", "invited you"));
    await other.getByRole("heading", { name: "Ada Lens invited you to their team" }).waitFor();
    await expectAccessible(other);
    await shoot(other, "team-invitation");
    await other.getByRole("main").getByRole("link", { name: "Sign up" }).click();
    await signUp(other, "artist");
    await other.getByRole("button", { name: "Join the team" }).click();
    await other.getByText("You've joined the team.").waitFor();
    await other.getByText("You're on Ada Lens's team").waitFor();
    await expectAccessible(other);
    await shoot(other, "team-member");
    await other.goto("/credits");
    await other.getByRole("heading", { name: "Not authorized" }).waitFor();
    await other
      .getByText(
        "Your account is not authorized to buy credits on this team. For more credits, please reach out " +
          "to your account administrator.",
      )
      .waitFor();
    await expectAccessible(other);
    await shoot(other, "team-no-credits");
    await other.goto("/accounts/subscriptions");
    await other.getByText("Your account is not authorized to buy make subscription changes for this team.").waitFor();
    expect(await other.getByRole("link", { name: "Change plan" }).count()).toBe(0);
    const pages = other.getByRole("navigation", { name: "Account" });
    expect(await pages.getByRole("link", { name: "Subscription" }).count()).toBe(1);
    expect(await pages.getByRole("link", { name: "Payment Methods" }).count()).toBe(0);
    await shoot(other, "team-plan");
    await other.goto("/checkout/130");
    await other.getByText("Your account is not authorized to buy make subscription changes for this team.").waitFor();
    await shoot(other, "team-checkout");
    // An item bought with the team's credits belongs to the team.
    await other.goto("/collections/forked-lightning");
    await other.getByRole("button", { name: /^Get it for/ }).click();
    await other.waitForURL("**/collections/forked-lightning?bought=1");
    expect((await me(suite.context)).current_credit_balance).toBe(38);

    await page.reload();
    await page.getByRole("button", { name: "Make Download Only: Ada Lens" }).click();
    await page.getByText("Role changed.").waitFor();
    await page.getByText("artist@example.com · Download Only").waitFor();
    await expectAccessible(page);
    await shoot(page, "team");
    await other.goto("/collections/magic-portal");
    await other.getByText("Your account is not authorized to spend this team's credits.").waitFor();
    expect(await other.getByRole("button", { name: /^Get it for/ }).count()).toBe(0);
    await expectAccessible(other);
    await shoot(other, "team-download-only");
    await page.getByRole("button", { name: "Revoke the invitation to leaver@example.com" }).click();
    await page.getByText("Invitation revoked.").waitFor();
    await page.getByRole("button", { name: "Remove Ada Lens" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.waitFor();
    await expectAccessible(page);
    await shoot(page, "team-remove");
    await dialog.getByRole("button", { name: "Remove" }).click();
    await page.getByText("Member removed.").waitFor();
    expect((await me(context)).subscription).toBeNull();
    await other.goto(await linkOf(store, "leaver@example.com", "invited you"));
    await other.getByText("This invitation was revoked or already used. Ask for a new one.").waitFor();
    await shoot(other, "team-invitation-over");
    expect(problems).toEqual([]);
    await context.close();
  });

  it("ACC-08 an invitation waits for who signs in with its address, and the team is left again", async () => {
    const { page, store, browser } = suite;
    await enterSubscribed(suite.context, store, "inviter", "4242424242424242", 131, 2);
    await createAccount(store, "invitee");
    await page.goto("/accounts/team");
    await page.getByLabel("Email").fill("invitee@example.com");
    await page.getByRole("radio", { name: "Download Only" }).check();
    await page.getByRole("button", { name: "Send invitation" }).click();
    await page.getByText("invitee@example.com").waitFor();
    const link = await linkOf(store, "invitee@example.com", "invited you");
    // The inviter cannot accept the invitation.
    await page.goto(link);
    await page.getByText("This invitation is for invitee@example.com").waitFor();
    await expectAccessible(page);
    const context = await browser.newContext({ baseURL: store.url });
    const { page: other, problems } = await openPage(context);
    await other.goto(link);
    await other.getByRole("main").getByRole("link", { name: "Sign in" }).click();
    await logIn(other, "invitee");
    await other.getByRole("button", { name: "Join the team" }).click();
    await other.getByText("You've joined the team.").waitFor();
    await other.getByText("Download Only: Can download items in the plan").waitFor();
    await other.goto("/accounts/delete");
    await other.getByText("You're on a team. Leave it first, then delete your account.").waitFor();
    await expectAccessible(other);
    await shoot(other, "team-delete");
    await other.getByRole("main").getByRole("link", { name: "Your team" }).click();
    await other.getByRole("button", { name: "Leave the team" }).click();
    await other.getByRole("dialog").getByRole("button", { name: "Leave the team" }).click();
    await other.getByText("You've left the team.").waitFor();
    expect(problems).toEqual([]);
    await context.close();
  });
});
