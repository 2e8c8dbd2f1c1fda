/** Whether a key of their own proves who of the staff did something. What was done before was said. */
export const provenActors: readonly string[] = [
  "alter table support_actions add column proven boolean not null default false",
  "alter table support_actions alter column proven drop default",
];
