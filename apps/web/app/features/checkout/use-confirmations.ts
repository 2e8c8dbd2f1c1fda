import { mayPlaceOrder } from "@backlot/domain/checkout/checkout";
import * as Result from "effect/Result";
import { type RefObject, useRef, useState } from "react";

/** A checkbox that the buyer must check before paying. */
interface Confirmation {
  readonly checked: boolean;
  readonly onCheckedChange: (checked: boolean) => void;
  readonly ref: RefObject<HTMLInputElement | null>;
}

const useConfirmation = (): Confirmation => {
  const [checked, onCheckedChange] = useState(false);
  return { checked, onCheckedChange, ref: useRef<HTMLInputElement>(null) };
};

/** The checkboxes for the license and for lost credits, and a check that focuses the first unchecked one. */
export interface Confirmations {
  readonly license: Confirmation;
  readonly loss: Confirmation;
  /** Whether to show errors next to unchecked boxes. */
  readonly showsErrors: boolean;
  readonly check: () => boolean;
}

/** Returns the checkboxes of an order. The box for lost credits counts only if the order loses credits. */
export const useConfirmations = (losesCredits: boolean): Confirmations => {
  const license = useConfirmation();
  const loss = useConfirmation();
  const [showsErrors, setShowsErrors] = useState(false);
  const check = (): boolean => {
    setShowsErrors(true);
    const facts = { confirmationRequired: true, confirmed: license.checked, losesCredits, acknowledged: loss.checked };
    const may = mayPlaceOrder(facts);
    if (Result.isSuccess(may)) return true;
    (may.failure._tag === "LossNotAcknowledged" ? loss : license).ref.current?.focus();
    return false;
  };
  return { license, loss, showsErrors, check };
};
