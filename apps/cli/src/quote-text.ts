import { type Quote, explainQuote, formatUsd } from "@backlot/domain";

/** Explains a quote's total rule by rule, with each rule's requirements if `explained`. */
export const quoteRules = (quote: Quote, explained: boolean): readonly string[] =>
  explainQuote(quote).map(({ rule, requirement, inputs, amount }) => {
    const label = inputs.line ?? inputs.discount;
    const what = label === undefined ? rule : `${rule}, ${label}`;
    return `- ${explained ? `${what} (${requirement})` : what}: ${formatUsd(amount)}`;
  });
