import type { QuestionStep } from "./questionnaire.ts";
import { type LicenseId, bandText, licenseLabel, typeOfLicense } from "./license.ts";

/** What a form says where no license was chosen. (LIC-01) */
export const LICENSE_NOT_CHOSEN_TEXT = "Choose the license that fits you.";

/** Sentences about licenses, by name. The owner's wording is kept to the letter, misspellings included. */
export const LICENSING_MESSAGES = {
  wrong_license: "Have the wrong license?",
  update_license: "Update License",
  confirm_license_first: "Confirm your license to place the order.",
  confirm_license: "Confirm License",
  certify: "I certify that what I entered is true, and I agree to the license agreement.",
  team_or_studio:
    "You are a team or a studio when more than one person works with the assets, when they lie on " +
    "storage that several people use, or when you work for a company that is not only you. One " +
    "freelancer on their own machine is an individual, also for clients.",
} as const;

/** The name of one of these sentences. */
export type LicensingMessage = keyof typeof LICENSING_MESSAGES;

/** What a step of the questionnaire asks. (LIC-04, LIC-06) */
export const questionText = (step: QuestionStep): string => {
  switch (step) {
    case "who":
      return "Who will be licensed?";
    case "storage":
      return "Do you keep assets on storage that others use too?";
    case "revenue":
      return "What is the yearly revenue?";
    case "band":
      return "Which range is the yearly revenue in?";
  }
};

/** What a suggested license means for who takes it: its income limit stands beside it. (LIC-04) */
export const suggestionText = (id: LicenseId): string => {
  switch (typeOfLicense(id)) {
    case 1:
      return "For the sole user of the assets, who earns under $200K per year.";
    case 2:
      return "For studios and teams with a yearly revenue under $3M.";
    default:
      return `For studios with a yearly revenue of ${bandText(id).replace("Over", "over")}.`;
  }
};

/** What the license checkbox of an order says. (LIC-12) */
export const licenseConfirmationText = (id: LicenseId): string => {
  switch (typeOfLicense(id)) {
    case 1:
      return "I confirm that I am the sole user of these assets and earn under $200K per year.";
    case 2:
      return "I confirm that our yearly revenue is under $3M.";
    default:
      return `I confirm that our yearly revenue is within the chosen range: ${bandText(id)}.`;
  }
};

/** A license below the least that the customer may choose. (LIC-03) */
export const belowMinimumMessage = (minimum: LicenseId): string =>
  `Your license is ${licenseLabel(minimum)}; choose that one or a higher one.`;

/** A plan that a license can't buy. (PLN-06) */
export const planUnavailableMessage = (id: LicenseId): string =>
  `This plan is not sold under the ${licenseLabel(id)} license.`;
