import * as Context from "effect/Context";

/** The version of the storefront that an operation reads, once it has asked for it. */
export interface SharedReads {
  version: Promise<string> | null;
}

/** What the parts of one operation share, so that all of them read one version; null outside of operations. */
export const SharedReads = Context.Reference<SharedReads | null>("backlot/SharedReads", { defaultValue: () => null });
