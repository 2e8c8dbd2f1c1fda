import { useEffect, useRef, useState } from "react";
import { useLocation } from "react-router";
import type { DialogRequest } from "./dialog-request.ts";

/**
 * Returns the state of a payment dialog. If the user closes the dialog during a payment, or leaves its page, the dialog
 * only hides. It reopens if the payment fails while its page is still open.
 */
export const usePayingDialog = (request: DialogRequest) => {
  const { pathname } = useLocation();
  const [lastRequest, setLastRequest] = useState(request);
  const [opened, setOpened] = useState(request);
  const [isOpen, setOpen] = useState(true);
  const [isPaying, setPaying] = useState(false);
  /** Whether the bank's confirmation is open in the provider's window. Dialogs must not cover it. */
  const [bankAsks, setBankAsks] = useState(false);
  if (lastRequest !== request) {
    setLastRequest(request);
    // If a payment is in progress, show it again instead.
    setOpened(isPaying ? { ...opened, pathname: request.pathname } : request);
    setOpen(true);
  }
  const isHere = opened.pathname === pathname;
  const isShown = isOpen && isHere;
  // A payment can end on a different page than it started on.
  const now = useRef({ isHere, isShown });
  now.current = { isHere, isShown };
  useEffect(() => {
    if (!isHere) setOpen(false);
  }, [isHere]);
  return {
    opened,
    isMounted: isShown || isPaying,
    aside: bankAsks || !isShown,
    close: () => setOpen(false),
    onBank: setBankAsks,
    onPaying: () => setPaying(true),
    /** Ends the payment. Returns whether the dialog reopens, and whether it was shown until now. */
    settle: (isFailed: boolean): { readonly isBack: boolean; readonly wasShown: boolean } => {
      setPaying(false);
      const isBack = isFailed && now.current.isHere;
      setOpen(isBack);
      return { isBack, wasShown: now.current.isShown };
    },
  };
};
