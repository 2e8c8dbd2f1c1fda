import { AsyncLocalStorage } from "node:async_hooks";

/** What distinguishes the session of an app's token from a sign-in. */
interface AppSession {
  readonly channelId: string;
  readonly scopes: string;
  readonly expiresAt: Date;
}

const opening = new AsyncLocalStorage<AppSession>();

/** Runs `open`. The session that it creates becomes an app's token. */
export const asAppSession = <A>(app: AppSession, open: () => Promise<A>): Promise<A> => opening.run(app, open);

/** Adds what `asAppSession` was given to a session that better-auth is about to create. */
export const addAppSession = async <Session extends object>(session: Session) => {
  const app = opening.getStore();
  return app === undefined ? undefined : { data: { ...session, ...app } };
};
