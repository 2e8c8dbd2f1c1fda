import { NOTICE_MS } from "#ui/milliseconds.ts";
import { type ReactNode, useEffect, useState } from "react";
import { Alert } from "#ui/alert.tsx";

/** A message that disappears after a while, or with its page. */
export function Toast({ variant = "success", children }: { variant?: "success" | "error"; children: ReactNode }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), NOTICE_MS);
    return () => clearTimeout(timer);
  }, []);
  return over ? null : (
    // Fix it over the page, so that the layout doesn't shift when it disappears.
    <div className="toast floating fixed inset-x-4 bottom-4 z-20 mx-auto max-w-2xl rounded-md shadow-panel">
      <Alert variant={variant}>{children}</Alert>
    </div>
  );
}
