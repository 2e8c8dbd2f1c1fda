import { CERTIFICATES, DELETION, DISPUTES, IDENTITY, LICENSING, PASSWORDS, PRINTED, TEAMS } from "./suites.mjs";

const APPLICATION = "packages/application/src";
const IDENTITY_ADAPTER = "packages/adapters-identity/src";
const PDF = "packages/adapters-pdf/src";

/** Passwords, sessions, licences, certificates, and the end of an account. */
export const ACCOUNTS = [
  {
    name: "a wrong password costs no try",
    file: `${APPLICATION}/accounts/limit-credentials.ts`,
    find: "isRefused(exit) ? Effect.void : giveBack",
    replace: 'isRefused(exit) && tried.email === "" ? Effect.void : giveBack',
    suite: { file: PASSWORDS, test: "ACC-04 a mail's link replaces a password" },
  },
  {
    name: "a password is looked at before its try is taken",
    file: `${APPLICATION}/accounts/limit-credentials.ts`,
    find: "if (!(yield* rateLimits.take(settings.passwordTries, email)))",
    replace:
      "yield* Effect.ignore(attempt);\n      if (!(yield* rateLimits.take(settings.passwordTries, " +
      "email)) && Math.random() > 1)",
    suite: { file: PASSWORDS, test: "ACC-03 an address is locked" },
  },
  {
    name: "an address in capitals has tries of its own",
    file: `${APPLICATION}/accounts/limit-credentials.ts`,
    find: "email.trim().toLowerCase()",
    replace: "email.trim()",
    suite: { file: PASSWORDS, test: "ACC-03 an address is locked" },
  },
  {
    name: "the right password costs a try",
    file: `${APPLICATION}/accounts/limit-credentials.ts`,
    find: "rateLimits.giveBack(settings.passwordTries, email),\n",
    replace: "Effect.void,\n",
    suite: { file: PASSWORDS, test: "ACC-03 the right password costs no try" },
  },
  {
    name: "a reset is only asked for where somebody has the address",
    file: `${APPLICATION}/accounts/reset-password.ts`,
    find: "yield* askForPassword(ports, ports.transactions.read, email);",
    replace:
      "const known = yield* ports.identity.startReset(email);\n      if (known !== null) yield* " +
      "askForPassword(ports, ports.transactions.read, email);",
    suite: { file: PASSWORDS, test: "ACC-04 neither answer nor work" },
  },
  {
    name: "a reset leaves a locked address locked",
    file: `${APPLICATION}/accounts/reset-password.ts`,
    find: "yield* ports.rateLimits.clear(ports.settings.passwordTries, countedEmail(email));\n",
    replace: "",
    suite: { file: PASSWORDS, test: "ACC-04 a mail's link replaces a password" },
  },
  {
    name: "a reset leaves sessions open",
    file: `${IDENTITY_ADAPTER}/auth.ts`,
    find: "revokeSessionsOnPasswordReset: true",
    replace: "revokeSessionsOnPasswordReset: false",
    suite: { file: IDENTITY, test: "ACC-04 lets whoever reads the mail" },
  },
  {
    name: "resets can be read in the database",
    file: `${IDENTITY_ADAPTER}/auth.ts`,
    find: 'storeIdentifier: "hashed"',
    replace: 'storeIdentifier: "plain"',
    suite: { file: PASSWORDS, test: "ACC-04 a mail's link replaces a password" },
  },
  {
    name: "another password leaves the other sessions open",
    file: `${IDENTITY_ADAPTER}/identity.ts`,
    find: "await auth.api.revokeOtherSessions({ headers });\n",
    replace: "",
    suite: { file: IDENTITY, test: "ACC-07 changes a password" },
  },
  {
    name: "a choice in the checkout is taken for a licence that is known",
    file: `${APPLICATION}/checkout/checkout-view.ts`,
    find: 'license_chosen === "true" && license_id !== undefined ? "chosen" : null',
    replace: 'license_id !== undefined ? "chosen" : null',
    suite: { file: LICENSING, test: "LIC-11 ACC-06 a choice in the checkout" },
  },
  {
    name: "a plan that is paid leaves the minimum licence as it was",
    file: "packages/adapters-postgres/src/repositories/accounts.ts",
    find: "greatest(min_license_id, ${licence}::integer)",
    replace: "min_license_id",
    suite: { file: LICENSING, test: "LIC-11" },
  },
  {
    name: "a licence that came with a renewal does not count",
    file: `${APPLICATION}/subscriptions/sync-subscription.ts`,
    find: "if (subscription.terms.license_id !== stored.subscription.terms.license_id)",
    replace: "if (subscription.terms.license_id < stored.subscription.terms.license_id)",
    suite: { file: LICENSING, test: "LIC-11 a licence that a plan changes to" },
  },
  {
    name: "two clicks issue two certificates",
    file: `${APPLICATION}/licences/issue-certificate.ts`,
    find: "}).pipe(withAccountLease(ports)(account.id));",
    replace: "}).pipe(Effect.tap(() => withAccountLease(ports)(account.id)(Effect.void)));",
    suite: { file: CERTIFICATES, test: "LIC-13 is issued once" },
  },
  {
    name: "a certificate states the licence that its licensee claims",
    file: `${APPLICATION}/licences/issue-certificate.ts`,
    find: "certifiedLicensee(profile, paid, ",
    replace: "certifiedLicensee(profile, profile?.license_id ?? paid, ",
    suite: { file: CERTIFICATES, test: "LIC-13 states no licence that was not paid" },
  },
  {
    name: "anybody gets the file of a certificate",
    file: "packages/adapters-postgres/src/repositories/certificates.ts",
    find: '.where("user_id", "=", accountId)\n          .executeTakeFirst()',
    replace: ".executeTakeFirst()",
    suite: { file: CERTIFICATES, test: "LIC-13 is issued once" },
  },
  {
    name: "a refund leaves a certificate valid",
    file: `${APPLICATION}/licences/verify-certificate.ts`,
    find: "payments: payments.filter((payment) => payment !== null)",
    replace: "payments: payments.filter((payment) => payment === undefined)",
    suite: { file: CERTIFICATES, test: "LIC-13 survives the plan's end" },
  },
  {
    name: "a lost dispute leaves a certificate valid",
    file: `${APPLICATION}/licences/verify-certificate.ts`,
    find: 'const payments = yield* Effect.forEach(sourcesOf("plan"), repos.payments.get);',
    replace:
      'const known = yield* Effect.forEach(sourcesOf("plan"), repos.payments.get);\n' +
      "    const payments = known.map((payment) => payment && { ...payment, disputed: 0 as never });",
    suite: { file: DISPUTES, test: "ORD-06 LIC-13 a part that is lost" },
  },
  {
    name: "a certificate's html states what its caller sends as it is",
    file: `${APPLICATION}/licences/certificate-html.ts`,
    find: "<strong>${escapeHtml(text)}</strong>",
    replace: "<strong>${text}</strong>",
    suite: { file: CERTIFICATES, test: "LIC-13 needs a confirmed licence" },
  },
  {
    name: "a signature covers the file's beginning alone",
    file: `${PDF}/signature.ts`,
    find: "signerOf(bytes.subarray(0, at), signature, [key])",
    replace: "signerOf(bytes.subarray(0, at), signature, [key]) === null && bytes.length < 100 ? null : key",
    suite: { file: PRINTED, test: "LIC-13 is signed as a whole" },
  },
  {
    name: "an account with an open order is deleted",
    file: "packages/domain/src/accounts/deletion.ts",
    find: 'if (known.hasOpenOrder) return { _tag: "OrderOpen" };',
    replace: "",
    suite: { file: DELETION, test: "ACC-07 an open order" },
  },
  {
    name: "a deleted account's plan goes on at its provider",
    file: `${APPLICATION}/accounts/delete-account.ts`,
    find: "yield* repos.subscriptions.enqueueTermination(running, now);\n",
    replace: "",
    suite: { file: DELETION, test: "ACC-07 what comes while an account is deleted" },
  },
  {
    name: "a deleted account keeps its name though it never paid",
    file: "packages/domain/src/accounts/deletion.ts",
    find: "  hasPaid\n",
    replace: '  hasPaid || account.id !== ""\n',
    suite: { file: DELETION, test: "ACC-07 who never paid" },
  },
  {
    name: "who only downloads spends a team's credits",
    file: `${APPLICATION}/teams/acting.ts`,
    find: "|| !maySpendCredits(roleOf(account))",
    replace: "",
    suite: { file: TEAMS, test: "ACC-08 CRD-10 DWN-04 an Artist spends" },
  },
  {
    name: "a member spends credits of their own",
    file: `${APPLICATION}/teams/acting.ts`,
    find: "      return team;\n",
    replace: "      return account;\n",
    suite: { file: TEAMS, test: "ACC-08 CRD-10 DWN-04 an Artist spends" },
  },
  {
    name: "members buy credits and change plans",
    file: `${APPLICATION}/teams/acting.ts`,
    find: "worksInTeam(account) ?",
    replace: 'told === "only_admins" && worksInTeam(account) ?',
    suite: { file: TEAMS, test: "CHG-06 CRD-07 ACC-08 members pay for nothing" },
  },
  {
    name: "open invitations take no seat",
    file: `${APPLICATION}/teams/team.ts`,
    find: "const taken = open.length + ",
    replace: "const taken = ",
    suite: { file: TEAMS, test: "ACC-08 no more are invited" },
  },
  {
    name: "an invitation lets anybody in who has its link",
    file: `packages/domain/src/accounts/team.ts`,
    find: "if (!isInvited(who.email, who.invited)) return",
    replace: 'if (who.email === "" && !isInvited(who.email, who.invited)) return',
    suite: { file: TEAMS, test: "ACC-08 an invitation is accepted" },
  },
  {
    name: "an invitation is good twice",
    file: `${APPLICATION}/teams/team.ts`,
    find: "if (!(yield* repos.teams.removeInvitation(team_id, id)))",
    replace: "if ((yield* repos.teams.invitation(id)) === null)",
    suite: { file: TEAMS, test: "ACC-08 an invitation is accepted" },
  },
  {
    name: "another team's member is removed",
    file: "packages/adapters-postgres/src/repositories/teams.ts",
    find: '.set(NOBODYS)\n        .where("id", "=", userId)\n        .where("team_id", "=", teamId)',
    replace: '.set(NOBODYS)\n        .where("id", "=", userId)',
    suite: { file: TEAMS, test: "ACC-08 an administrator changes roles" },
  },
  {
    name: "the mail of an invitation that was replaced still opens it",
    file: `${APPLICATION}/teams/team.ts`,
    find: "if (again !== null) yield* repos.teams.removeInvitation(own.id, again.id);",
    replace: "",
    suite: { file: TEAMS, test: "ACC-08 an invitation is accepted by its address alone" },
  },
];
