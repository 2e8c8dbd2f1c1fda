import { FREE_DAILY_DOWNLOADS, PAID_DAILY_DOWNLOADS } from "@backlot/domain/downloads/download";
import { LICENSES } from "@backlot/domain/licensing/license";
import type { ReactNode } from "react";

/** A legal page. */
export interface LegalText {
  readonly title: string;
  /** The meta description. */
  readonly about: string;
  readonly body: ReactNode;
}

/** The store's legal pages by path. */
export const LEGAL_TEXTS: Readonly<Record<string, LegalText>> = {
  "/terms-of-service": {
    title: "Terms of service",
    about: "What holds between you and Backlot: accounts, plans and credits, downloads, payment and refunds.",
    body: (
      <>
        <p>These terms hold between you and Backlot when you use this store.</p>
        <h2>Your account</h2>
        <p>
          Keep your password to yourself. What is done while signed in to your account counts as done by you. We may
          lock an account that is used to share files with people outside its license; our support tells you why, and
          how to open it again.
        </p>
        <h2>Plans and credits</h2>
        <p>
          A plan renews by itself at the end of each month or year, at the price shown when you bought it, until you
          cancel it. Credits of a plan stay yours while the plan runs and end with it. Items that you got for credits
          stay yours for good.
        </p>
        <h2>Downloads</h2>
        <p>
          {`The free plan allows ${FREE_DAILY_DOWNLOADS} downloads a day, paid plans ` +
            `${PAID_DAILY_DOWNLOADS}; the day is counted in UTC. Fetching the same file again on the ` +
            "same day counts once, and items that you own are not counted."}
        </p>
        <h2>Payments</h2>
        <p>Cards are charged in US dollars by our payment provider. Card details never reach our servers.</p>
      </>
    ),
  },
  "/privacy-policy": {
    title: "Privacy policy",
    about: "What Backlot keeps of you and for how long, which cookies it sets, and who else sees what.",
    body: (
      <>
        <p>We keep what we need to run your account, and nothing for sale.</p>
        <h2>What we keep</h2>
        <p>
          Your name and e-mail, your license, your orders, the credits you got and spent, and which files you downloaded
          on which day, and when and with which browser you are signed in.
        </p>
        <h2>Cookies</h2>
        <p>
          One cookie keeps you signed in, one remembers the theme you chose, one your cart, one that you bought as a
          guest, one the item that you buy credits for, and two, for a minute, that a download has begun, and that a
          locked account was signed out. If you allow at the foot of a page that we record what you do, one more holds a
          number by which we tell your browser from others; if you refuse, it says that. We set no others.
        </p>
        <h2>What you do here</h2>
        <p>
          If you allow it, and only then, we record what you search for, which posts of the blog you read, which items
          you look at, save, put into the cart, buy and download, and where you are signed in with your account's number
          and e-mail. All of it goes to the service that counts it for us. You can take your word back at any time, at
          the foot of every page; signing out takes it back too. A browser that sends Global Privacy Control is never
          recorded.
        </p>
        <h2>Who else sees it</h2>
        <p>
          Our payment provider gets your name, your e-mail and your card. We get back the card's brand, its last four
          digits and its expiry.
        </p>
        <p>
          Who signs up for the newsletter gives their name and e-mail to our mailing service. The form asks Google's
          reCAPTCHA whether it is a person who fills it in; nothing of Google's is loaded before you open the form.
        </p>
        <p>
          A live chat, where we have one, is another company's: it is loaded once you open it, and then sees the page
          and what you write, and may set cookies of its own. Where a payment of yours by card failed, the service that
          asks you for another card is loaded, sees the page, gets your number at our payment provider, and may set
          cookies of its own.
        </p>
        <h2>Your rights</h2>
        <p>
          On your profile you correct what we hold about you, take all of it along as a file, and delete your account.
          Orders, payments, receipts and certificates are kept for as long as tax law asks.
        </p>
      </>
    ),
  },
  "/license": {
    title: "License agreement",
    about: "What you may do with files from Backlot, what you may not, and how long a license lasts.",
    body: (
      <>
        <p>What you may do with the files that you download.</p>
        <h2>You may</h2>
        <p>
          Use them in any number of finished works, commercial or not, worldwide and without end: films, series,
          adverts, games, music videos, tests and reels. You may cut, grade, distort and combine them as you like.
        </p>
        <h2>You may not</h2>
        <p>
          Pass the files on as they are, alone or in a pack, or let people outside your license use them. You may not
          train generative models on them.
        </p>
        <h2>Who is covered</h2>
        <p>
          An Individual license covers one person. A Startup license covers the people who work for one company below
          its revenue limit. An Enterprise license covers the people who work for one company within its revenue band.
        </p>
        <h2>When your revenue grows</h2>
        <p>Move up to the license that fits at your next renewal. Works finished before stay covered.</p>
      </>
    ),
  },
  "/licenses": {
    title: "Licenses",
    about:
      "The licenses of Backlot for artists, startups and enterprises, by who works with the assets and their revenue.",
    body: (
      <>
        <p>The license follows who works with the assets and what they earn in a year.</p>
        <ul>
          {LICENSES.map(({ id, name, revenue }) => (
            <li key={id} className="tabular-nums flex justify-between gap-4 border-b border-border py-2.5">
              <span>{name}</span>
              <span className="text-muted-foreground">{revenue}</span>
            </li>
          ))}
        </ul>
        <p>Several people are never an Individual, whatever they earn.</p>
      </>
    ),
  },
};
