import { creditsText, formatUsd } from "@backlot/domain";
import type { RefundPreview } from "@backlot/ports";

/** Text for each refund state. */
export const REFUND_SAYS = {
  refunded: (amount: string) => `Refunded ${amount}.`,
  issued: (amount: string) => `Requested a refund of ${amount} from the provider, which hasn't confirmed it yet.`,
  due: (amount: string) =>
    `A refund of ${amount} is due. The store will issue it once the provider responds and no dispute is open.`,
  failed: (amount: string) => `The provider refused to refund ${amount}. To see what to do, run backlot money list.`,
} as const;

/** Returns what a refund revokes, as lines of text. `title` names the purchase. */
export const takenBack = ({ takes, title }: Pick<RefundPreview, "takes" | "title">): readonly string[] => {
  const { credits, items, ends_plan, also_refunded, unrecovered } = takes;
  const lines = [
    ...(ends_plan ? ["- the plan, which ends now"] : []),
    ...(credits === 0 ? [] : [`- ${creditsText(credits)}`]),
    ...items.map((name) => `- ${name}`),
  ];
  return [
    ...(lines.length === 0 ? [`The customer keeps ${title}.`] : ["The customer loses:", ...lines]),
    ...(also_refunded === 0 ? [] : [`An additional ${formatUsd(also_refunded)} is also refunded.`]),
    ...(unrecovered === 0 || lines.length === 0
      ? []
      : [`Nothing is left to revoke for ${formatUsd(unrecovered)} of this refund.`]),
  ];
};

/** Returns a refund's payment and amount as text. */
export const refundText = (preview: RefundPreview): string => {
  const before = preview.refunded === 0 ? "" : ` (${formatUsd(preview.refunded)} already refunded)`;
  return (
    `${formatUsd(preview.amount)} of ${formatUsd(preview.paid)}${before} to ${preview.email}, ` +
    `receipt ${preview.receipt}: ${preview.title}`
  );
};
