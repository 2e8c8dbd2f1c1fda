import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { CREDITS_PURCHASED } from "#app/credits-purchased.ts";
import { useFlashParams } from "#app/use-flash-params.ts";
import { Alert } from "#ui/alert.tsx";

const PAYPAL_NAMES = ["from_paypal", "purchased_credits"] as const;

/**
 * Says that the credits are there which were bought for an item, and makes the page forget that
 * it said so. (CRD-05, CRD-11)
 */
export default function PurchasedCredits({ text }: { text: string }) {
  useFlashParams(text, PAYPAL_NAMES);
  const { state, pathname, search } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    // Said once: the browser keeps the state of a page, and would say it again when it is loaded again. A redirect has
    // a state too, of the router's own: loading the page again for that would close what is open over it.
    if (!(CREDITS_PURCHASED in Object(state))) return;
    void navigate(`${pathname}${search}`, { replace: true, state: null, preventScrollReset: true });
  }, [state, pathname, search, navigate]);
  return (
    <div className="mb-4">
      <Alert variant="success">{text}</Alert>
    </div>
  );
}
