import { personName } from "@backlot/domain/accounts/account";
import { mayBecomeDefault, removeCard } from "@backlot/domain/checkout/saved-card";
import { message } from "@backlot/domain/message-catalog";
import type { SavedCard } from "@backlot/ports";
import * as Result from "effect/Result";
import { Suspense, useState } from "react";
import { Form, data, redirect, useSearchParams } from "react-router";
import { ownValue } from "#app/server/own-value.ts";
import { lazyPart } from "#app/browser/lazy-part.tsx";
import {
  attempt,
  formString,
  intentOf,
  getPage,
  isTeamMember,
  readForm,
  requireUser,
} from "#app/server/store.server.ts";
import { pageTitle } from "#ui/page-title.ts";
import { paths } from "#app/paths.ts";
import { savedCards } from "#features/checkout/saved-cards.server.ts";
import { AccountFrame, AccountSection } from "#features/accounts/account-frame.tsx";
import { CardMark } from "#features/checkout/card-mark.tsx";
import { cardName, cardNote } from "@backlot/domain/checkout/saved-card";
import { asLine } from "@backlot/domain/kernel/characters";
import { Alert } from "#ui/alert.tsx";
import { Button } from "#ui/button.tsx";
import { Dialog } from "#ui/dialog.tsx";
import type { Route } from "./+types/payment-methods";

const AddCard = lazyPart(() => import("#features/checkout/add-card.tsx"));

export async function loader({ context, url }: Route.LoaderArgs) {
  const { store, shop } = getPage(context);
  const user = await requireUser(context, url);
  if (isTeamMember(user)) throw redirect(paths.team);
  return {
    ...(await savedCards(store)),
    adding: { billingName: personName(user), stripe: shop.stripe },
  };
}

export async function action({ context, request }: Route.ActionArgs) {
  const { payments } = getPage(context).store;
  const form = await readForm(request);
  const payload = { payment_method_id: asLine(formString(form, "id")) };
  const isDefault = intentOf(form, ["default", "delete"]) === "default";
  const changed = await attempt(isDefault ? payments.makeDefaultCard({ payload }) : payments.deleteCard({ payload }));
  if (Result.isFailure(changed)) return data({ problem: changed.failure.message }, { status: 409 });
  const paysPlan = changed.success.data.some((card) => card.pays_plan && card.id === payload.payment_method_id);
  const messageKey = isDefault ? (paysPlan ? "default-of-plan" : "default") : "deleted";
  return redirect(`${paths.paymentMethods}?said=${messageKey}`, 303);
}

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: pageTitle("Payment Methods", matches) },
  { name: "robots", content: "noindex" },
];

const SAID: Readonly<Record<string, string>> = {
  default: "This card is now your default.",
  "default-of-plan": "This card is now your default. We'll charge it for your plan starting with the next payment.",
  deleted: "Card deleted.",
  added: "Card saved.",
};

function CardRow({ saved, mayBeDefault, onDelete }: { saved: SavedCard; mayBeDefault: boolean; onDelete: () => void }) {
  const name = cardName(saved.card);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3">
      <CardMark brand={saved.card.display_brand} />
      <div className="min-w-40 grow">
        <p className="tabular-nums font-medium">{name}</p>
        <p className={`tabular-nums text-sm ${saved.is_expired ? "text-danger" : "text-muted-foreground"}`}>
          {cardNote(saved)}
        </p>
      </div>
      <div className="-mx-3 flex">
        {!mayBeDefault ? null : (
          <Form method="post">
            <input type="hidden" name="id" value={saved.id} />
            <Button
              type="submit"
              variant="ghost"
              className="px-3 text-sm"
              name="intent"
              value="default"
              aria-label={`Make default: ${name}`}
            >
              Make default
            </Button>
          </Form>
        )}
        <Button type="button" variant="ghost" className="px-3 text-sm" onClick={onDelete} aria-label={`Delete ${name}`}>
          Delete
        </Button>
      </div>
    </li>
  );
}

/** The account's saved cards: set the default, delete, or add one. */
export default function PaymentMethods({
  loaderData: { cards, cardsProblem, adding },
  actionData,
}: Route.ComponentProps) {
  const [search, setSearch] = useSearchParams();
  const [isAdding, setAdding] = useState(false);
  const [deleting, setDeleting] = useState<SavedCard | null>(null);
  const removal = deleting === null ? null : removeCard(cards, deleting.id);
  const successMessage = ownValue(SAID, search.get("said"));
  return (
    <AccountFrame title="Payment Methods">
      <div className="max-w-2xl">
        {actionData === undefined ? null : (
          <div className="mb-6">
            <Alert variant="error">{actionData.problem}</Alert>
          </div>
        )}
        {successMessage === undefined || actionData !== undefined ? null : (
          <div className="mb-6">
            <Alert variant="success">{successMessage}</Alert>
          </div>
        )}
      </div>
      <AccountSection title="Cards">
        {cardsProblem === null ? null : <Alert variant="error">{cardsProblem}</Alert>}
        {cards.length === 0 && cardsProblem === null ? (
          <p className="text-muted-foreground">No saved cards. When you pay with a card, we save it for next time.</p>
        ) : (
          <ul className="divide-y divide-border">
            {cards.map((saved) => (
              <CardRow
                key={saved.id}
                saved={saved}
                mayBeDefault={mayBecomeDefault(saved, cards)}
                onDelete={() => setDeleting(saved)}
              />
            ))}
          </ul>
        )}
        {cards.length > 1 && cards.some((saved) => saved.pays_plan) ? (
          <p className="mt-2 text-sm text-muted-foreground">
            If you change your default card, we'll charge future plan payments to the new one.
          </p>
        ) : null}
        {isAdding ? (
          <div className="mt-5 border-t border-border pt-5">
            <Suspense fallback={<div className="h-60 rounded-lg" role="status" aria-label="Loading the card form" />}>
              <AddCard
                model={adding}
                onSaved={() => {
                  setAdding(false);
                  setSearch({ said: "added" }, { preventScrollReset: true });
                }}
              />
            </Suspense>
          </div>
        ) : (
          <Button type="button" variant="secondary" className="mt-4" onClick={() => setAdding(true)}>
            Add a card
          </Button>
        )}
      </AccountSection>
      <Dialog open={deleting !== null} onClose={() => setDeleting(null)} title={message("confirm_title")}>
        {deleting === null || removal === null ? null : (
          <Form method="post" onSubmit={() => setDeleting(null)}>
            <p>
              {`${
                Result.isFailure(removal)
                  ? message(removal.failure)
                  : `${message("are_you_sure")} ${cardName(deleting.card)} will be deleted.`
              }${
                Result.isSuccess(removal) && removal.success.pays !== null
                  ? " We'll charge your plan to another saved card."
                  : ""
              }`}
            </p>
            <input type="hidden" name="id" value={deleting.id} />
            <div className="mt-6 flex flex-wrap gap-3">
              {Result.isFailure(removal) ? null : (
                <Button type="submit" name="intent" value="delete">
                  Yes
                </Button>
              )}
              <Button type="button" variant="secondary" onClick={() => setDeleting(null)}>
                {Result.isFailure(removal) ? "Close" : "No"}
              </Button>
            </div>
          </Form>
        )}
      </Dialog>
    </AccountFrame>
  );
}
