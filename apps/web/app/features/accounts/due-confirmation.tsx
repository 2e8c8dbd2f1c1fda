import { Suspense, useState } from "react";
import { useLocation } from "react-router";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { paths } from "#app/paths.ts";
import type { ConfirmingAccount } from "./confirm-license.tsx";

const ConfirmLicenseDialog = lazyPart(() => import("./confirm-license.tsx"));

/** The pages to read before agreeing, which the dialog must not cover. */
const LEGAL_PAGES: readonly string[] = [paths.license, paths.terms, paths.privacy];

/**
 * The dialog for an account that must confirm its license. It opens on every page, and stays open until the license is
 * confirmed or the user signs out.
 */
export function DueConfirmation({ account }: { account: ConfirmingAccount }) {
  const { pathname } = useLocation();
  const [open, setOpen] = useState(true);
  return LEGAL_PAGES.includes(pathname) ? null : (
    <Suspense>
      <ConfirmLicenseDialog account={account} open={open} onClose={() => setOpen(false)} isRequired />
    </Suspense>
  );
}
