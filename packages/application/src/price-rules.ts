import { ReadRepositories } from "@backlot/ports";

export const currentPriceRules = ReadRepositories.use(({ priceRules }) => priceRules.current());
