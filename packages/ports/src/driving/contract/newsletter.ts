import * as Schema from "effect/Schema";
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint";
import * as HttpApiGroup from "effect/http-api/HttpApiGroup";
import { Wire } from "../errors.ts";
import { RequestValidation, Text, text } from "./shared.ts";

/** What a browser is given for a solved captcha. */
const CaptchaToken = text(4_000);

/** A claim of the store's own, signed. */
const Pass = text(1_000);

/** The service's answer for an address that it has. */
const Duplicate = Schema.Struct({ code: Schema.Literal("duplicate"), title: Schema.String });

/** The newsletter: a captcha, a contact, and its place on the list, each after the one before. (NWS-01) */
export class Newsletter extends HttpApiGroup.make("newsletter")
  .add(
    HttpApiEndpoint.post("validateCaptcha", "/validate_captcha", {
      payload: Schema.Struct({ recaptchaToken: CaptchaToken }),
      /** `pass` lets the same visitor make a contact, for some minutes; null where the captcha was refused. */
      success: Schema.Struct({ success: Schema.Boolean, message: Schema.String, pass: Schema.NullOr(Schema.String) }),
      error: [Wire.notFound, Wire.providerUnreachable, Wire.tooManyAttempts],
    }),
    HttpApiEndpoint.post("createContact", "/active-campaign/create-contact", {
      payload: Schema.Struct({ contact: Schema.Struct({ email: Text, firstName: Text, lastName: Text }), pass: Pass }),
      success: Schema.Struct({
        contact: Schema.optionalKey(Schema.Struct({ id: Schema.String })),
        errors: Schema.optionalKey(Schema.Array(Duplicate)),
      }),
      error: [Wire.notFound, Wire.forbidden, Wire.providerUnreachable, Wire.tooManyAttempts],
    }),
    HttpApiEndpoint.post("addContactToList", "/active-campaign/add-contact-to-list", {
      payload: Schema.Struct({
        /** The list is the store's own, whatever is named. */
        contactList: Schema.Struct({ contact: Pass, list: Schema.optional(Text), status: Schema.Literal(1) }),
      }),
      success: Schema.Struct({ contactList: Schema.Struct({ contact: Schema.String, status: Schema.Literal(1) }) }),
      error: [Wire.notFound, Wire.forbidden, Wire.providerUnreachable],
    }),
  )
  .middleware(RequestValidation) {}
