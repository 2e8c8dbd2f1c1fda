import type { LicenseId } from "@backlot/domain/licensing/license.schema";
import type { QuestionnaireFlow } from "@backlot/domain/licensing/questionnaire";
import { Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import { paths } from "#app/paths.ts";
import type { KnownLicensee } from "./licensee-form.tsx";

const LicenseQuestions = lazyPart(() => import("./license-questions.tsx"));

/** The button that opens the license questions. Without `onFound`, the result links to the plans of that license. */
export function LicenseQuestionsButton({
  minimum,
  text,
  flow = "minimal",
  licensee = null,
  action = "See plans",
  onFound,
}: {
  minimum: LicenseId;
  text: string;
  flow?: QuestionnaireFlow;
  licensee?: KnownLicensee | null;
  action?: string;
  onFound?: (license: LicenseId) => void;
}) {
  const navigate = useNavigate();
  const [opened, setOpened] = useState(0);
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="link mt-3 inline-flex min-h-11 items-center text-sm text-muted-foreground"
        onClick={() => {
          setOpened((before) => before + 1);
          setOpen(true);
        }}
      >
        {text}
      </button>
      {opened === 0 ? null : (
        <Suspense>
          <LicenseQuestions
            key={opened}
            flow={flow}
            minimum={minimum}
            licensee={licensee}
            action={action}
            open={open}
            onClose={() => setOpen(false)}
            onDone={(license) => {
              setOpen(false);
              if (onFound === undefined) void navigate(paths.pricingFor(license));
              else onFound(license);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
