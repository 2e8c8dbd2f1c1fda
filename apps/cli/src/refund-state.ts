import { creditsText, formatUsd } from "@backlot/domain";
import type { RefundPreview } from "@backlot/ports";

/** The state of a refund, in words. */
export const REFUND_SAYS = {
  refunded: (amount: string) => `${amount} is refunded.`,
  issued: (amount: string) => `${amount} is refunded at the provider, which has yet to confirm it.`,
  due: (amount: string) => `${amount} is due, and is refunded once the provider answers and no dispute is open.`,
  failed: (amount: string) => `The provider refused to refund ${amount}: see backlot money list.`,
} as const;

/** Returns what a refund takes back, as lines of text. `title` names what was bought. */
export const takenBack = ({ takes, title }: Pick<RefundPreview, "takes" | "title">): readonly string[] => {
  const { credits, items, ends_plan, also_refunded, unrecovered } = takes;
  const lines = [
    ...(ends_plan ? ["- the plan, which ends now"] : []),
    ...(credits === 0 ? [] : [`- ${creditsText(credits)}`]),
    ...items.map((name) => `- ${name}`),
  ];
  return [
    ...(lines.length === 0 ? [`It takes nothing back: the customer keeps ${title}.`] : ["It takes back:", ...lines]),
    ...(also_refunded === 0 ? [] : [`${formatUsd(also_refunded)} more is refunded with it.`]),
    ...(unrecovered === 0 || lines.length === 0
      ? []
      : [`${formatUsd(unrecovered)} of it paid for what can't be taken back.`]),
  ];
};

/** Returns the payment and the amount of a refund, in words. */
export const refundText = (preview: RefundPreview): string => {
  const before = preview.refunded === 0 ? "" : ` (${formatUsd(preview.refunded)} already refunded)`;
  return (
    `${formatUsd(preview.amount)} of ${formatUsd(preview.paid)}${before} to ${preview.email}, ` +
    `receipt ${preview.receipt}: ${preview.title}`
  );
};
