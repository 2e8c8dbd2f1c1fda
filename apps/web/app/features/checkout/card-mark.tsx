const MARKS: Readonly<Record<string, { readonly text: string; readonly ground: string; readonly ink: string }>> = {
  visa: { text: "VISA", ground: "#1a3fb0", ink: "#ffffff" },
  mastercard: { text: "", ground: "#1f1f23", ink: "#ffffff" },
  american_express: { text: "AMEX", ground: "#016fd0", ink: "#ffffff" },
  diners_club: { text: "DC", ground: "#0079be", ink: "#ffffff" },
  discover: { text: "DISC", ground: "#ffffff", ink: "#17171a" },
  eftpos_australia: { text: "eft", ground: "#2c2a6b", ink: "#ffffff" },
  jcb: { text: "JCB", ground: "#0b6a3b", ink: "#ffffff" },
  union_pay: { text: "UP", ground: "#00666b", ink: "#ffffff" },
};

/** A card brand's mark. Decorative: the brand's name appears next to it. */
export function CardMark({ brand }: { brand: string }) {
  const { text, ground, ink } = MARKS[brand] ?? { text: "", ground: "#5b5b64", ink: "#ffffff" };
  return (
    <svg viewBox="0 0 38 24" className="h-6 w-9.5 shrink-0" aria-hidden="true">
      <rect x="0.5" y="0.5" width="37" height="23" rx="3.5" fill={ground} stroke="#74747e" strokeOpacity="0.5" />
      {brand === "mastercard" ? (
        <>
          <circle cx="15" cy="12" r="6.5" fill="#eb001b" />
          <circle cx="23" cy="12" r="6.5" fill="#f79e1b" fillOpacity="0.9" />
        </>
      ) : text === "" ? (
        <path d="M5 8h28v3H5z" fill={ink} fillOpacity="0.6" />
      ) : (
        <text
          x="19"
          y="15.5"
          textAnchor="middle"
          fontSize="9"
          fontWeight="700"
          fontFamily="system-ui, sans-serif"
          fill={ink}
        >
          {text}
        </text>
      )}
    </svg>
  );
}
