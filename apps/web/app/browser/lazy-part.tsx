import { type ComponentType, type LazyExoticComponent, lazy } from "react";

const Missing = () => (
  <p
    role="alert"
    className="fixed inset-x-4 bottom-4 z-20 mx-auto max-w-2xl rounded-md bg-danger-ground px-4 py-3
      text-sm text-danger"
  >
    Part of this page didn't load. Reload the page.
  </p>
);

/** The fallback for an optional part that cannot load. Renders nothing. */
export const Nothing = () => null;

/** Waits until the browser is online. In some browsers, a script that failed to load once can't be loaded again. */
const whenOnline = (): Promise<unknown> =>
  navigator.onLine === false
    ? new Promise((resolve) => {
        window.addEventListener("online", resolve, { once: true });
      })
    : Promise.resolve();

/**
 * Returns a component that loads when it is first shown. If it cannot load, `missing` replaces it and the rest of the
 * page stays. While the browser is offline, it waits.
 */
export const lazyPart = <P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  missing: ComponentType<P> = Missing,
): LazyExoticComponent<ComponentType<P>> =>
  lazy(() =>
    whenOnline()
      .then(load)
      .catch(() => ({ default: missing })),
  );
