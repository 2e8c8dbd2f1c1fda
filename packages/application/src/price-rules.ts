import { ReadRepositories } from "@backlot/ports";

/** Returns the price rules that apply now. */
export const currentPriceRules = ReadRepositories.use(({ priceRules }) => priceRules.current());
