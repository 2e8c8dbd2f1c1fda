import { isWebAddress } from "./web-address.ts";

/** The longest texts that an owner sets, in characters. `seller_address` is the longest line of the address. */
export const SHOP_TEXTS = {
  name: 60,
  title: 120,
  description: 300,
  slogan: 120,
  seller_name: 120,
  seller_address: 120,
  seller_tax_id: 60,
} as const;

/** The maximum number of lines of a seller's address. */
export const SELLER_ADDRESS_LINES = 6;

/** Returns whether a text is a color such as "#ffb224". */
export const isAccent = (text: string): boolean => /^#[0-9a-f]{6}$/i.test(text);

/** The longest link of the store's menus to another site, in characters. */
const LONGEST_LINK = 300;

/** Returns whether a text may be a link of the store's menus to another site. */
export const isShopLink = (text: string): boolean =>
  text.length <= LONGEST_LINK && !/[\s"'<>]/.test(text) && isWebAddress(text);
