import { type LicenceId, bandText, licenceLabel, typeOfLicence } from "./licence.ts";

/** Sentences about licences, by name. The owner's wording is kept to the letter, misspellings included. */
export const LICENSING_MESSAGES = {
  certificate_failed:
    "Something went wrong downloading your License Certificate. Please try again later or contact support.",
  wrong_licence: "Have the wrong license?",
  update_licence: "Update License",
  confirm_licence_first: "Confirm your licence to place the order.",
} as const;

/** The name of one of these sentences. */
export type LicensingMessage = keyof typeof LICENSING_MESSAGES;

/** What the licence checkbox of an order says. (LIC-12) */
export const licenceConfirmationText = (id: LicenceId): string => {
  switch (typeOfLicence(id)) {
    case 1:
      return "I confirm that I am the sole user of these assets and earn under $200K per year.";
    case 2:
      return "I confirm that our yearly revenue is under $3M.";
    default:
      return `I confirm that our yearly revenue is within the chosen range: ${bandText(id)}.`;
  }
};

/** A licence below the least that the customer may choose. (LIC-03) */
export const belowMinimumMessage = (minimum: LicenceId): string =>
  `Your licence is ${licenceLabel(minimum)}; choose that one or a higher one.`;

/** A plan that a licence can't buy. (PLN-06) */
export const planUnavailableMessage = (id: LicenceId): string =>
  `This plan is not sold under the ${licenceLabel(id)} licence.`;
