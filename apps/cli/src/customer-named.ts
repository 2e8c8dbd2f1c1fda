import { personName } from "@backlot/domain";
import type { FoundCustomer } from "@backlot/ports";
import { CommandFailed, table, ifNotFound } from "./output.ts";
import { askSupport } from "./store.ts";

export const CUSTOMER_ARGUMENT =
  "an email address, a name, a company, a License ID, a card's last four digits, or the ID of an account, an order, " +
  "or a receipt";

/** Help text for the argument that names an account to change, which must identify exactly one. */
export const ACCOUNT_ARGUMENT = "the account's email address or ID";

/** The store's URL and the support key of a command. */
interface Asking {
  readonly store?: string;
  readonly key?: string;
}

const choices = (customers: readonly FoundCustomer[]): Promise<string> => {
  const hasCompany = customers.some(({ company }) => company !== null);
  return table(
    ["Name", "Email", ...(hasCompany ? ["Company"] : []), "Account"],
    customers.map((each) => [
      personName(each),
      each.email,
      ...(hasCompany ? [each.company ?? ""] : []),
      each.is_guest ? `${each.id} (guest)` : each.id,
    ]),
  );
};

/**
 * Returns the accounts and guests with exactly this email address, ignoring case. Commands send these customers money
 * and mail, so a partial address must not match.
 */
export const customersAt = async (email: string, { store, key }: Asking): Promise<readonly FoundCustomer[]> => {
  const { data } = await askSupport(store, key, (client) => client.support.customers({ query: { text: email } }));
  return data.filter((each) => each.email.toLowerCase() === email.trim().toLowerCase());
};

/**
 * Returns a note about guests with an account's email address, whose purchases aren't in the account. Empty if there
 * are none, or if the text isn't an email address.
 */
export const guestsNote = async (text: string, customer: string, asking: Asking): Promise<string> => {
  if (!text.includes("@")) return "";
  const guests = (await customersAt(text, asking)).filter(({ id, is_guest }) => is_guest && id !== customer);
  const ids = guests.map(({ id }) => id).join(", ");
  return guests.length === 0 ? "" : `This address also has guest purchases. To see them, run backlot customer ${ids}.`;
};

/**
 * Returns the id of the account or guest that a text names. If an account and guests share an email address, returns
 * the account. Fails if no customer matches, and with the candidates if several do.
 */
export const customerNamed = async (text: string, { store, key }: Asking): Promise<string> => {
  const { data, has_more } = await askSupport(store, key, (client) => client.support.customers({ query: { text } }));
  const accounts = data.filter(({ is_guest }) => !is_guest);
  const sameEmail = data.every(({ email }) => email.toLowerCase() === data[0]?.email.toLowerCase());
  const [only, ...others] = sameEmail && accounts.length === 1 ? accounts : data;
  if (only === undefined)
    throw new CommandFailed("not_found", `No customer matches "${text}". Try ${CUSTOMER_ARGUMENT}.`);
  if (others.length > 0)
    throw new CommandFailed(
      "ambiguous",
      `${has_more ? `More than ${data.length}` : data.length} customers match "${text}". Choose one by email address ` +
        `or account ID:\n\n${await choices(data)}`,
    );
  return only.id;
};

/** Returns a handler that names the customer in the error if the account was not found. */
export const namedCustomer = (customer: string) =>
  ifNotFound(`Account "${customer}" doesn't exist. Use its email address or ID.`);
