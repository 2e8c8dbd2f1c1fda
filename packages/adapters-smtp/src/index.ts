export { type SmtpOptions, checkMailServer, makeSmtpMail } from "./smtp.ts";
