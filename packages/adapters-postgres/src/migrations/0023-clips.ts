/** The clips of a collection, with the technical facts that its page states. */
export const clips: readonly string[] = ["alter table collections add column clips jsonb not null default '[]'"];
