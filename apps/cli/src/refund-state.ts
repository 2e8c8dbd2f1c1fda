import { creditsText, formatUsd } from "@backlot/domain";
import type { RefundPreview } from "@backlot/ports";

/** The state of a refund, in words. */
export const REFUND_SAYS = {
  refunded: (amount: string) => `Refunded ${amount}.`,
  issued: (amount: string) => `Requested a refund of ${amount} from the provider, which hasn't confirmed it yet.`,
  due: (amount: string) =>
    `A refund of ${amount} is due. The store makes it once the provider responds and no dispute is open.`,
  failed: (amount: string) => `The provider refused to refund ${amount}. Run backlot money list for what to do.`,
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
    ...(lines.length === 0 ? [`The customer keeps ${title}.`] : ["The customer loses:", ...lines]),
    ...(also_refunded === 0 ? [] : [`Another ${formatUsd(also_refunded)} is refunded with it.`]),
    ...(unrecovered === 0 || lines.length === 0
      ? []
      : [`For ${formatUsd(unrecovered)} of it, nothing is left to revoke.`]),
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
