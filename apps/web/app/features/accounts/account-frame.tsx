import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { NavLink, useLocation, useRouteLoaderData } from "react-router";
import { paths } from "#app/paths.ts";

const PAGES = [
  { to: paths.profile, name: "Profile" },
  { to: paths.wishlists(), name: "Wishlists" },
  { to: paths.downloads(), name: "Downloads" },
  { to: paths.subscription, name: "Subscription" },
  { to: paths.orders(), name: "Order History" },
  { to: paths.team, name: "Team" },
  { to: paths.paymentMethods, name: "Payment Methods" },
  { to: paths.security, name: "Sign-in & Security" },
] as const;

/** The layout of an account page: heading and navigation. */
export function AccountFrame({
  title,
  ref,
  children,
}: {
  title: string;
  /** The element to focus when the page changes in place. */
  ref?: Ref<HTMLDivElement>;
  children: ReactNode;
}) {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const isMember = useRouteLoaderData<{ user: { isMember: boolean } | null }>("root")?.user?.isMember ?? false;
  // Team members have no payment methods of their own.
  const pages = PAGES.filter(({ to }) => !isMember || to !== paths.paymentMethods);
  // On a phone, the navigation scrolls horizontally. Center the current page's link without scrolling the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current link changes with the path
  useEffect(() => {
    const strip = nav.current;
    const currentLink = strip?.querySelector<HTMLElement>('[aria-current="page"]');
    if (strip == null || currentLink == null) return;
    const { left, width } = currentLink.getBoundingClientRect();
    strip.scrollLeft += left + width / 2 - strip.getBoundingClientRect().left - strip.clientWidth / 2;
  }, [pathname]);
  return (
    <div className="container-page grid items-start gap-x-12 gap-y-6 pt-10 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav ref={nav} aria-label="Account" className="max-lg:-mx-4 max-lg:overflow-x-auto max-lg:px-4 lg:pt-1">
        <ul className="flex gap-1 max-lg:w-max lg:flex-col">
          {pages.map(({ to, name }) => (
            <li key={to}>
              <NavLink
                to={to}
                className={({ isActive }) =>
                  `flex min-h-11 items-center rounded-md px-3 whitespace-nowrap hover:bg-card
                    ${isActive ? "bg-card font-semibold" : "text-muted-foreground hover:text-foreground"}`
                }
              >
                {name}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div ref={ref} tabIndex={-1} className="min-w-0 focus:outline-none">
        <h1 className="mb-6 text-2xl">{title}</h1>
        {children}
      </div>
    </div>
  );
}

export function AccountSection({ title, children }: { title: string; children: ReactNode }) {
  const id = title.toLowerCase().replace(/[^a-z]+/g, "-");
  return (
    <section aria-labelledby={id} className="mb-6 max-w-2xl rounded-lg border border-border bg-card p-5 sm:p-6">
      <h2 id={id} className="mb-4 text-lg">
        {title}
      </h2>
      {children}
    </section>
  );
}
