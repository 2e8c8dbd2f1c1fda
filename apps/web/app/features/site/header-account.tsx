import { creditsText } from "@backlot/domain/credits/credits";
import { initial } from "@backlot/domain/kernel/characters";
import type { CreditsIndicator } from "./credits-indicator.ts";
import type { SiteLink } from "./site-menus.ts";
import { Fragment } from "react";
import { Form, Link } from "react-router";
import { useChangePlanOpener } from "#features/checkout/dialog-request.ts";
import { paths } from "#app/paths.ts";
import type { PageTheme } from "#app/browser/theme.ts";
import { useCreditsOpener } from "../checkout/buy-credits-opener.tsx";
import { ThemeButton } from "./theme-button.tsx";

/** Account data that the header shows. */
export interface HeaderUser {
  readonly first_name: string;
  readonly email: string;
  readonly credits: number;
  /** The credit balance as text, including legacy credits. */
  readonly balance: string;
  /** The account credit as text, or null if there is none. */
  readonly accountCredit: string | null;
  readonly plan: string | null;
  /** The links of the account menu. */
  readonly menu: readonly SiteLink[];
  /** Whether the user is a member of someone else's team. */
  readonly isMember: boolean;
  readonly buysCredits: boolean;
  /** Whether the user has a plan and may change it. */
  readonly changesPlan: boolean;
  /** The credits indicator of a subscriber; null without a plan. */
  readonly indicator: CreditsIndicator | null;
}

const ITEM = "flex min-h-11 items-center rounded-md px-3 hover:bg-background";

function BuyCreditsLink() {
  return (
    <Link to={paths.credits} onClick={useCreditsOpener()} className={ITEM}>
      Buy credits
    </Link>
  );
}

function ChangePlanLink() {
  return (
    <Link to={paths.changePlan()} onClick={useChangePlanOpener()} className={ITEM}>
      Change plan
    </Link>
  );
}

const PILL =
  "mr-1 tabular-nums rounded-full border border-border px-2 py-1.5 text-sm whitespace-nowrap sm:mr-0 sm:px-3";

/** The credit balance. It opens a panel about the next credits or, without a plan, about ways to get credits. */
export function Credits({ user: { credits, indicator, buysCredits } }: { user: HeaderUser }) {
  const onCredits = useCreditsOpener();
  if (indicator === null)
    return (
      <Link
        to={paths.credits}
        onClick={onCredits}
        className={`${PILL} flex min-h-11 items-center hover:border-input hover:bg-card sm:min-h-0`}
        data-testid="credits"
      >
        <span>{creditsText(credits)}</span>
        <span className="sr-only">. Get more</span>
      </Link>
    );
  return (
    <>
      <button
        type="button"
        popoverTarget="credits-panel"
        className={`${PILL} min-h-11 hover:border-input hover:bg-card sm:min-h-0`}
        data-testid="credits"
      >
        {indicator.badge}
      </button>
      <div
        id="credits-panel"
        popover="auto"
        role="dialog"
        aria-label="Your credits"
        className="menu-panel w-72 rounded-lg border border-border bg-card p-2 text-foreground shadow-panel"
      >
        <dl className="px-3 py-2">
          {indicator.rows.map(({ name, value }) => (
            <div key={name} className="py-1.5">
              <dt className="text-sm text-muted-foreground">{name}</dt>
              <dd className="tabular-nums">{value}</dd>
            </div>
          ))}
        </dl>
        <Link to={paths.subscription} className={ITEM}>
          Your subscription
        </Link>
        {buysCredits ? <BuyCreditsLink /> : null}
      </div>
    </>
  );
}

/** The account menu. Its button shows the user's initial. */
export function AccountMenu({ user, theme }: { user: HeaderUser; theme: PageTheme }) {
  return (
    <>
      <button
        type="button"
        popoverTarget="account-menu"
        className="grid size-11 place-items-center rounded-full border border-input font-semibold hover:bg-card"
        aria-label={`${user.first_name}'s account`}
      >
        {initial(user.first_name)}
      </button>
      <div
        id="account-menu"
        popover="auto"
        className="menu-panel w-72 rounded-lg border border-border bg-card p-2 text-foreground shadow-panel"
      >
        <div className="px-3 py-2">
          <p className="font-medium">{user.first_name}</p>
          <p className="truncate text-sm text-muted-foreground">{user.email}</p>
          <p className="tabular-nums mt-2 text-sm text-muted-foreground">
            <span>{`${user.plan ?? "Free plan"} · ${user.balance}`}</span>
            {user.accountCredit === null ? null : <span>{` · ${user.accountCredit}`}</span>}
          </p>
        </div>
        {user.menu.map(({ name, to }) => (
          <Fragment key={name}>
            {name === "Order History" && user.changesPlan ? <ChangePlanLink /> : null}
            {name === "Order History" && user.buysCredits ? <BuyCreditsLink /> : null}
            <Link to={to} className={ITEM}>
              {name}
            </Link>
          </Fragment>
        ))}
        <ThemeButton theme={theme} className={`${ITEM} w-full`} />
        <Form method="post" action={paths.signOut}>
          <button type="submit" className={`${ITEM} w-full`}>
            Logout
          </button>
        </Form>
      </div>
    </>
  );
}
