import { LIBRARIES } from "@backlot/domain/catalog/collection";
import type { SiteMenu } from "./site-menus.ts";
import { Fragment, type MouseEvent, type ReactNode, Suspense, useEffect, useState } from "react";
import { Link, NavLink, useLocation } from "react-router";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { asksForNewTab } from "#app/browser/new-tab.ts";
import { paths } from "#app/paths.ts";
import { useShopOrNull } from "#app/hooks/use-store.ts";
import type { PageTheme } from "#app/browser/theme.ts";
import type { AccountPanelMode } from "../accounts/account-toggle.tsx";
import { CartButton } from "../orders/cart-button.tsx";
import { AccountMenu, Credits, type HeaderUser } from "./header-account.tsx";
import { Logo } from "./logo.tsx";
import { ButtonLink } from "#ui/button.tsx";

const SearchPanel = lazyPart(() => import("../catalog/search-panel.tsx"));
const AccountPanel = lazyPart(() => import("../accounts/account-panel.tsx"));

const OWN_PAGES: readonly string[] = ["/sign-in", "/sign-up", paths.resetPassword];

/** Pages with their own primary action: home, pricing, products, and checkouts. Sign-up is secondary there. */
const HAS_PRIMARY = /^\/($|pricing|checkout|instant-purchase|(collections|3d|practice-footage)\/[^/]+\/?$)/;

const SHELVES = [LIBRARIES[0], LIBRARIES[2], LIBRARIES[1]].map(({ id, name }) => ({ to: paths.library(id), name }));

const MENU_LINK = "flex min-h-11 items-center rounded-md px-3 hover:bg-background";

function NavigationLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <li>
      <NavLink
        to={to}
        className={({ isActive }) =>
          `flex min-h-11 items-center rounded-md px-3 whitespace-nowrap hover:bg-card
            ${isActive ? "text-foreground" : "text-muted-foreground hover:text-foreground"}`
        }
      >
        {children}
      </NavLink>
    </li>
  );
}

function MenuLinks({ links }: Pick<SiteMenu, "links">) {
  return links.map(({ name, to }) => (
    <li key={name}>
      <Link to={to} className={MENU_LINK}>
        {name}
      </Link>
    </li>
  ));
}

/** A menu that opens below its title. */
function Menu({ title, links }: SiteMenu) {
  const id = `menu-${title.toLowerCase()}`;
  return (
    <li>
      <button
        type="button"
        popoverTarget={id}
        className="flex min-h-11 items-center gap-1.5 rounded-md px-3 text-muted-foreground hover:bg-card
          hover:text-foreground"
      >
        <span>{title}</span>
        <svg
          viewBox="0 0 24 24"
          className="size-4"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          aria-hidden="true"
        >
          <path d="m6 9 6 6 6-6" />
        </svg>
      </button>
      <ul id={id} popover="auto" className="menu-below w-56 rounded-lg border border-border bg-card p-2 shadow-panel">
        <MenuLinks links={links} />
      </ul>
    </li>
  );
}

/** The main navigation for wide screens. */
function WideNavigation({ menus }: { menus: readonly SiteMenu[] }) {
  return (
    <nav aria-label="Main" className="hidden xl:block">
      <ul className="flex">
        {SHELVES.map(({ to, name }) => (
          <NavigationLink key={to} to={to}>
            {name}
          </NavigationLink>
        ))}
        {menus.map((menu) => (
          <Menu key={menu.title} {...menu} />
        ))}
        <NavigationLink to={paths.pricing}>Pricing</NavigationLink>
      </ul>
    </nav>
  );
}

/** The main navigation for narrow screens, as a panel. Subscribers see "Upgrade" instead of "Pricing". */
function NarrowNavigation({ menus, subscriber }: { menus: readonly SiteMenu[]; subscriber: boolean }) {
  const pages = [...SHELVES, { to: paths.pricing, name: subscriber ? "Upgrade" : "Pricing" }];
  const groups = menus.map(({ title, links }) => ({
    title,
    // Omit pages that are already at the top of the panel.
    links: links.filter(({ to }) => !pages.some((page) => page.to === to)),
  }));
  return (
    <>
      <ul>
        {pages.map(({ to, name }) => (
          <li key={to}>
            <NavLink to={to} className={`${MENU_LINK} aria-[current]:font-semibold`}>
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
      {groups.map(({ title, links }) =>
        links.length === 0 ? null : (
          <Fragment key={title}>
            <h2 className="mt-3 px-3 text-sm font-medium tracking-normal text-muted-foreground">{title}</h2>
            <ul>
              <MenuLinks links={links} />
            </ul>
          </Fragment>
        ),
      )}
    </>
  );
}

/** The sign-in and sign-up links. They open panels over the page. Without JavaScript, they open separate pages. */
function WaysIn() {
  const { pathname, search } = useLocation();
  const [mode, setMode] = useState<AccountPanelMode | null>(null);
  const [wanted, setWanted] = useState(false);
  const opens = (panel: AccountPanelMode) => (event: MouseEvent<HTMLAnchorElement>) => {
    // Follow the link as usual if it opens a new tab, or if the page already has the form.
    if (asksForNewTab(event) || OWN_PAGES.includes(pathname)) return;
    event.preventDefault();
    setWanted(true);
    setMode(panel);
  };
  const here = OWN_PAGES.includes(pathname) ? undefined : `${pathname}${search}`;
  return (
    <>
      <Link
        to={paths.signIn(here)}
        onClick={opens("sign-in")}
        className="flex min-h-11 items-center rounded-md px-3 whitespace-nowrap hover:bg-card"
      >
        Sign In
      </Link>
      <ButtonLink
        to={paths.signUp(here)}
        onClick={opens("sign-up")}
        variant={HAS_PRIMARY.test(pathname) ? "secondary" : "primary"}
        className="max-sm:hidden"
      >
        Start Free Now
      </ButtonLink>
      {wanted ? (
        <Suspense>
          <AccountPanel mode={mode} onMode={setMode} onClose={() => setMode(null)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** An outline icon. Its button has the accessible name. */
function Line({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 24 24" className="size-6" fill="none" stroke="currentColor" strokeWidth="2" aria-hidden="true">
      {children}
    </svg>
  );
}

/** The search button. Without JavaScript it links to a listing, which has its own search field. */
function SearchButton() {
  const [open, setOpen] = useState(false);
  const [wanted, setWanted] = useState(false);
  return (
    <>
      <Link
        to={paths.collections}
        aria-label="Search"
        className="grid size-11 place-items-center rounded-md hover:bg-card"
        onClick={(event) => {
          if (asksForNewTab(event)) return;
          event.preventDefault();
          setWanted(true);
          setOpen(true);
        }}
      >
        <Line>
          <circle cx="10.5" cy="10.5" r="6.5" />
          <path d="m15.5 15.5 5 5" />
        </Line>
      </Link>
      {wanted ? (
        <Suspense>
          <SearchPanel open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/** The header of every page. */
export function Header({
  user,
  menus,
  theme,
}: {
  user: HeaderUser | null;
  menus: readonly SiteMenu[];
  theme: PageTheme;
}) {
  const { key, pathname, search } = useLocation();
  const shop = useShopOrNull();
  // A checkout has no links that lead away. Its own head shows how to get help.
  const isCheckout = /^\/checkout(\/\d+)?\/?$/.test(pathname);
  // Every navigation closes anything open over the page it leaves. Hydration doesn't close anything opened earlier.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has a new key
  useEffect(
    () => () => {
      for (const open of document.querySelectorAll<HTMLElement>("header :popover-open")) open.hidePopover();
    },
    [key],
  );
  return (
    <header className="sticky top-0 z-10 border-b border-border bg-background">
      <a
        href="#content"
        className="absolute top-2 left-2 z-20 -translate-y-20 rounded-md bg-accent px-4 py-2 text-on-accent
          focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="container-wide strip">
        <Link
          to={paths.home}
          className="mr-2 flex min-h-11 items-center gap-2 text-lg font-bold tracking-tight"
          aria-label={shop === null ? "Home" : `${shop.name}, home`}
        >
          <Logo />
        </Link>
        {isCheckout ? null : <WideNavigation menus={menus} />}
        {/* The icon buttons are touch-sized, so phones get no gap between them. */}
        <div className={isCheckout ? "hidden" : "strip sm:gap-2"}>
          <SearchButton />
          <CartButton />
          {user === null ? (
            <WaysIn />
          ) : (
            <>
              <Credits user={user} />
              <AccountMenu user={user} theme={theme} />
            </>
          )}
          <button
            type="button"
            popoverTarget="main-menu"
            aria-label="Menu"
            className="grid size-11 place-items-center rounded-md hover:bg-card xl:hidden"
          >
            <Line>
              <path d="M4 7h16M4 12h16M4 17h16" />
            </Line>
          </button>
          <nav
            id="main-menu"
            popover="auto"
            aria-label="Menu"
            className="menu-panel w-72 rounded-lg border border-border bg-card p-2 text-foreground shadow-panel"
          >
            <NarrowNavigation menus={menus} subscriber={user !== null && user.plan !== null && !user.isMember} />
            {user === null ? (
              <ButtonLink
                to={paths.signUp(OWN_PAGES.includes(pathname) ? undefined : `${pathname}${search}`)}
                className="mt-2 w-full"
              >
                Start Free Now
              </ButtonLink>
            ) : null}
          </nav>
        </div>
      </div>
    </header>
  );
}
