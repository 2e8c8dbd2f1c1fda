import { Link } from "react-router";
import { paths } from "#app/paths.ts";
import { Folded } from "#ui/folded.tsx";

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
      "Plan credits roll over as long as your plan renews, and expire when it ends. Purchased credits never expire. " +
      "Items you get with credits are yours to keep.",
  },
  {
    question: "Can I change plans later?",
    answer:
      "Anytime. A bigger plan starts today, and we credit you for what you haven't used. A smaller one starts at the " +
      "end of your billing period.",
  },
  {
    question: "Can I use the assets in paid work?",
    answer: "Yes, in any number of projects, worldwide and with no time limit. You can't resell the files.",
  },
] as const;

/** Common questions before buying a plan. */
export function PricingQuestions() {
  return (
    <section aria-labelledby="questions" className="max-w-2xl">
      <h2 id="questions" className="mb-3 text-xl">
        Questions
      </h2>
      {QUESTIONS.map(({ question, answer }) => (
        <div key={question} className="border-t border-border py-2">
          <Folded title={question}>
            <p className="measure text-muted-foreground">{answer}</p>
          </Folded>
        </div>
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
