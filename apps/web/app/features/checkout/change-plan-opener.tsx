import { Suspense, useEffect } from "react";
import { type DialogRequest, useDialogRequest } from "./dialog-request.ts";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { paths } from "#app/paths.ts";

/** Falls back to the plan change page if the dialog's code cannot load. */
function ToPage({ request }: { request: DialogRequest }) {
  useEffect(() => window.location.assign(request.subject ?? paths.changePlan()), [request]);
  return null;
}

const ChangePlanDialog = lazyPart(() => import("./change-plan-dialog.tsx"), ToPage);

/** Renders the "change your plan" dialog over any page. Loads its code on first use. */
export function ChangePlanOverPage() {
  const request = useDialogRequest("backlot:change-plan");
  return request === undefined ? null : (
    <Suspense>
      <ChangePlanDialog request={request} />
    </Suspense>
  );
}
