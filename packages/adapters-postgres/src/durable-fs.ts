import { fdatasyncSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { NodeFS } from "@electric-sql/pglite/nodefs";

/** The parts of PGlite's file layer that we use. */
interface StreamOps {
  readonly open?: unknown;
  readonly write?: unknown;
  fsync?: (stream: { readonly nfd?: number }) => number;
}
interface EngineModule {
  readonly FS?: {
    readonly lookupPath?: (path: string) => {
      readonly node?: { readonly mount?: { readonly type?: { readonly stream_ops?: StreamOps } } };
    };
  };
}

const streamOps = (engine: EngineModule): StreamOps => {
  const ops = engine.FS?.lookupPath?.("/pglite/data").node?.mount?.type?.stream_ops;
  if (ops === undefined || typeof ops.open !== "function" || typeof ops.write !== "function") {
    throw new Error("PGlite's file layer has changed: its stream operations weren't found");
  }
  if (ops.fsync !== undefined) throw new Error("PGlite now syncs by itself. Review DurableNodeFS");
  return ops;
};

/**
 * PGlite's folder storage with a real fsync. By default, PGlite reports that everything is on disk without syncing, so
 * a power cut loses acknowledged writes. The hook is installed before the engine starts, so it also covers crash
 * recovery.
 */
export class DurableNodeFS extends NodeFS {
  /** The number of syncs to disk so far. */
  syncs = 0;

  override async init(...args: Parameters<NodeFS["init"]>): ReturnType<NodeFS["init"]> {
    const started = await super.init(...args);
    const preRun = started.emscriptenOpts.preRun;
    if (!Array.isArray(preRun)) throw new Error("PGlite's startup has changed: it has no preRun steps");
    preRun.push((engine: unknown) => {
      streamOps(engine as EngineModule).fsync = (stream) => {
        if (typeof stream.nfd !== "number")
          throw new Error("PGlite's file layer has changed: a stream has no descriptor");
        try {
          fdatasyncSync(stream.nfd);
        } catch (error) {
          // A failed sync must not be acknowledged. PostgreSQL itself panics here.
          console.error("syncing to disk failed", error);
          process.abort();
        }
        this.syncs += 1;
        return 0;
      };
    });
    return started;
  }
}

/** Returns the engine's default startup parameters, with syncing enabled. */
export const durableStartParams = (): string[] => {
  const usual = PGlite.defaultStartParams;
  if (!Array.isArray(usual) || !usual.includes("-F")) throw new Error("PGlite's startup parameters lack -F");
  return [...usual.filter((param) => param !== "-F"), "-c", "fsync=on", "-c", "wal_sync_method=fsync"];
};
