import type { PostBody } from "@backlot/ports";
import { type ApiAnswer, postJson } from "#app/api.ts";
import type { useCardPayment } from "./card.tsx";

type WithoutCard<Body> = Body extends unknown ? Omit<Body, "payment_method_id"> : never;

/** What a one-time purchase by card is started with, and how it is recorded once it is paid. */
export interface OneTimePurchase<A> {
  /** The fields of the payment, without the card. */
  readonly start: WithoutCard<PostBody<"/api/payment_intent">>;
  readonly record: (paymentIntent: string | null) => Promise<ApiAnswer<A>>;
}

/** What was bought, or why it was not. */
export type Bought<A> = { readonly value: A } | { readonly problem: string; readonly reason?: string | undefined };

const refusal = (answer: Extract<ApiAnswer<unknown>, { readonly ok: false }>) => ({
  problem: answer.refusal.message,
  reason: answer.refusal.reason,
});

/** Pays a one-time purchase with the chosen card: a saved one is charged, a typed one is confirmed here. (CHK-06) */
export const payByCard = async <A>(
  card: ReturnType<typeof useCardPayment>,
  { start, record }: OneTimePurchase<A>,
): Promise<Bought<A>> => {
  const saved = card.chosen === "new" ? null : card.chosen;
  const opened = await postJson("/api/payment_intent", { ...start, payment_method_id: saved });
  if (!opened.ok) return refusal(opened);
  let { client_secret, status } = opened.value;
  const { id } = opened.value;
  if (status !== "succeeded") {
    if (saved !== null) {
      const confirmed = await postJson("/api/payment_intent_confirm", { payment_intent_id: id });
      if (!confirmed.ok) return refusal(confirmed);
      ({ client_secret, status } = confirmed.value);
    }
    const asks = saved === null || status === "requires_action";
    const refused = asks ? await card.pay(client_secret, saved === null) : null;
    if (refused !== null) return { problem: refused };
  }
  // A purchase that costs nothing has no payment of its own.
  const recorded = await record(id === "" ? null : id);
  return recorded.ok ? { value: recorded.value } : refusal(recorded);
};
