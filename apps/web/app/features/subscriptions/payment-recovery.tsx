import { useEffect } from "react";
import { useRevalidator } from "react-router";
import { loadScript } from "#app/browser/load-script.ts";

/** Churnkey's settings, and the customer to ask for another card. `authHash` authenticates the customer. */
export interface Recovered {
  readonly scriptUrl: string;
  readonly appId: string;
  readonly mode: "live" | "test";
  readonly customerId: string;
  readonly authHash: string;
  readonly supportEmail: string;
}

/** The part of Churnkey's browser API that we use. */
interface Churnkey {
  readonly check: (
    what: "failed-payment",
    options: Omit<Recovered, "scriptUrl" | "supportEmail"> & {
      readonly provider: "stripe";
      /** Whether the customer can close the wall. True, because the store has its own page to pay. */
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

/** Whether Churnkey's payment wall is open, and how many mounted components want it to be. */
const wall = { isShown: false, wanted: 0 };

/**
 * Closes an open wall that no component wants anymore. Reloads the page, because Churnkey's script cannot close the
 * wall.
 */
const leaveWall = (): void => {
  if (wall.isShown && wall.wanted === 0) window.location.reload();
};

/** Shows Churnkey's failed payment wall over the page. If it cannot load, the page's own notice remains. */
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
      // An error page remounts this component, so wait. If it stays unmounted, the payment succeeded or the user signed
      // out.
      setTimeout(leaveWall);
    };
  }, [scriptUrl, appId, mode, customerId, authHash, supportEmail, revalidate]);
  return null;
}
