import { Link } from "react-router";
import { paths } from "#app/paths.ts";

const QUESTIONS = [
  {
    question: "Can I cancel anytime?",
    answer:
      "Yes, on your subscription page. You'll keep your plan until the end of the billing period, and you won't be " +
      "charged again.",
  },
  {
    question: "What happens to credits I don't use?",
    answer:
      "Credits from a plan roll over as long as the plan renews, and expire when it ends. Credits from packs stay " +
      "yours. So do the items you get with credits.",
  },
  {
    question: "Can I change plans later?",
    answer:
      "Anytime. A bigger plan starts today, and we credit you for what you haven't used. A smaller one starts at the " +
      "end of your billing period.",
  },
  {
    question: "Can I use the assets in paid work?",
    answer: "Yes, in any number of finished works, worldwide and with no time limit. You can't resell the files.",
  },
] as const;

/** What people ask before they buy a plan. */
export function PricingQuestions() {
  return (
    <section aria-labelledby="questions" className="max-w-2xl">
      <h2 id="questions" className="mb-3 text-xl">
        Questions
      </h2>
      {QUESTIONS.map(({ question, answer }) => (
        <details key={question} className="group border-t border-border py-3">
          <summary className="flex min-h-9 items-center justify-between gap-4 font-medium marker:content-none">
            <span>{question}</span>
            <svg
              viewBox="0 0 16 16"
              className="size-4 shrink-0 text-muted-foreground transition-transform group-open:rotate-45"
              fill="none"
              stroke="currentColor"
              strokeWidth="2"
              aria-hidden="true"
            >
              <path d="M8 2v12M2 8h12" />
            </svg>
          </summary>
          <p className="measure mt-1 pb-1 text-muted-foreground">{answer}</p>
        </details>
      ))}
      <p className="border-t border-border pt-4 text-sm text-muted-foreground">
        More in the{" "}
        <Link to={paths.license} className="link text-foreground">
          license agreement
        </Link>
        .
      </p>
    </section>
  );
}
