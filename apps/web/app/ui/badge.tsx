import type { ReactNode } from "react";

/** A small label in the corner of an image. */
export function Badge({ children }: { children: ReactNode }) {
  return <span className="rounded-sm bg-screen/80 px-1.5 py-0.5 text-xs font-medium text-on-screen">{children}</span>;
}
