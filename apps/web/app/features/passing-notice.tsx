import { NOTICE_MS } from "@backlot/domain/screens/milliseconds";
import { type ReactNode, useEffect, useState } from "react";
import { SuccessBlock } from "#ui/notice.tsx";

/** What was done, for as long as notices stand; it goes with the page too. (SHL-04) */
export function PassingNotice({ children }: { children: ReactNode }) {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), NOTICE_MS);
    return () => clearTimeout(timer);
  }, []);
  return over ? null : (
    <div className="page py-4">
      <SuccessBlock>{children}</SuccessBlock>
    </div>
  );
}
