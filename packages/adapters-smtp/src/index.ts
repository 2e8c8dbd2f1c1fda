export { type SmtpOptions, makeSmtpMail } from "./smtp.ts";
