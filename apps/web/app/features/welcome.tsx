import { loginNotice, welcomeText } from "@backlot/domain/accounts/account";
import { message } from "@backlot/domain/message-catalog";
import { useEffect, useState } from "react";
import { Link, useLocation, useNavigate, useNavigation } from "react-router";
import { paths } from "#app/paths.ts";
import { Toast } from "#ui/toast.tsx";

/** Whom a page greets. */
export interface Greeted {
  readonly first_name: string;
  readonly confirmed_at: string | null;
}

/** Greets who has just entered, on the page that they entered to; an unconfirmed account is reminded. (ACC-03) */
export default function Welcome({ user }: { user: Greeted | null }) {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const said = new URLSearchParams(search).get("welcome");
  const [greeting, setGreeting] = useState<{ readonly at: string; readonly text: string } | null>(null);
  const { state } = useNavigation();
  useEffect(() => {
    // Somebody who has gone on meanwhile is not held back for a cleaner address.
    if (said === null || state !== "idle") return;
    const rest = new URLSearchParams(search);
    rest.delete("welcome");
    if (user !== null) setGreeting({ at: pathname, text: welcomeText(said === "back" ? user : null) });
    void navigate(
      { pathname, search: rest.toString(), hash },
      {
        replace: true,
        preventScrollReset: true,
        defaultShouldRevalidate: false,
      },
    );
  }, [said, state, search, pathname, hash, navigate, user]);
  if (user === null || greeting === null || greeting.at !== pathname) return null;
  const notice = loginNotice(user);
  return (
    <Toast>
      {greeting.text}
      {notice === null ? null : (
        <>
          . {message(notice)}{" "}
          <Link className="underline" to={paths.confirmation}>
            Confirm it
          </Link>
        </>
      )}
    </Toast>
  );
}
