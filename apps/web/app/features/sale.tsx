import type { Sale } from "@backlot/domain/pricing/discount";
import { createContext, useContext } from "react";
import { Link } from "react-router";
import { paths } from "#app/paths.ts";

/** The sale that lowers a plan for who looks at it; null where none does. (DSC-04) */
export const SaleContext = createContext<Sale | null>(null);

/** The sale of the page. (DSC-04) */
export const useSale = (): Sale | null => useContext(SaleContext);

/** Announces a sale on every page. (DSC-04) */
export function SaleBanner({ text }: { text: string }) {
  return (
    <aside aria-label="Sale" className="bar bg-accent font-semibold text-on-accent">
      {text} <Link to={paths.pricing}>See plans</Link>
    </aside>
  );
}
