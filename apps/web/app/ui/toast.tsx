import { NOTICE_MS } from "#app/screens/milliseconds.ts";
import { type ReactNode, useEffect, useState } from "react";
import { Alert } from "#ui/alert.tsx";

/** What was done, or could not be, for as long as notices stand, or its page does. (SHL-04) */
export function Toast({ variant = "success", children }: { variant?: "success" | "error"; children: ReactNode }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), NOTICE_MS);
    return () => clearTimeout(timer);
  }, []);
  return over ? null : (
    // Over the page: when it goes, nothing moves.
    <div className="fixed inset-x-4 bottom-4 z-20 mx-auto max-w-2xl rounded-md shadow-panel">
      <Alert variant={variant}>{children}</Alert>
    </div>
  );
}
