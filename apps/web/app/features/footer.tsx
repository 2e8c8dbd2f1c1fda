import type { SiteMenu } from "@backlot/domain/screens/site-menus";
import { type ComponentType, Suspense, lazy, useState } from "react";
import { Form, Link, useLocation } from "react-router";
import { paths } from "#app/paths.ts";
import { Button } from "#ui/button.tsx";
import type { CaptchaSettings } from "./captcha.tsx";
import { Recording } from "./recording/recording.tsx";

/** What stands in the form's place where it can't be loaded: the page around it stays. */
const Unavailable = () => <p className="text-danger">The form can't be loaded. Load the page again.</p>;

const NewsletterForm = lazy(
  (): Promise<{ default: ComponentType<{ captcha: CaptchaSettings }> }> =>
    import("./newsletter-form.tsx").catch(() => ({ default: Unavailable })),
);

/** The way to the newsletter. Its form, and the captcha of another site, come once they are asked for. (NWS-01) */
function Newsletter({ captcha }: { captcha: CaptchaSettings }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className="container-page mt-10" aria-labelledby="newsletter">
      <h2 id="newsletter" className="text-lg">
        Newsletter
      </h2>
      <p className="measure mt-1 mb-4 text-muted-foreground">New elements, plates and models by mail.</p>
      {isOpen ? (
        <Suspense fallback={<div className="h-96" role="status" aria-label="Loading the form" />}>
          <NewsletterForm captcha={captcha} />
        </Suspense>
      ) : (
        <Button type="button" variant="secondary" onClick={() => setOpen(true)}>
          Get the newsletter
        </Button>
      )}
    </section>
  );
}

const Chat = lazy(() => import("./chat.tsx"));

/** The foot of every page. */
export function Footer({
  theme,
  menus,
  newsletter,
  chat,
  records,
}: {
  theme: "dark" | "light";
  menus: readonly SiteMenu[];
  newsletter: CaptchaSettings | null;
  /** The live chat's script. (SHL-08) */
  chat: { readonly scriptUrl: string } | null;
  /** Whether the store records visits of who allows it. (ANL-01) */
  records: boolean;
}) {
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
      {newsletter === null ? null : <Newsletter captcha={newsletter} />}
      {chat === null ? null : (
        <Suspense>
          <Chat {...chat} />
        </Suspense>
      )}
      {records ? <Recording /> : null}
      <div
        className="container-page mt-8 flex flex-wrap items-center justify-between gap-x-6 text-sm
          text-muted-foreground"
      >
        <p>© Backlot. Made for people who finish shots.</p>
        <Form method="post" action={paths.theme} preventScrollReset>
          <input type="hidden" name="next" value={pathname + search} />
          <input type="hidden" name="theme" value={theme === "dark" ? "light" : "dark"} />
          <button type="submit" className="inline-flex min-h-9 items-center hover:underline">
            {theme === "dark" ? "Light theme" : "Dark theme"}
          </button>
        </Form>
      </div>
    </footer>
  );
}
