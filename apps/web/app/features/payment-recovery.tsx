import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { loadScript } from "#app/load-script.ts";

/** Whom the service asks for another card, and what proves it. */
export interface Recovered {
  readonly scriptUrl: string;
  readonly appId: string;
  readonly mode: "live" | "test";
  readonly customerId: string;
  readonly authHash: string;
  readonly supportEmail: string;
}

/** The part of Churnkey's browser script that is used. */
interface Churnkey {
  readonly check: (
    what: "failed-payment",
    options: Omit<Recovered, "scriptUrl" | "supportEmail"> & {
      readonly provider: "stripe";
      /** Whether it can be closed: the store has a page of its own for the same. */
      readonly softWall: boolean;
      readonly handleSupportRequest: () => void;
      readonly onFailedPaymentWallActivated: () => void;
      readonly onFailedPaymentWallClose: () => void;
      readonly onUpdatePaymentInformation: () => void;
    },
  ) => void;
}

declare global {
  interface Window {
    churnkey?: Churnkey;
  }
}

/**
 * Lets the service ask for another card over the page; where it can't be loaded, the page's own notice stays. (SHL-08)
 */
export default function PaymentRecovery({ recovered }: { recovered: Recovered }) {
  const { revalidate } = useRevalidator();
  const { scriptUrl, appId, mode, customerId, authHash, supportEmail } = recovered;
  useEffect(() => {
    let isGone = false;
    let isShown = false;
    const load = window.churnkey === undefined ? loadScript(scriptUrl) : Promise.resolve();
    load
      .then(() => {
        if (isGone) return;
        window.churnkey?.check("failed-payment", {
          appId,
          mode,
          customerId,
          authHash,
          provider: "stripe",
          softWall: true,
          onFailedPaymentWallActivated: () => {
            isShown = true;
          },
          onFailedPaymentWallClose: () => {
            isShown = false;
          },
          handleSupportRequest: () => window.location.assign(`mailto:${supportEmail}`),
          onUpdatePaymentInformation: () => void revalidate(),
        });
      })
      .catch(() => {});
    return () => {
      isGone = true;
      // It was paid, or its customer signed out. Nothing of the service's takes its wall away but a new page.
      if (isShown) window.location.reload();
    };
  }, [scriptUrl, appId, mode, customerId, authHash, supportEmail, revalidate]);
  return null;
}
