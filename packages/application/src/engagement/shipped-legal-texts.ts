import type { DailyDownloads, LegalSlug } from "@backlot/domain";

/** A legal text as Markdown. */
interface LegalSource {
  readonly title: string;
  readonly description: string;
  readonly source: string;
}

const terms = (shop: string, { free, paid }: DailyDownloads): LegalSource => ({
  title: "Terms of service",
  description: `The agreement between you and ${shop}: accounts, plans, credits, downloads, and payments.`,
  source: `These terms apply when you use ${shop}.

## Your account

Keep your password private. You're responsible for what happens under your account. We may lock an account that shares
files with people outside its license. Our support team will tell you why, and how to unlock it.

## Plans and credits

A plan renews automatically each month or year, at the price shown when you bought it, until you cancel it. Plan credits
expire when the plan ends. Items you get with credits are yours to keep.

## Downloads

The Free plan includes ${free} downloads a day, and paid plans include ${paid}. The daily limit resets at midnight UTC.
Downloading the same file again on the same day doesn't count twice, and items you own don't count.

## Payments

Our payment provider charges cards in US dollars. Card details never reach our servers.`,
});

const privacy = (shop: string): LegalSource => ({
  title: "Privacy policy",
  description: `What data ${shop} collects, how long we keep it, which cookies we set, and who we share it with.`,
  source: `We collect only what we need to run your account, and we never sell it.

## What we collect

Your name and email, your license, your orders, your credits and how you spend them, the files you download and when,
and when you sign in and from which browser.

## Cookies

We set only these cookies:

- Keeps you signed in.
- Remembers your theme.
- Remembers your cart.
- Remembers that you bought as a guest.
- Remembers the item you're buying credits for.
- Tells the page that a download has started. Lasts a minute.
- Tells the page that we signed out a locked account. Lasts a minute.
- Remembers your privacy choice. If you allow usage data, this cookie also stores a random ID for your browser.

## Privacy choices

If you allow it, we collect your searches, the blog posts you read, and the items you view, save, add to your cart, buy,
and download. If you're signed in, this includes your account ID and email. We send this data to our analytics provider.
You can withdraw your consent at any time with “Privacy choices” at the bottom of any page. Signing out also withdraws
your consent. We never collect usage data from a browser that sends a Global Privacy Control signal.

## Who we share it with

Our payment provider receives your name, email, and card details. We receive the card's brand, last four digits, and
expiration date.

If you sign up for the newsletter, our email service receives your name and email. The form uses Google reCAPTCHA to
block bots. reCAPTCHA loads only when you open the form.

Our chat provider loads only when you open the chat. It can then see the page and what you write, and may set its own
cookies. If a card payment fails, we load a third-party service that prompts you to update your card. It can see the
page you're on and the customer ID that our payment provider gave you, and it may set its own cookies.

## Your rights

In your profile, you can correct your data, download it, and delete your account. We keep orders, payments, receipts,
and certificates for as long as tax law requires.`,
});

const license = (shop: string): LegalSource => ({
  title: "License agreement",
  description: `What you may and may not do with files from ${shop}, and how long a license lasts.`,
  source: `This agreement covers the files you download from ${shop}.

## You may

Use the files in any number of finished works, commercial or not, worldwide and with no time limit: films, series,
commercials, games, music videos, tests, and reels. You may cut, grade, distort, and combine them.

## You may not

Share or resell the files as they are, alone or in a pack, or let people outside your license use them. You may not
train generative models on them.

## Who is covered

An Individual license covers one person. A Startup license covers everyone at one company with annual revenue under $3M.
An Enterprise license covers everyone at one company with annual revenue in the license's range.

## When your revenue grows

At your next renewal, move up to the license that fits. Work you've already finished stays covered.`,
});

/**
 * Returns a legal text that ships with the store. It is a sample; the owner should have a lawyer write the store's own
 * text.
 */
export const shippedLegalText = (slug: LegalSlug, shop: string, daily: DailyDownloads): LegalSource => {
  switch (slug) {
    case "terms-of-service":
      return terms(shop, daily);
    case "privacy-policy":
      return privacy(shop);
    case "license":
      return license(shop);
  }
};
