/** Mails to accounts beside those about orders: what a notice is about is named by its kind. */
export const confirmations: readonly string[] = [
  `alter table notices rename column order_id to about`,
  `alter table notices drop constraint notices_order_id_fkey, drop constraint notices_kind_check`,
  `alter table notices add check (kind in ('payment-not-applied', 'guest-purchase', 'confirm-email'))`,
];
