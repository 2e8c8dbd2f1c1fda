import type { Account, Instant, MemberRole } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** Somebody in a team. (ACC-08) */
export interface TeamMember {
  readonly user_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly joined_at: Instant;
}

/** An invitation that was not accepted yet. (ACC-08) */
export interface TeamInvitation {
  readonly id: string;
  readonly team_id: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly invited_at: Instant;
}

/** Teams: the account of an administrator, the accounts that work in it, and who was invited. (ACC-08) */
export interface TeamReads {
  /** In the order in which they joined. */
  readonly members: (teamId: string) => Effect.Effect<readonly TeamMember[]>;
  readonly invitations: (teamId: string) => Effect.Effect<readonly TeamInvitation[]>;
  readonly invitation: (id: string) => Effect.Effect<TeamInvitation | null>;
}

/** Adds the writes and row locks to {@link TeamReads}. */
export interface Teams extends TeamReads {
  /** Adds an invitation; one of the same address is left as it is. Answers false then. */
  readonly invite: (invitation: TeamInvitation) => Effect.Effect<boolean>;
  /** Takes an invitation back, or ends it. Answers false where there is none of the team. */
  readonly removeInvitation: (teamId: string, id: string) => Effect.Effect<boolean>;
  /** Puts an account into a team; within a transaction, under its lock. */
  readonly join: (account: Pick<Account, "id">, teamId: string, role: MemberRole, at: Instant) => Effect.Effect<void>;
  /** Answers false where the account is not in the team. */
  readonly setRole: (teamId: string, userId: string, role: MemberRole) => Effect.Effect<boolean>;
  /** Takes an account out of a team. Answers false where it is not in it. */
  readonly remove: (teamId: string, userId: string) => Effect.Effect<boolean>;
}
