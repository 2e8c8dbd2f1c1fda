import type { Instant } from "@backlot/domain";

/** What a link opens: an order, while its links have this version, until a moment. */
export interface OrderLink {
  readonly order_id: string;
  readonly version: number;
  readonly expires_at: Instant;
}

/** Signed links to orders, for buyers without an account. (ORD-03) */
export interface OrderLinks {
  readonly sign: (link: OrderLink) => string;
  /** What a link says; null where it is changed, or over. */
  readonly open: (token: string) => OrderLink | null;
}
