/** Messages that no single feature owns, by name. Text from the specification is verbatim, misspellings included. */
export const GENERAL_MESSAGES = {
  requires_login: "You must be logged in to access this feature.",
  generic_error: "Something went wrong.",
  generic_success: "Action completed successfully.",
  error_occurred: "An error has occurred",
  error_occured: "An error has occured",
  loading: "Loading...",
  confirm_title: "Confirm",
  are_you_sure: "Are you sure?",
  not_found: "We couldn't find that.",
  price_list_has_problems: "The price list has problems. Nothing was changed.",
  logo_not_an_image: "Use a PNG, WebP, or SVG file.",
  unavailable: "The store is temporarily unavailable. Try again in a moment.",
  forbidden: "You don't have access to this.",
  unauthorized: "Sign in to continue.",
  other_account:
    "You're now signed in to a different account in this browser. Nothing was changed. Reload the page to continue " +
    "with that account.",
  cart_empty: "Cart is Empty",
  not_authorized: "Not authorized",
  too_many_attempts: "Too many attempts.",
} as const;
