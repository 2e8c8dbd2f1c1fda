import type { SiteMenu } from "#app/screens/site-menus.ts";
import { type ReactNode, Suspense, useId, useState } from "react";
import { Form, Link, useLocation } from "react-router";
import { lazyPart } from "#app/lazy-part.tsx";
import { paths } from "#app/paths.ts";
import type { PageTheme } from "#app/theme.ts";
import { useTheme } from "#app/use-theme.ts";
import { Button } from "#ui/button.tsx";
import type { CaptchaSettings } from "../accounts/captcha.tsx";
import { Recording } from "../engagement/recording.tsx";

const NewsletterForm = lazyPart(() => import("../engagement/newsletter-form.tsx"));

const Chat = lazyPart(() => import("./chat.tsx"));

/** A third-party feature in the footer. Nothing loads before the user opens it. */
function Offer({ title, text, open, children }: { title: string; text: string; open: string; children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <section className="container-page mt-10" aria-labelledby={id}>
      <h2 id={id} className="text-lg">
        {title}
      </h2>
      <p className="measure mt-1 mb-4 text-muted-foreground">{text}</p>
      {isOpen ? (
        children
      ) : (
        <Button type="button" variant="secondary" onClick={() => setOpen(true)}>
          {open}
        </Button>
      )}
    </section>
  );
}

/** The footer of every page. */
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
  const seen = useTheme(theme);
  const { pathname, search } = useLocation();
  return (
    <footer className="mt-auto border-t border-border pt-10 pb-8">
      <div className="container-page grid grid-cols-2 gap-8 sm:grid-cols-3 lg:grid-cols-6">
        {menus.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2 className="text-sm font-medium tracking-normal text-muted-foreground">{title}</h2>
            <ul className="mt-2">
              {links.map(({ to, name }) => (
                <li key={name}>
                  <Link to={to} className="inline-flex min-h-9 items-center hover:underline">
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      {newsletter === null ? null : (
        <Offer title="Newsletter" text="New elements, plates, and models in your inbox." open="Get the newsletter">
          <Suspense fallback={<div className="h-96" role="status" aria-label="Loading the form" />}>
            <NewsletterForm captcha={newsletter} />
          </Suspense>
        </Offer>
      )}
      {chat === null ? null : (
        <Offer
          title="Live chat"
          text="Chat with support. Our chat provider loads only when you open it."
          open="Open the chat"
        >
          <Suspense>
            <Chat {...chat} />
          </Suspense>
        </Offer>
      )}
      {records ? <Recording /> : null}
      <div
        className="container-page mt-8 flex flex-wrap items-center justify-between gap-x-6 text-sm
          text-muted-foreground"
      >
        <p>© Backlot. Made for people who finish shots.</p>
        <Form method="post" action={paths.theme} preventScrollReset>
          <input type="hidden" name="next" value={pathname + search} />
          <input type="hidden" name="theme" value={seen === "dark" ? "light" : "dark"} />
          <button type="submit" className="inline-flex min-h-9 items-center hover:underline">
            {seen === "dark" ? "Light theme" : "Dark theme"}
          </button>
        </Form>
      </div>
    </footer>
  );
}
