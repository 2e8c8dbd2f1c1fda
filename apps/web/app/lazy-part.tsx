import { type ComponentType, type LazyExoticComponent, lazy } from "react";

const Missing = () => (
  <p
    role="alert"
    className="fixed inset-x-4 bottom-4 z-20 mx-auto max-w-2xl rounded-md bg-danger-ground px-4 py-3
      text-sm text-danger"
  >
    A part of this page can't be loaded. Load the page again.
  </p>
);

/** In place of a part that nobody asked for. */
export const Nothing = () => null;

/** A part of a page that is loaded when it is shown. Where it can't be, the page around it stays, and says so. */
export const lazyPart = <P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  missing: ComponentType<P> = Missing,
): LazyExoticComponent<ComponentType<P>> => lazy(() => load().catch(() => ({ default: missing })));
