import type { MemberRole } from "@backlot/domain/accounts/account.schema";

/** What each role of a member may do, as it is offered to who invites and to who is invited. (ACC-08) */
export const MEMBER_ROLES: readonly { readonly role: MemberRole; readonly may: string }[] = [
  { role: "Artist", may: "Downloads, and spends the team's credits" },
  { role: "Download Only", may: "Downloads what the plan opens and what the team owns" },
];
