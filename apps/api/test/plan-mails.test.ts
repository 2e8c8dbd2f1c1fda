import { enqueueReminders, expireSubscriptions, sendOutbox } from "@backlot/application";
import { type Instant, epochMs, instant, instantOf, longDate } from "@backlot/domain";
import { inboxOf } from "@backlot/testing/browser/inbox";
import { scenarioDatabases } from "@backlot/testing/databases";
import { payPalShoppersOf } from "@backlot/testing/paypal-shoppers";
import { runIn } from "@backlot/testing/ports";
import { payPalPaymentsAt } from "@backlot/testing/sandbox";
import { advance, useTestStore } from "@backlot/testing/store";
import { subscribersOf } from "@backlot/testing/subscriber";
import { describe, expect, it } from "vitest";

const DAY = 86_400_000;
const ASKS_THE_BANK = "4000002760003184";

describe.each(scenarioDatabases)("mail about plans on $kind", (databases) => {
  const suite = useTestStore(databases);
  const subscriber = subscribersOf(suite);
  const payPal = payPalShoppersOf(suite);
  const goTo = (to: Instant, ms = 0) => advance(suite.sandbox.url, suite.store, { to: instant(epochMs(to) + ms) });

  type Owner = Pick<Awaited<ReturnType<typeof subscriber>>, "me">;
  /** Sends what is due and returns the subjects of an owner's mail about their plan, oldest first. */
  const mails = async ({ me }: Owner) => {
    await runIn(suite.store.ports, enqueueReminders);
    await runIn(suite.store.ports, sendOutbox);
    const { email } = await me();
    const all = await inboxOf({ sandboxUrl: suite.sandbox.url }, email);
    return all.filter(({ subject }) => !/Confirm your email|receipt|refunded/i.test(subject)).reverse();
  };
  const receipts = async (email: string) => {
    await runIn(suite.store.ports, sendOutbox);
    const all = await inboxOf({ sandboxUrl: suite.sandbox.url }, email);
    return all.filter(({ subject }) => /Your receipt R|We refunded/.test(subject)).reverse();
  };
  const subjects = async (of: Owner) => (await mails(of)).map(({ subject }) => subject);
  const periodEnd = async ({ me }: Owner) => instantOf((await me()).subscription.current_period_end);

  it("CHG-08 a cancellation is confirmed, with what will be lost; canceled again, it is again", async () => {
    const ada = await subscriber(132);
    const end = await periodEnd(ada);
    const cancel = () => ada.client.post("/api/subscriptions/cancel", {});
    await cancel();
    await cancel();
    const [mail, ...more] = await mails(ada);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("Your plan has been canceled");
    expect(mail?.text).toContain(`ends on ${longDate(end)}`);
    expect(mail?.text).toContain("You still have 240 credits from this plan.");
    expect(mail?.text).toContain("/accounts/subscriptions");
    await ada.time({ days: 1 });
    await ada.client.post("/api/subscriptions/resume", {});
    await cancel();
    expect(await subjects(ada)).toEqual(Array(2).fill("Your plan has been canceled"));
    // A week before the period ends, an email reminds of its credits. After it, an email states what was lost.
    await goTo(end, -8 * DAY);
    expect(await subjects(ada)).toHaveLength(2);
    await goTo(end, -6 * DAY);
    expect((await subjects(ada)).at(-1)).toBe(`240 credits expire on ${longDate(end)}`);
    await goTo(end, DAY);
    await runIn(suite.store.ports, expireSubscriptions);
    const last = (await mails(ada)).at(-1);
    expect(last?.subject).toBe("Your plan has ended");
    expect(last?.text).toContain("240 credits expired unused.");
  });

  it("CHG-02 a change is confirmed: at once, or what will change at the period's end", async () => {
    const ada = await subscriber(130);
    await ada.change(131);
    const end = await periodEnd(ada);
    const [upgraded] = await mails(ada);
    expect(upgraded?.subject).toBe("Your plan has changed");
    expect(upgraded?.text).toContain(`It renews on ${longDate(end)} for $99.00.`);
    await ada.change(128);
    const scheduled = (await mails(ada)).at(-1);
    expect(scheduled?.subject).toBe("Your plan will change");
    expect(scheduled?.text).toContain(
      `On ${longDate(end)}, your plan changes from the Pro plan with 50 credits to the Essentials plan, for $19.00`,
    );
    await ada.client.post("/api/subscriptions/resume", {});
    await ada.client.post("/api/subscriptions/resume", {});
    const kept = await mails(ada);
    expect(kept.map(({ subject }) => subject)).toEqual([
      "Your plan has changed",
      "Your plan will change",
      "Your plan continues",
    ]);
    expect(kept[2]?.text).toContain(`It renews on ${longDate(end)} for $99.00.`);
  });

  it("CHK-07 a renewal that is declined says until when it can be paid, and what ends otherwise", async () => {
    const ada = await subscriber(130);
    await ada.refuseRenewal();
    const { grace_ends } = (await ada.me()).subscription;
    const [failed] = await mails(ada);
    expect(failed?.subject).toBe("Your payment didn't go through");
    expect(failed?.text).toContain(
      "Your card was declined when we tried to renew your Pro plan with 20 credits for " + "$49.00.",
    );
    expect(failed?.text).toContain(`Your plan stays active until ${longDate(grace_ends)}.`);
    expect(failed?.text).toContain("Pay now: ");
    await goTo(grace_ends, -2 * DAY);
    expect((await subjects(ada)).at(-1)).toBe(`20 credits expire on ${longDate(grace_ends)}`);
    await goTo(grace_ends, DAY);
    await runIn(suite.store.ports, expireSubscriptions);
    const ended = (await mails(ada)).at(-1);
    expect(ended?.text).toContain("because its renewal wasn't paid");
    await ada.deliverWebhooks();
    expect(await subjects(ada)).toHaveLength(3);
  });

  it("CHK-07 a renewal that the bank asks about leads to its confirmation", async () => {
    const ada = await subscriber(130);
    const asks = await ada.client.saveCard(suite.sandbox.url, ASKS_THE_BANK);
    await fetch(`${suite.sandbox.url}/3ds/${asks.id}`, { method: "POST", body: "outcome=complete" });
    const changed = await ada.client.post("/api/subscriptions", {
      plan_variant_id: 131,
      license_id: 1,
      setup_intent_id: asks.id,
    });
    const intent = String(changed.body.error.client_secret).split("_secret_")[0] ?? "";
    await fetch(`${suite.sandbox.url}/3ds/${intent}`, { method: "POST", body: "outcome=complete" });
    await ada.deliverWebhooks();
    await goTo(await periodEnd(ada), DAY / 4);
    await ada.deliverWebhooks();
    const last = (await mails(ada)).at(-1);
    expect(last?.subject).toBe("Confirm the payment for your plan");
    expect(last?.text).toContain("Pay and confirm: ");
  });

  it("CHK-07 a yearly renewal is announced a week ahead, once, and a monthly one is not", async () => {
    const yearly = await subscriber(132);
    const monthly = await subscriber(130);
    const end = await periodEnd(yearly);
    await goTo(await periodEnd(monthly), -3 * DAY);
    expect(await subjects(monthly)).toEqual([]);
    await goTo(end, -8 * DAY);
    expect(await subjects(yearly)).toEqual([]);
    await goTo(end, -6.5 * DAY);
    const [mail] = await mails(yearly);
    expect(mail?.subject).toBe(`Your plan renews on ${longDate(end)}`);
    expect(mail?.text).toContain("We'll charge $470.00 to your card.");
    await goTo(end, -DAY);
    expect(await subjects(yearly)).toHaveLength(1);
  });

  it("CHK-07 CHG-03 the first yearly period of a plan that was billed monthly is announced, too", async () => {
    const ada = await subscriber(131);
    expect((await ada.change(129)).body.data.change).toBe("downgrade");
    const end = await periodEnd(ada);
    await goTo(end, -6 * DAY);
    const mail = (await mails(ada)).at(-1);
    expect(mail?.subject).toBe(`Your plan renews on ${longDate(end)}`);
    expect(mail?.text).toMatch(/^Your yearly Essentials plan renews on .* We'll charge \$180\.00 to your card\.$/m);
  });

  it("CHK-07 PayPal's refusal says that PayPal tries again", async () => {
    const eve = await payPal.createShopper();
    const { order } = await eve.approveAndReturn(await eve.startPayPalPlan(130));
    const [taken] = (await payPalPaymentsAt(suite.sandbox.url)).filter((each) => each.custom_id === order);
    await payPal.buyer().setFunding(taken?.subscription ?? "", "insufficient");
    await goTo(await periodEnd(eve), DAY / 4);
    await payPal.deliverWebhooks();
    const [failed] = await mails(eve);
    expect(failed?.subject).toBe("PayPal couldn't renew your plan");
    expect(failed?.text).toContain("PayPal will try again automatically");
  });

  it("ACC-07 a deleted account gets no mail about the plan that ended with it", async () => {
    const ada = await subscriber(128);
    const { email } = await ada.me();
    expect((await ada.client.post("/api/users/deletion", { password: "correct horse" })).status).toBe(204);
    await runIn(suite.store.ports, sendOutbox);
    const all = await inboxOf({ sandboxUrl: suite.sandbox.url }, email);
    expect(all.map(({ subject }) => subject)).not.toContain("Your plan has ended");
  });

  it("ORD-06 every payment is mailed its receipt: plans, credits, each renewal, and guests' orders", async () => {
    const ada = await subscriber(130);
    await ada.buyPack(20);
    await goTo(await periodEnd(ada), DAY / 4);
    await ada.deliverWebhooks();
    const { email } = await ada.me();
    const mailed = await receipts(email);
    const numbers = (await ada.client.get("/api/receipts")).body.data.map((each: { number: string }) => each.number);
    expect(mailed.map(({ subject }) => subject)).toEqual(
      numbers.reverse().map((number: string) => `Your receipt ${number}`),
    );
    expect(mailed[0]?.text).toContain("Total: $49.00");
    // The first receipt states the renewal price.
    expect(mailed.map(({ text }) => /Renews at \$49\.00 starting /.test(text))).toEqual([true, false, false]);
    expect(mailed[1]?.text).toContain("Total: $59.00");
    expect(mailed[2]?.text).toContain(`/accounts/receipts/${numbers.at(-1)}`);
  });

  it("ORD-06 a refund is mailed once it is made, in whole and in part", async () => {
    const ada = await subscriber(130);
    await ada.buyPack(20);
    const [plan, pack] = (await ada.ledgerSnapshot()).payments;
    if (plan === undefined || pack === undefined) throw new Error("they are not recorded");
    await ada.refund(pack);
    await ada.refund(plan, 1_000);
    await ada.deliverWebhooks();
    await ada.deliverWebhooks();
    const { email } = await ada.me();
    const refunds = (await receipts(email)).filter(({ subject }) => subject.includes("refunded"));
    expect(refunds.map(({ subject }) => subject).sort()).toEqual([
      "We refunded part of your payment",
      "We refunded your payment",
    ]);
    expect(refunds.find(({ subject }) => subject.includes("part of"))?.text).toContain(
      "We refunded $10.00 of your $49.00 payment",
    );
  });
});

describe.each(scenarioDatabases)("a store whose card provider mails receipts, on $kind", (databases) => {
  const suite = useTestStore(databases, () => ({ MAIL_RECEIPTS: "off" }));
  const subscriber = subscribersOf(suite);

  it("ORD-06 mails none itself", async () => {
    const ada = await subscriber(130);
    await runIn(suite.store.ports, sendOutbox);
    const all = await inboxOf({ sandboxUrl: suite.sandbox.url }, (await ada.me()).email);
    expect(all.map(({ subject }) => subject)).toEqual(["Confirm your email address"]);
  });
});
