export const statements = [
  "alter table notices drop constraint notices_kind_check",
  `alter table notices add constraint notices_kind_check check (kind in ('payment-not-applied', 'guest-purchase',
     'confirm-email', 'reset-password', 'password-changed', 'team-invitation', 'file-ready', 'plan-ended',
     'plan-canceled', 'plan-kept', 'plan-change-scheduled', 'plan-upgraded', 'renewal-coming', 'renewal-failed',
     'renewal-needs-confirmation', 'credits-expiring', 'receipt', 'refund', 'dispute', 'certificate',
     'confirm-licensee'))`,
];
