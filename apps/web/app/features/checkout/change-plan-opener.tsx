import { Suspense, useEffect } from "react";
import { type AskedDialog, useAskedDialog } from "#app/asked-dialog.ts";
import { lazyPart } from "#app/lazy-part.tsx";
import { paths } from "#app/paths.ts";

/** Falls back to the page to change a plan if the dialog's code cannot load. */
function ToPage({ request }: { request: AskedDialog }) {
  useEffect(() => window.location.assign(request.subject ?? paths.changePlan()), [request]);
  return null;
}

const ChangePlanDialog = lazyPart(() => import("./change-plan-dialog.tsx"), ToPage);

/** Renders the "change your plan" dialog over any page. Loads its code on first use. */
export function ChangePlanOverPage() {
  const request = useAskedDialog("backlot:change-plan");
  return request === undefined ? null : (
    <Suspense>
      <ChangePlanDialog request={request} />
    </Suspense>
  );
}
