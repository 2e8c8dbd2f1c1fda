import { isWebAddress } from "./web-address.ts";

/**
 * The maximum lengths of texts that an owner sets, in characters. `seller_address` applies to each line of the address.
 */
export const SHOP_TEXTS = {
  name: 60,
  title: 120,
  description: 300,
  slogan: 120,
  seller_name: 120,
  seller_address: 120,
  seller_tax_id: 60,
} as const;

/** The maximum number of lines in a seller's address. */
export const SELLER_ADDRESS_LINES = 6;

/** Returns whether a text is a color such as "#ffb224". */
export const isAccent = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** The maximum length of a menu link to another site, in characters. */
const LONGEST_LINK = 300;

/** Returns whether a text can be a menu link to another site. */
export const isShopLink = (text: string): boolean =>
  text.length <= LONGEST_LINK && !/[\s"'<>]/.test(text) && isWebAddress(text);
