import type { Channel } from "@backlot/domain/accounts/channel";
import type * as Effect from "effect/Effect";

/** Read-only queries for channels: the programs that can request access to customers' accounts. */
export interface ChannelReads {
  /** Returns all channels, oldest first. */
  readonly all: () => Effect.Effect<readonly Channel[]>;
  /** Returns a channel, or null for an unknown ID. */
  readonly get: (id: string) => Effect.Effect<Channel | null>;
}

/** Adds writes to {@link ChannelReads}. Only available inside a transaction. */
export interface Channels extends ChannelReads {
  readonly add: (channel: Channel) => Effect.Effect<void>;
  /** Removes a channel and its tokens. Returns false for an unknown ID. */
  readonly remove: (id: string) => Effect.Effect<boolean>;
}
