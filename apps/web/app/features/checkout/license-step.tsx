import { LOWEST_LICENSE, isEnterprise, licenseNamed, offeredLicenses } from "@backlot/domain/licensing/license";
import type { LicenseId } from "@backlot/domain/licensing/license.schema";
import { useRef, useState } from "react";
import { Form, useNavigation } from "react-router";
import type { Sending } from "../accounts/account-forms.tsx";
import { LicenseQuestionsButton } from "../accounts/license-questions-button.tsx";
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
  license: LicenseId;
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
  const offered = offeredLicenses(minimum);
  const others = offered.filter(({ id }) => !isEnterprise(id));
  const ranges = offered.filter(({ id }) => isEnterprise(id));
  const [range, setRange] = useState(isEnterprise(license) ? license : ranges[0]?.id);
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
          {others.map(({ id, name, revenue }) => (
            <RadioCard
              key={id}
              name="license_id"
              value={id}
              title={name}
              note={`${id === 1 ? "One person, annual income" : "Annual revenue"} ${revenue}`}
              isFirst={id === license}
            />
          ))}
          {range === undefined ? null : (
            <RadioCard
              name="license_id"
              value={range}
              title="Enterprise"
              note="For larger companies. Choose your annual revenue."
              isFirst={isEnterprise(license)}
            >
              <select
                name="enterprise_license_id"
                aria-label="Annual revenue"
                className="input max-w-44"
                value={range}
                onChange={(event) => setRange(licenseNamed(event.target.value) ?? range)}
              >
                {ranges.map(({ id, revenue }) => (
                  <option key={id} value={id}>
                    {revenue}
                  </option>
                ))}
              </select>
            </RadioCard>
          )}
        </div>
      </fieldset>
      {problem === undefined ? null : (
        <div className="mt-4">
          <Alert variant="error">{problem}</Alert>
        </div>
      )}
      <LicenseQuestionsButton
        minimum={minimum}
        text="Not sure? Answer a few questions"
        action="Use this license"
        onFound={(suggestedLicense) => {
          if (isEnterprise(suggestedLicense)) setRange(suggestedLicense);
          // Wait a frame, because the closing dialog first returns the focus to the button that opened it.
          requestAnimationFrame(() => {
            const radio = form.current?.querySelector<HTMLInputElement>(
              `input[name="license_id"][value="${suggestedLicense}"]`,
            );
            if (radio) radio.checked = true;
            radio?.focus();
          });
        }}
      />
      <p className="mt-2 text-sm text-muted-foreground">
        Choose the one that fits today. You can move up later, but not down once you've paid. You'll see the price for
        your license when you continue.
      </p>
      <Button type="submit" className="mt-5" pending={isPending}>
        Continue
      </Button>
    </SentForm>
  );
}
