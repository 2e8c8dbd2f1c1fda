import { type Account, message, receiptPlace, reversedAmount } from "@backlot/domain";
import {
  CurrentAccount,
  NotFound,
  ReadRepositories,
  ReceiptRenderer,
  type ReceiptView,
  type StoredReceipt,
} from "@backlot/ports";
import { Receipts } from "@backlot/ports/receipts/receipts.contract";
import * as Effect from "effect/Effect";
import * as Base64 from "effect/encoding/Base64";
import { implement } from "../implement.ts";

/** The default number of receipts on a page. */
const PAGE_SIZE = 20;

const receiptView = (receiptRecord: StoredReceipt): ReceiptView => ({
  ...receiptRecord.receipt,
  refunded: reversedAmount(receiptRecord),
  dispute_open: receiptRecord.dispute_open,
  order_status: receiptRecord.order_status,
});

/** Renders a receipt. Fails if it does not exist. */
export const receiptFile = Effect.fnUntraced(function* (receiptRecord: StoredReceipt | null) {
  if (receiptRecord === null) return yield* new NotFound({ message: message("not_found") });
  const { receipt } = receiptRecord;
  const file = yield* (yield* ReceiptRenderer).print(receipt, reversedAmount(receiptRecord));
  return { file_name: `receipt-${receipt.number}.pdf`, pdf: Base64.encode(file) };
});

/** Returns a page of an account's receipts, newest first: one for each of its payments. */
export const listReceipts = Effect.fnUntraced(function* (
  account: Account,
  page: { readonly starting_after?: string | undefined; readonly limit?: number | undefined },
) {
  const repos = yield* ReadRepositories;
  const { starting_after: after, limit = PAGE_SIZE } = page;
  const starting_after = after === undefined ? null : receiptPlace(after);
  // If the number isn't a receipt's, no receipts follow it.
  if (after !== undefined && starting_after === null) return { data: [], has_more: false };
  // One extra row shows whether there is another page.
  const receiptRecords = yield* repos.receipts.ofAccount(account.id, { starting_after, limit: limit + 1 });
  return { data: receiptRecords.slice(0, limit).map(receiptView), has_more: receiptRecords.length > limit };
});

/** Handlers for an account's receipts. */
export const receipts = implement(Receipts, {
  list: ({ query }) => Effect.flatMap(CurrentAccount, (account) => listReceipts(account, query)),
  file: Effect.fnUntraced(function* ({ params: { number } }) {
    const repos = yield* ReadRepositories;
    const account = yield* CurrentAccount;
    const place = receiptPlace(number);
    const receiptRecord = place === null ? null : yield* repos.receipts.get(place);
    return yield* receiptFile(receiptRecord?.user_id === account.id ? receiptRecord : null);
  }),
});
