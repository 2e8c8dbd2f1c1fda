import type { Sale } from "@backlot/domain/pricing/discount";
import { createContext, useContext } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";

/** The sale that applies to the viewer, or null. */
export const SaleContext = createContext<Sale | null>(null);

/** Returns the sale that applies to the viewer, or null. */
export const useSale = (): Sale | null => useContext(SaleContext);

/** The sale banner on every page. */
export function SaleBanner({ text }: { text: string }) {
  return (
    <aside aria-label="Sale" className="bar bg-accent font-semibold text-on-accent">
      <span>{text}</span> <Link to={paths.pricing}>See plans</Link>
    </aside>
  );
}
