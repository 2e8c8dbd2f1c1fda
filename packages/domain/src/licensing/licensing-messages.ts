import type { LicenseTypeId } from "./license.schema.ts";
import type { QuestionStep } from "./questionnaire.ts";
import { type LicenseId, bandText, licenseLabel, typeOfLicense } from "./license.ts";

/** The error of a form without a chosen license. */
export const LICENSE_NOT_CHOSEN_TEXT = "Choose the license that fits you.";

/** License messages by name. Text from the specification is verbatim, misspellings included. */
export const LICENSING_MESSAGES = {
  wrong_license: "Have the wrong license?",
  update_license: "Update License",
  confirm_license_first: "Confirm your license to place the order.",
  confirm_license: "Confirm License",
  certify: "I certify this information is correct, and I agree to the license agreement.",
  team_or_studio:
    "You're a team or studio if more than one person uses the assets, they sit on shared storage, or you work for a " +
    "company with other people. A freelancer on their own machine is an individual, even on client work.",
} as const;

/** Returns the wording of a question in the license questionnaire. */
export const questionText = (step: QuestionStep): string => {
  switch (step) {
    case "who":
      return "Who will be licensed?";
    case "storage":
      return "Do other people have access to the storage where you keep assets?";
    case "revenue":
      return "What's your annual revenue?";
    case "band":
      return "Which range is your annual revenue in?";
  }
};

/** Returns who a suggested license is for, with its revenue limit. */
export const suggestionText = (id: LicenseId): string => {
  switch (typeOfLicense(id)) {
    case 1:
      return "For one person who is the sole user of the assets and earns under $200K per year.";
    case 2:
      return "For studios and teams with annual revenue under $3M.";
    default:
      return `For studios with annual revenue of ${bandText(id).replace("Over", "over")}.`;
  }
};

/** Returns the label of the license checkbox of an order. */
export const licenseConfirmationText = (id: LicenseId): string => {
  switch (typeOfLicense(id)) {
    case 1:
      return "I confirm that I am the sole user of these assets and earn under $200K per year.";
    case 2:
      return "I confirm that our annual revenue is under $3M.";
    default:
      return `I confirm that our annual revenue is within the chosen range: ${bandText(id)}.`;
  }
};

/** Returns the error for a license below the customer's minimum. */
export const belowMinimumMessage = (minimum: LicenseId): string =>
  `Your license is ${licenseLabel(minimum)}. Choose that license or a higher one.`;

/** Returns the error for a plan that isn't sold under a license, or for a retired plan. */
export const planUnavailableMessage = (id: LicenseId, isRetired = false): string =>
  isRetired
    ? "This plan is no longer sold at this price."
    : `This plan isn't available with the ${licenseLabel(id)} license.`;

/** Returns who a license type is for, such as "One person earning under $200K per year". */
export const licenseAudience = (type: LicenseTypeId): string => {
  if (type === 1) return "One person earning under $200K per year";
  return type === 2 ? "Studios and teams with revenue under $3M" : "Studios with revenue of $3M or more";
};
