import { loginNotice, welcomeText } from "@backlot/domain/accounts/account";
import { message } from "@backlot/domain/message-catalog";
import { useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { paths } from "#app/paths.ts";
import { Toast } from "#ui/toast.tsx";

/** The user to greet. */
export interface Greeted {
  readonly first_name: string;
  readonly confirmed_at: string | null;
}

/** Greets a user who just signed in or up, and reminds them to confirm their email address. */
export default function Welcome({ user }: { user: Greeted | null }) {
  const { pathname, search, hash } = useLocation();
  const welcomeKind = new URLSearchParams(search).get("welcome");
  const [greeting, setGreeting] = useState<{ readonly at: string; readonly text: string } | null>(null);
  useEffect(() => {
    if (welcomeKind === null) return;
    const rest = new URLSearchParams(search);
    rest.delete("welcome");
    if (user !== null) setGreeting({ at: pathname, text: welcomeText(welcomeKind === "back" ? user : null) });
    // Don't use the router, which would interrupt the user, for example by closing an open menu.
    window.history.replaceState(window.history.state, "", `${pathname}${rest.size === 0 ? "" : `?${rest}`}${hash}`);
  }, [welcomeKind, search, pathname, hash, user]);
  if (user === null || greeting === null || greeting.at !== pathname) return null;
  const notice = loginNotice(user);
  return (
    <Toast>
      <span>{greeting.text}</span>
      {notice === null ? null : (
        <>
          <span>{`. ${message(notice)}`}</span>{" "}
          <Link className="underline" to={paths.confirmation}>
            Confirm now
          </Link>
        </>
      )}
    </Toast>
  );
}
