import type { ReactNode } from "react";

/** A page that waits for a provider. Once it stops waiting, it shows what to do instead. */
export function PendingPage({
  title,
  text,
  going,
  children,
}: {
  title: string;
  text: string;
  going: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="container-page pt-16" aria-live="polite">
      <h1 className="text-2xl">{title}</h1>
      <p className="measure mt-3 text-muted-foreground">{text}</p>
      {going ? (
        <div className="mt-8 h-1 max-w-form overflow-hidden rounded-full bg-border" aria-hidden="true">
          <div className="h-full w-1/3 rounded-full bg-ring motion-safe:animate-pulse" />
        </div>
      ) : (
        <div className="mt-6 flex flex-wrap gap-3">{children}</div>
      )}
    </div>
  );
}
