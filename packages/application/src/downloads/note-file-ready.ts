import type * as Effect from "effect/Effect";
import type { StorePorts } from "../store-ports.ts";

/** Has an account told by mail that a file is made that it asked for; once for each file. (DWN-01) */
export const noteFileReady =
  (ports: Pick<StorePorts, "clock" | "transactions">) =>
  (accountId: string, variantId: number): Effect.Effect<void> => {
    const about = `${accountId}:${variantId}`;
    return ports.transactions.read.notices.enqueue(
      { id: `file:${about}`, kind: "file-ready", about },
      ports.clock.now(),
    );
  };
