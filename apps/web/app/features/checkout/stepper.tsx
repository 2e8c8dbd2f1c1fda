const STEPS = ["Create Account or Log in", "License Type", "Payment Method"] as const;

/** The progress through the three onboarding steps. */
export function Stepper({ current }: { current: 0 | 1 | 2 }) {
  return (
    <ol className="grid grid-cols-3 gap-2" aria-label="Stepper">
      {STEPS.map((name, index) => (
        <li key={name} aria-current={index === current ? "step" : undefined}>
          <span className={`block h-1 rounded-full ${index <= current ? "bg-ring" : "bg-border"}`} />
          <span className={`mt-2 block text-sm ${index === current ? "font-semibold" : "text-muted-foreground"}`}>
            {`${index + 1}. ${name}`}
          </span>
        </li>
      ))}
    </ol>
  );
}
