import type { ReactNode } from "react";
import { usePrices } from "#app/use-store.ts";

/** A legal page. */
export interface LegalText {
  readonly title: string;
  /** The meta description. */
  readonly about: string;
  readonly body: ReactNode;
}

function DailyLimits() {
  const { free, paid } = usePrices().daily_downloads;
  return <span>{`The Free plan includes ${free} downloads a day, and paid plans include ${paid}.`}</span>;
}

/** The store's legal pages by path. */
export const LEGAL_TEXTS: Readonly<Record<string, LegalText>> = {
  "/terms-of-service": {
    title: "Terms of service",
    about: "The agreement between you and Backlot: accounts, plans, credits, downloads, and payments.",
    body: (
      <>
        <p>These terms apply when you use Backlot.</p>
        <h2>Your account</h2>
        <p>
          Keep your password private. You're responsible for what happens under your account. We may lock an account
          that shares files with people outside its license. Our support team will tell you why, and how to unlock it.
        </p>
        <h2>Plans and credits</h2>
        <p>
          A plan renews automatically each month or year, at the price shown when you bought it, until you cancel it.
          Plan credits expire when the plan ends. Items you get with credits are yours to keep.
        </p>
        <h2>Downloads</h2>
        <p>
          <DailyLimits />{" "}
          <span>
            The daily limit resets at midnight UTC. Downloading the same file again on the same day doesn't count twice,
            and items you own don't count.
          </span>
        </p>
        <h2>Payments</h2>
        <p>Our payment provider charges cards in US dollars. Card details never reach our servers.</p>
      </>
    ),
  },
  "/privacy-policy": {
    title: "Privacy policy",
    about: "What data Backlot collects, how long we keep it, which cookies we set, and who we share it with.",
    body: (
      <>
        <p>We collect only what we need to run your account, and we never sell it.</p>
        <h2>What we collect</h2>
        <p>
          Your name and email, your license, your orders, your credits and how you spend them, the files you download
          and when, and when you sign in and from which browser.
        </p>
        <h2>Cookies</h2>
        <p>We set these cookies and no others. Each one does one thing:</p>
        <ul className="list-disc pl-5">
          <li>Keeps you signed in.</li>
          <li>Remembers your theme.</li>
          <li>Remembers your cart.</li>
          <li>Remembers that you bought as a guest.</li>
          <li>Remembers the item you're buying credits for.</li>
          <li>Tells the page that a download has started. Lasts a minute.</li>
          <li>Tells the page that we signed out a locked account. Lasts a minute.</li>
          <li>
            Remembers your privacy choice. If you allow usage data, this cookie also stores a random ID for your
            browser.
          </li>
        </ul>
        <h2>Privacy choices</h2>
        <p>
          If you allow it, we collect your searches, the blog posts you read, and the items you view, save, add to your
          cart, buy, and download. If you're signed in, this includes your account ID and email. We send this data to
          our analytics provider. You can withdraw your consent at any time with “Privacy choices” at the bottom of any
          page. Signing out also withdraws your consent. We never collect usage data from a browser that sends a Global
          Privacy Control signal.
        </p>
        <h2>Who we share it with</h2>
        <p>
          Our payment provider receives your name, email, and card details. We receive the card's brand, last four
          digits, and expiration date.
        </p>
        <p>
          If you sign up for the newsletter, our email service receives your name and email. The form uses Google
          reCAPTCHA to block bots. reCAPTCHA loads only when you open the form.
        </p>
        <p>
          Our chat provider loads only when you open the chat. It can then see the page and what you write, and may set
          its own cookies. If a card payment fails, we load a third-party service that prompts you to update your card.
          It can see the page you're on and the customer ID that our payment provider gave you, and it may set its own
          cookies.
        </p>
        <h2>Your rights</h2>
        <p>
          In your profile, you can correct your data, download it, and delete your account. We keep orders, payments,
          receipts, and certificates for as long as tax law requires.
        </p>
      </>
    ),
  },
  "/license": {
    title: "License agreement",
    about: "What you may and may not do with files from Backlot, and how long a license lasts.",
    body: (
      <>
        <p>This agreement covers the files you download from Backlot.</p>
        <h2>You may</h2>
        <p>
          Use the files in any number of finished works, commercial or not, worldwide and with no time limit: films,
          series, commercials, games, music videos, tests, and reels. You may cut, grade, distort, and combine them.
        </p>
        <h2>You may not</h2>
        <p>
          Share or resell the files as they are, alone or in a pack, or let people outside your license use them. You
          may not train generative models on them.
        </p>
        <h2>Who is covered</h2>
        <p>
          An Individual license covers one person. A Startup license covers everyone at one company with annual revenue
          below the license's limit. An Enterprise license covers everyone at one company with annual revenue in the
          license's range.
        </p>
        <h2>When your revenue grows</h2>
        <p>At your next renewal, move up to the license that fits. Work you've already finished stays covered.</p>
      </>
    ),
  },
};
