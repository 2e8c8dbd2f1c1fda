import { AsyncLocalStorage } from "node:async_hooks";

/** The properties that distinguish an app token's session from a sign-in session. */
interface AppSession {
  readonly channelId: string;
  readonly scopes: string;
  readonly expiresAt: Date;
}

const opening = new AsyncLocalStorage<AppSession>();

/** Runs `open`. The session that it creates becomes an app's token. */
export const asAppSession = <A>(app: AppSession, open: () => Promise<A>): Promise<A> => opening.run(app, open);

/** Adds the values passed to `asAppSession` to a session that better-auth is about to create. */
export const addAppSession = async <Session extends object>(session: Session) => {
  const app = opening.getStore();
  return app === undefined ? undefined : { data: { ...session, ...app } };
};
