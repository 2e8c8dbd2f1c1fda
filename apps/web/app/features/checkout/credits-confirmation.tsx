import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { CREDITS_PURCHASED } from "./credits-confirmation-key.ts";
import { useFlashParams } from "#app/hooks/use-flash-params.ts";
import { Alert } from "#ui/alert.tsx";

const PURCHASED_NAMES = ["from_paypal", "purchased_credits"] as const;

/** Confirms that credits for an item were bought, then clears the message from the page's state. */
export default function CreditsConfirmation({ text }: { text: string }) {
  useFlashParams(text, PURCHASED_NAMES);
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    // Clear the message, or a reload would show it again. Ignore other state, because redirects set some of the
    // router's own state, and a navigation for that state would close open dialogs.
    if (!(CREDITS_PURCHASED in Object(state))) return;
    void navigate(`${pathname}${search}`, { replace: true, state: null, preventScrollReset: true });
  }, [state, pathname, search, navigate]);
  return (
    <div className="mb-4">
      <Alert variant="success">{text}</Alert>
    </div>
  );
}
