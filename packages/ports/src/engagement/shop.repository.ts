import type { LogoKind, Shop, ShopProfile } from "@backlot/domain";
import type * as Effect from "effect/Effect";

/** A logo as served. `data` is base64-encoded, and `version` changes whenever it does. */
export interface Logo {
  readonly type: "image/png" | "image/svg+xml" | "image/webp";
  readonly data: string;
  readonly version: string;
}

/** Read-only queries for the store's name and look. */
export interface ShopReads {
  /** Returns the store's name and look, with defaults. */
  readonly current: () => Effect.Effect<Shop>;
  readonly logo: (kind: LogoKind) => Effect.Effect<Logo | null>;
}

/** Adds writes to {@link ShopReads}. Only available inside a transaction. */
export interface ShopRepository extends ShopReads {
  /** Changes the given fields; null resets a field. Concurrent changes to different fields are both saved. */
  readonly change: (change: { readonly [K in keyof ShopProfile]?: ShopProfile[K] | null }) => Effect.Effect<void>;
  readonly putLogo: (kind: LogoKind, logo: Logo) => Effect.Effect<void>;
  /** Removes a logo. Returns false if there was none. */
  readonly removeLogo: (kind: LogoKind) => Effect.Effect<boolean>;
}
