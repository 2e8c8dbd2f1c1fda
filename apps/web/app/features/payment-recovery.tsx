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
  ) => void | Promise<void>;
}

declare global {
  interface Window {
    churnkey?: Churnkey;
  }
}

/** Whether the service's wall stands in the page, and how many parts of it want one: none once it was paid. */
const wall = { isShown: false, wanted: 0 };

/** Nothing of the service's takes its wall away but a new page. */
const leaveWall = (): void => {
  if (wall.isShown && wall.wanted === 0) window.location.reload();
};

/**
 * Lets the service ask for another card over the page; where it can't be loaded, the page's own notice stays. (SHL-08)
 */
export default function PaymentRecovery({ recovered }: { recovered: Recovered }) {
  const { revalidate } = useRevalidator();
  const { scriptUrl, appId, mode, customerId, authHash, supportEmail } = recovered;
  useEffect(() => {
    wall.wanted += 1;
    const load = window.churnkey === undefined ? loadScript(scriptUrl) : Promise.resolve();
    load
      .then(() => {
        if (wall.wanted === 0 || wall.isShown) return undefined;
        return window.churnkey?.check("failed-payment", {
          appId,
          mode,
          customerId,
          authHash,
          provider: "stripe",
          softWall: true,
          onFailedPaymentWallActivated: () => {
            wall.isShown = true;
            leaveWall();
          },
          onFailedPaymentWallClose: () => {
            wall.isShown = false;
          },
          handleSupportRequest: () => window.location.assign(`mailto:${supportEmail}`),
          onUpdatePaymentInformation: () => void revalidate(),
        });
      })
      .catch(() => {});
    return () => {
      wall.wanted -= 1;
      // A page of an error has this part anew: only what does not come back was paid, or its customer signed out.
      setTimeout(leaveWall);
    };
  }, [scriptUrl, appId, mode, customerId, authHash, supportEmail, revalidate]);
  return null;
}
