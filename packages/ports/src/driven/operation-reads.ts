import * as Context from "effect/Context";

/** State shared by the reads of one operation until it changes something. */
export interface OperationReads {
  /** The version of the storefront, once the operation has requested it. */
  version: Promise<string> | null;
  /** The results read so far, by repository and key; null for operations that may wait for others' changes. */
  readonly once: Map<string, Promise<unknown>> | null;
}

/** The reads of the current operation; null outside of operations. */
export const OperationReads = Context.Reference<OperationReads | null>("backlot/OperationReads", {
  defaultValue: () => null,
});
