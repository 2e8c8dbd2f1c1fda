import { LOWEST_LICENSE, offeredLicenses } from "@backlot/domain/licensing/license";
import type { LicenseId } from "@backlot/domain/licensing/license.schema";
import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { Sending } from "../accounts/account-forms.tsx";
import { FindLicense } from "../licensing/find-license.tsx";
import { Alert } from "#ui/alert.tsx";
import { RadioCard } from "#ui/radio-card.tsx";
import { Button } from "#ui/button.tsx";

/** The second step of a checkout: choose a license. */
export default function LicenseStep({
  license,
  minimum = LOWEST_LICENSE,
  problem,
  sending = {},
  hidden = {},
}: {
  license: LicenseId | 1;
  /** The lowest license on offer. */
  minimum?: LicenseId;
  problem: string | undefined;
  /** How the form is submitted, if not by the page itself. */
  sending?: Sending;
  hidden?: Readonly<Record<string, string>>;
}) {
  const ofPage = useNavigation().state;
  const isPending = (sending.state ?? ofPage) === "submitting";
  const SentForm = sending.Form ?? Form;
  const form = useRef<HTMLFormElement>(null);
  return (
    <SentForm
      ref={form}
      method="post"
      {...(sending.action === undefined ? {} : { action: sending.action })}
      className="max-w-2xl"
    >
      {Object.entries({ intent: "license", ...hidden }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <fieldset>
        <legend className="mb-4 text-lg font-semibold">Which license fits you?</legend>
        <div className="grid gap-2">
          {offeredLicenses(minimum).map(({ id, name, revenue }) => (
            <RadioCard
              key={id}
              name="license_id"
              value={id}
              title={name}
              note={`${id === 1 ? "One person, income" : "Yearly revenue"} ${revenue.replace("Over", "over")}`}
              isFirst={id === license}
            />
          ))}
        </div>
      </fieldset>
      {problem === undefined ? null : (
        <div className="mt-4">
          <Alert variant="error">{problem}</Alert>
        </div>
      )}
      <FindLicense
        minimum={minimum}
        text="Not sure? Answer a few questions"
        action="Use this license"
        onFound={(found) => {
          const radio = form.current?.querySelector<HTMLInputElement>(`input[name="license_id"][value="${found}"]`);
          if (radio) radio.checked = true;
          // The closing dialog first returns the focus to its opener.
          requestAnimationFrame(() => radio?.focus());
        }}
      />
      <p className="mt-2 text-sm text-muted-foreground">
        Choose the one that fits today. You can move up later, but not down once you've paid.
      </p>
      <Button type="submit" className="mt-5" pending={isPending}>
        Continue
      </Button>
    </SentForm>
  );
}
