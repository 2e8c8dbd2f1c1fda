import { type Server, type Socket, connect, createServer } from "node:net";

/** A proxy that breaks connections, as a failover or a restarted proxy does. */
export interface TcpProxy {
  readonly port: number;
  /** Resets all open connections. */
  readonly cut: () => void;
  /** Resets all open connections and refuses new ones until `up`. */
  readonly down: () => Promise<void>;
  readonly up: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const listening = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });

/** Starts a proxy on this machine that forwards connections to a server. */
export const startTcpProxy = async (target: { readonly host: string; readonly port: number }): Promise<TcpProxy> => {
  const open = new Set<Socket>();
  const forward = (socket: Socket): void => {
    const onward = connect(target.port, target.host);
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const) {
      open.add(from);
      from.on("error", () => to.destroy());
      from.on("close", () => {
        open.delete(from);
        to.destroy();
      });
      from.pipe(to);
    }
  };
  const cut = (): void => {
    for (const socket of open) socket.resetAndDestroy();
  };
  let server = createServer(forward);
  const port = await listening(server, 0);
  const close = (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    cut();
    return closed;
  };
  return {
    port,
    cut,
    down: close,
    up: async () => {
      server = createServer(forward);
      await listening(server, port);
    },
    stop: close,
  };
};
