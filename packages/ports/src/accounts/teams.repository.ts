import type { Account, Instant, MemberRole } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A member of a team, other than its administrator. */
export interface TeamMember {
  readonly user_id: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly joined_at: Instant;
}

/** A team invitation that was neither accepted nor withdrawn. */
export interface TeamInvitation {
  readonly id: string;
  readonly team_id: string;
  readonly email: string;
  readonly role: MemberRole;
  readonly invited_at: Instant;
}

/** Read-only queries for teams. A team's id is its administrator's account id. */
export interface TeamReads {
  /** Returns a team's members in the order they joined. */
  readonly members: (teamId: string) => Effect.Effect<readonly TeamMember[]>;
  readonly invitations: (teamId: string) => Effect.Effect<readonly TeamInvitation[]>;
  readonly invitation: (id: string) => Effect.Effect<TeamInvitation | null>;
}

/** Adds writes to {@link TeamReads}. Only available inside a transaction. */
export interface Teams extends TeamReads {
  /**
   * Blocks other transactions that call it until this one ends. Joining a team locks both accounts, so two
   * administrators joining each other's teams would otherwise deadlock.
   */
  readonly lockJoins: () => Effect.Effect<void>;
  /** Adds an invitation. Returns false if the team has already invited that email address. */
  readonly invite: (invitation: TeamInvitation) => Effect.Effect<boolean>;
  /** Removes an invitation. Returns false if the team has no invitation with this id. */
  readonly removeInvitation: (teamId: string, id: string) => Effect.Effect<boolean>;
  /** Adds an account to a team. Call it while holding the account's lock. */
  readonly join: (account: Pick<Account, "id">, teamId: string, role: MemberRole, at: Instant) => Effect.Effect<void>;
  /** Changes a member's role. Returns false if the account is not in the team. */
  readonly setRole: (teamId: string, userId: string, role: MemberRole) => Effect.Effect<boolean>;
  /** Removes a member from a team. Returns false if the account is not in the team. */
  readonly remove: (teamId: string, userId: string) => Effect.Effect<boolean>;
}
