import { accountMenu } from "#features/site/account-menu.ts";
import { accountCreditText } from "@backlot/domain/accounts/account-credit-texts";
import { accentColors } from "@backlot/domain/kernel/accent";
import { TEST_STORE_TEXT } from "@backlot/domain/kernel/test-store";
import { balanceText } from "@backlot/domain/credits/credits";
import { creditsIndicator } from "#features/site/credits-indicator.ts";
import { errorPage } from "#features/site/error-page.ts";
import { planChoiceError } from "@backlot/domain/checkout/plan-choice";
import { overduePayer } from "@backlot/domain/plan-changes/running-plan";
import { payerOf } from "@backlot/domain/pricing/payer";
import { type CSSProperties, type ReactNode, Suspense, useEffect, useRef, useState, useContext } from "react";
import { Nothing, lazyPart } from "#app/browser/lazy-part.tsx";
import {
  Links,
  Meta,
  Outlet,
  ScrollRestoration,
  isRouteErrorResponse,
  useLocation,
  useRouteLoaderData,
} from "react-router";
import { readCart } from "#features/orders/cart.server.ts";
import { creditSeekerOf } from "#features/checkout/credit-seeker.server.ts";
import { recoveredPayment } from "#features/subscriptions/recovered-payment.server.ts";
import { getPage, getUser, isTeamMember, mayBuyCredits, readSettings } from "#app/server/store.server.ts";
import { FailedRequest } from "#app/server/request-id.ts";
import { paths } from "#app/paths.ts";
import { CART_COOKIE } from "#features/orders/cart-token.ts";
import { titleOf } from "#ui/page-title.ts";
import { accountLinks, siteMenus } from "#features/site/site-menus.server.ts";
import { setPageAccount } from "#app/browser/connection.ts";
import { LateScripts } from "#app/browser/late-scripts.tsx";
import { keepStored } from "#app/browser/storage.ts";
import { type PageTheme, themeOf } from "#app/browser/theme.ts";
import { useCookiesBlocked } from "#app/hooks/use-cookies-blocked.ts";
import { CartProvider } from "#features/orders/cart-button.tsx";
import { ChangePlanOverPage } from "#features/checkout/change-plan-opener.tsx";
import { BuyCreditsOverPage } from "#features/checkout/buy-credits-opener.tsx";
import { ConnectionNotice } from "#ui/connection-notice.tsx";
import { Footer } from "#features/site/footer.tsx";
import { confirmingAccount } from "#features/accounts/confirming-account.server.ts";
import { DueConfirmation } from "#features/accounts/due-confirmation.tsx";
import { Header } from "#features/site/header.tsx";
import type { Greeted } from "#features/site/welcome.tsx";
import { SignedOut } from "#features/accounts/signed-out.tsx";
import { saleBanner, saleFor } from "@backlot/domain/pricing/sale";
import { NotificationBar } from "#features/engagement/notification-bar.tsx";
import { StoreContext } from "#app/hooks/use-store.ts";
import { SaleBanner, SaleContext } from "#features/pricing/sale.tsx";
import { Announcements } from "#ui/announcement.tsx";
import { ButtonLink } from "#ui/button.tsx";
import type { Route } from "./+types/root";
import latin from "@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2?url";
import stylesheet from "./app.css?url";

/** Preloads the font, because `font-display: optional` uses it only if it arrives before the first text. */
export const links: Route.LinksFunction = () => [
  { rel: "preload", href: latin, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
];

export async function loader({ context, request, url }: Route.LoaderArgs) {
  const { shop } = getPage(context);
  const [user, settings] = await Promise.all([getUser(context), readSettings(context, url)]);
  const payer = user === null ? null : overduePayer(user.subscription, { isMember: isTeamMember(user) });
  const overdue = payer === null ? null : payerOf(payer).asks;
  const sale = saleFor(settings.sale, { hasPlan: user !== null && user.subscription !== null });
  const { contact, ...look } = settings.shop;
  return {
    notifications: settings.notifications,
    prices: settings.prices,
    shop: look,
    accent: accentStyle(look.accent),
    sale: sale === null ? null : { terms: sale, text: saleBanner(sale) },
    cart: await readCart(context, request),
    theme: themeOf(request.headers.get("cookie")),
    testStore: shop.isTestStore ? TEST_STORE_TEXT : null,
    menus: siteMenus(contact, settings.articles),
    newsletter: shop.newsletter,
    chat: shop.chat,
    recovered: user !== null && overdue === "card" ? recoveredPayment(user, shop) : null,
    records: shop.analytics,
    confirming: user?.should_see_confirm_license ? confirmingAccount(user) : null,
    user:
      user === null
        ? null
        : {
            id: user.id,
            first_name: user.first_name,
            email: user.email,
            credits: user.current_credit_balance,
            balance: balanceText(user.current_credit_balance, user.legacy_current_credit_balance),
            accountCredit: user.account_credit === 0 ? null : accountCreditText(user.account_credit),
            plan: user.subscription?.plan_variant.plan.name ?? null,
            confirmed_at: user.confirmed_at,
            isMember: isTeamMember(user),
            menu: accountLinks(
              accountMenu({
                subscription: user.subscription === null ? null : { license_id: user.subscription.license.id },
                should_see_manage_subscription: user.should_see_manage_subscription,
              }),
              contact,
            ),
            indicator:
              user.subscription === null
                ? null
                : creditsIndicator(user.subscription, {
                    isMember: isTeamMember(user),
                    balance: user,
                  }),
            buysCredits: mayBuyCredits(user),
            changesPlan: user.subscription !== null && planChoiceError(creditSeekerOf(user)) === null,
            overdue,
          },
  };
}

/** Returns the store's own colors as style properties for `tokens.css`. */
const accentStyle = (accent: string | null | undefined): CSSProperties | undefined => {
  if (accent == null) return undefined;
  const { light, dark } = accentColors(accent);
  return {
    "--own-accent": accent,
    "--own-strong": light.strong,
    "--own-on": light.on,
    "--own-ring-light": light.ring,
    "--own-ring-dark": dark.ring,
    // The default check mark is dark.
    ...(light.on === "#ffffff" ? { "--own-check": 'url("/check-light.svg")' } : {}),
  } as CSSProperties;
};

const LIGHT_COLOR = "#faf9f7";
const DARK_COLOR = "#121214";

const PaymentRecovery = lazyPart(() => import("#features/subscriptions/payment-recovery.tsx"), Nothing);
const Welcome = lazyPart(() => import("#features/site/welcome.tsx"), Nothing);

/** Loads the greeting when the URL has a `welcome` parameter. */
function Greeting({ user }: { user: Greeted | null }) {
  const { search } = useLocation();
  const [wanted, setWanted] = useState(false);
  const hasWelcome = search.includes("welcome=");
  useEffect(() => {
    if (hasWelcome) setWanted(true);
  }, [hasWelcome]);
  return wanted ? (
    <Suspense>
      <Welcome user={user} />
    </Suspense>
  ) : null;
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData === undefined
    ? []
    : [{ title: loaderData.shop.title }, { name: "description", content: loaderData.shop.description }];

/** The colors of the browser's toolbars. */
function ThemeColors({ theme }: { theme: PageTheme }) {
  if (theme !== "system") return <meta name="theme-color" content={theme === "light" ? LIGHT_COLOR : DARK_COLOR} />;
  return (
    <>
      <meta name="theme-color" media="(prefers-color-scheme: light)" content={LIGHT_COLOR} />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content={DARK_COLOR} />
    </>
  );
}

export function Layout({ children }: { children: ReactNode }) {
  const around = useRouteLoaderData<typeof loader>("root");
  return (
    <html lang="en" data-theme={around?.theme ?? "system"} style={around?.accent}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <ThemeColors theme={around?.theme ?? "system"} />
        <link rel="icon" href={around?.shop.logos.icon ?? "/favicon.svg"} />
        <Meta />
        {/* With a precedence, React sends the styles first, so that the scripts don't delay the first paint. */}
        <link rel="stylesheet" href={stylesheet} precedence="default" />
        <Links />
      </head>
      <body>
        <StoreContext value={around ?? null}>
          <SaleContext value={around?.sale?.terms ?? null}>
            <CartProvider cart={around?.cart ?? null}>
              <Header
                user={around?.user ?? null}
                menus={around?.menus.header ?? []}
                theme={around?.theme ?? "system"}
              />
              {around?.testStore == null ? null : (
                <aside aria-label="Test store" className="bar bg-danger-ground text-danger">
                  {around.testStore}
                </aside>
              )}
              {around?.notifications.map((each) => (
                <NotificationBar key={each.notification_type} {...each} />
              ))}
              <CookiesBlocked isSignedIn={around?.user != null} />
              {around?.sale == null ? null : <SaleBanner text={around.sale.text} />}
              {around?.user?.overdue ? (
                <aside aria-label="Payment" className="bar bg-danger-ground text-danger">
                  Your last payment didn't go through.{" "}
                  <a href={paths.subscription}>
                    {around.user.overdue === "card" ? "Pay with another card" : "See next steps"}
                  </a>
                </aside>
              ) : null}
              <main id="content" tabIndex={-1} className="pb-16 focus:outline-none">
                <SignedOut />
                <BuyCreditsOverPage />
                <ChangePlanOverPage />
                {around?.recovered ? (
                  <Suspense>
                    <PaymentRecovery recovered={around.recovered} />
                  </Suspense>
                ) : null}
                <Greeting user={around?.user ?? null} />
                {around?.confirming ? <DueConfirmation account={around.confirming} /> : null}
                {children}
              </main>
              {/* A modal dialog shows its own notice. */}
              <div className="[body:has(dialog:modal)_&]:hidden">
                <ConnectionNotice />
              </div>
              <Footer
                theme={around?.theme ?? "system"}
                menus={around?.menus.footer ?? []}
                newsletter={around?.newsletter ?? null}
                chat={around?.chat ?? null}
                records={around?.records ?? false}
              />
              <Announcements />
            </CartProvider>
          </SaleContext>
        </StoreContext>
        <ScrollRestoration />
        <LateScripts />
      </body>
    </html>
  );
}

/**
 * Tells visitors that their browser blocks cookies. Works without scripts right after a sign-up or sign-in, because the
 * URL still requests the greeting.
 */
function CookiesBlocked({ isSignedIn }: { isSignedIn: boolean }) {
  const { search } = useLocation();
  const blocked = useCookiesBlocked();
  const isForgotten = !isSignedIn && new URLSearchParams(search).has("welcome");
  return blocked || isForgotten ? (
    <p role="alert" className="bar bg-danger-ground text-danger">
      Your browser is blocking cookies. To use the cart and your account, allow cookies for this site.
    </p>
  ) : null;
}

/** Moves the focus to the content after a navigation, for keyboards and screen readers. */
const useFocusOnNavigation = (): void => {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname) document.getElementById("content")?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);
};

/** Copies the cart's token to local storage for other scripts of the store. */
const useStoredToken = (token: string | undefined): void =>
  useEffect(() => {
    if (token !== undefined) keepStored("localStorage", CART_COOKIE, token);
  }, [token]);

export default function Root({ loaderData: { cart, user } }: Route.ComponentProps) {
  useStoredToken(cart?.token);
  const account = user?.id ?? null;
  useEffect(() => setPageAccount(account), [account]);
  useFocusOnNavigation();
  return <Outlet />;
}

/** Error details from the URL. They are untrusted, so they are shown as a quote and as plain text. */
function ErrorDetails({ data }: { data: unknown }) {
  const [status, details] = ["error_status", "error_data"].map((name) => Reflect.get(Object(data), name));
  const words = [status, details].filter((each) => typeof each === "string" && each !== "").join(": ");
  if (words === "") return null;
  return (
    <p className="measure mt-3 text-sm [overflow-wrap:anywhere] text-muted-foreground">
      The link says: <q>{words}</q>
    </p>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500;
  const answered: unknown = isRouteErrorResponse(error) ? error.data : null;
  const errorMessage = (answered as { readonly message?: unknown } | null)?.message;
  const { title, text, leadsTo } = errorPage(status, typeof errorMessage === "string" ? errorMessage : "");
  return (
    <div className="container-page pt-20">
      <title>{titleOf(status === 404 ? "Page not found" : title, useContext(StoreContext)?.shop.name ?? null)}</title>
      <p className="tabular-nums text-muted-foreground">{status}</p>
      <h1 className="mt-1 text-2xl">{title}</h1>
      <p className="measure mt-3 text-muted-foreground">{text}</p>
      <ErrorDetails data={answered} />
      {/* The request's id, which identifies its lines in the log. Only the server knows the id. */}
      <p
        className="mt-3 text-muted-foreground"
        suppressHydrationWarning
        // biome-ignore lint/security/noDangerouslySetInnerHtml: hydration keeps the server's HTML
        dangerouslySetInnerHTML={{ __html: useContext(FailedRequest) }}
      />
      <div className="mt-6">
        {leadsTo === "home" ? (
          <ButtonLink to={paths.home}>Back to the library</ButtonLink>
        ) : (
          <ButtonLink to={paths.signIn()}>Sign in</ButtonLink>
        )}
      </div>
    </div>
  );
}
