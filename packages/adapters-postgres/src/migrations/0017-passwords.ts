/** Mails about passwords. */
export const passwords: readonly string[] = [
  `alter table notices drop constraint notices_kind_check`,
  `alter table notices add check (kind in
     ('payment-not-applied', 'guest-purchase', 'confirm-email', 'reset-password', 'password-changed'))`,
];
