import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { Wire } from "../driving/errors.ts";
import { EmailText, RequestValidation, Text, text } from "../driving/shared.ts";

/** The token that a solved captcha gives the browser. */
const CaptchaToken = text(4_000);

/** A token that the store signed in an earlier step. */
const Pass = text(1_000);

/** The error for an email address that is already on the list. */
const Duplicate = Schema.Struct({ code: Schema.Literal("duplicate"), title: Schema.String });

/** Newsletter sign-up in three steps: validate a captcha, create a contact, and add it to the list. */
export class Newsletter extends HttpApiGroup.make("newsletter")
  .add(
    /** Checks a captcha response, for the newsletter form. */
    HttpApiEndpoint.post("validateCaptcha", "/validate_captcha", {
      payload: Schema.Struct({ recaptchaToken: CaptchaToken }),
      /** `pass` lets the same visitor create a contact within the next few minutes; null if the captcha failed. */
      success: Schema.Struct({ success: Schema.Boolean, message: Schema.String, pass: Schema.NullOr(Schema.String) }),
      error: [Wire.notFound, Wire.providerUnreachable, Wire.tooManyAttempts],
    }),
    /** Adds a newsletter contact. Requires the pass from a solved captcha. */
    HttpApiEndpoint.post("createContact", "/active-campaign/create-contact", {
      payload: Schema.Struct({
        contact: Schema.Struct({ email: EmailText, firstName: Text, lastName: Text }),
        pass: Pass,
      }),
      success: Schema.Struct({
        contact: Schema.optionalKey(Schema.Struct({ id: Schema.String })),
        errors: Schema.optionalKey(Schema.Array(Duplicate)),
      }),
      error: [Wire.notFound, Wire.forbidden, Wire.providerUnreachable, Wire.tooManyAttempts],
    }),
    /** Subscribes a contact to the newsletter. */
    HttpApiEndpoint.post("addContactToList", "/active-campaign/add-contact-to-list", {
      payload: Schema.Struct({
        /** `list` is ignored: contacts always join the store's own list. */
        contactList: Schema.Struct({ contact: Pass, list: Schema.optional(Text), status: Schema.Literal(1) }),
      }),
      success: Schema.Struct({ contactList: Schema.Struct({ contact: Schema.String, status: Schema.Literal(1) }) }),
      error: [Wire.notFound, Wire.forbidden, Wire.providerUnreachable],
    }),
  )
  .middleware(RequestValidation) {}
