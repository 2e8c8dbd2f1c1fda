import type { SiteMenu } from "./site-menus.ts";
import { Suspense, useState } from "react";
import { Link, useLocation } from "react-router";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { paths } from "#app/paths.ts";
import { useShopOrNull } from "#app/hooks/use-store.ts";
import { footerParts } from "./footer-parts.ts";
import type { PageTheme } from "#app/browser/theme.ts";
import type { CaptchaSettings } from "../accounts/captcha.tsx";
import { NewsletterForm } from "../engagement/newsletter-form.tsx";
import { Recording } from "../engagement/recording.tsx";
import { ThemeButton } from "./theme-button.tsx";

const Chat = lazyPart(() => import("./chat.tsx"));

const CONTROL = "inline-flex min-h-9 items-center hover:underline";

/** The live chat's button. Its provider's script loads only on request. */
function OpenChat({ chat }: { chat: { readonly scriptUrl: string } }) {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <Suspense>
      <Chat {...chat} />
    </Suspense>
  ) : (
    <button type="button" className={CONTROL} onClick={() => setOpen(true)}>
      Open the chat
    </button>
  );
}

/** The footer of every page. Pages with their own form show the footer without the newsletter form. */
export function Footer({
  theme,
  menus,
  newsletter,
  chat,
  records,
}: {
  theme: PageTheme;
  menus: readonly SiteMenu[];
  newsletter: CaptchaSettings | null;
  /** The live chat's script, or null if there is no chat. */
  chat: { readonly scriptUrl: string } | null;
  /** Whether the store records visits of users who consent. */
  records: boolean;
}) {
  const shop = useShopOrNull();
  const { pathname } = useLocation();
  const shown = footerParts(pathname);
  return (
    <footer className="mt-auto border-t border-border pt-6 pb-6">
      {!shown.menus ? null : (
        <div
          className={`container-wide mb-8 grid gap-x-8 gap-y-10 pt-4
            ${newsletter === null || !shown.newsletter ? "" : "xl:grid-cols-[minmax(0,1fr)_19rem]"}`}
        >
          <div className="grid grid-cols-2 content-start gap-x-6 gap-y-8 sm:grid-cols-3 lg:grid-cols-6">
            {menus.map(({ title, links }) => (
              <nav key={title} aria-label={title}>
                <h2 className="text-sm font-medium tracking-normal text-muted-foreground">{title}</h2>
                <ul className="mt-2 text-sm">
                  {links.map(({ to, name }) => (
                    <li key={name}>
                      <Link to={to} className={CONTROL}>
                        {name}
                      </Link>
                    </li>
                  ))}
                </ul>
              </nav>
            ))}
          </div>
          {newsletter === null || !shown.newsletter ? null : (
            <section aria-labelledby="newsletter-title" className="max-w-form">
              <h2 id="newsletter-title" className="text-sm font-medium tracking-normal text-muted-foreground">
                Newsletter
              </h2>
              <p className="mt-2 mb-3 text-sm">New elements, plates, and models in your inbox.</p>
              <NewsletterForm captcha={newsletter} />
            </section>
          )}
        </div>
      )}
      <div className="container-wide flex flex-wrap items-center gap-x-6 text-sm text-muted-foreground">
        <p className="mr-auto">{shop === null ? "" : `© ${shop.name}. ${shop.slogan}`}</p>
        {shown.menus
          ? null
          : [
              { name: "Terms of service", to: paths.terms },
              { name: "Privacy policy", to: paths.privacy },
            ].map(({ name, to }) => (
              <Link key={name} to={to} className={CONTROL}>
                {name}
              </Link>
            ))}
        {chat === null ? null : <OpenChat chat={chat} />}
        {records ? <Recording /> : null}
        <ThemeButton theme={theme} className={CONTROL} />
      </div>
    </footer>
  );
}
