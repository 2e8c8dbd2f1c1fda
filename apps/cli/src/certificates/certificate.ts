import { writeFile } from "node:fs/promises";
import { verifyFile } from "@backlot/adapters-pdf/signature";
import type { CertificateKey } from "@backlot/ports";
import { type Command, Option } from "commander";
import { licenseLabel, utcDay } from "@backlot/domain";
import { type ByStaff, type Common, asksSupport, byStaff, json, pretty, takesReason } from "../arguments.ts";
import { ACCOUNT_ARGUMENT, CUSTOMER_ARGUMENT, customerNamed, namedCustomer } from "../customer-named.ts";
import { readGiven } from "../given-file.ts";
import { CommandFailed, type Output, table, ifNotFound } from "../output.ts";
import { askSupport } from "../store.ts";
import type { Registration } from "../registration.ts";

interface VerifyOptions {
  readonly keys: string;
  readonly json?: boolean;
}

const isKey = (value: unknown): value is CertificateKey =>
  typeof value === "object" &&
  value !== null &&
  Reflect.get(value, "crv") === "Ed25519" &&
  typeof Reflect.get(value, "x") === "string";

const keysIn = (path: string, text: string): readonly CertificateKey[] => {
  const wrong = new CommandFailed(
    "usage",
    `${path} has no keys. Save the store's /.well-known/license-certificates.json to it.`,
  );
  try {
    const { keys } = JSON.parse(text) as { readonly keys?: unknown };
    if (Array.isArray(keys) && keys.length > 0 && keys.every(isKey)) return keys;
  } catch {
    throw wrong;
  }
  throw wrong;
};

/** Checks, without contacting the store, that a certificate's PDF is unchanged since the store signed it. */
const verify = async (file: string, options: VerifyOptions, output: Output): Promise<void> => {
  const keys = keysIn(options.keys, (await readGiven(options.keys, "a key file")).toString("utf8"));
  const verification = verifyFile(await readGiven(file, "a certificate's PDF"), keys);
  switch (verification._tag) {
    case "signed":
      return output.out(
        options.json
          ? pretty({ signed: true, key: verification.kid })
          : `Signed with ${verification.kid}. The file hasn't changed since it was issued.`,
      );
    case "unsigned":
      throw new CommandFailed("unsigned", `${file} has no signature. It isn't a certificate, or it's incomplete.`);
    case "unknown-key":
      throw new CommandFailed(
        "unknown-key",
        `${file} was signed with ${verification.kid}, which isn't in ${options.keys}.`,
      );
    case "changed":
      throw new CommandFailed("changed", `${file} was changed after it was signed.`);
  }
};

interface StoreOptions extends Common {
  readonly key?: string;
}

const list = async (text: string, options: StoreOptions, output: Output): Promise<void> => {
  const customer = await customerNamed(text, options);
  const { data } = await askSupport(options.store, options.key, (client) =>
    client.support.customer({ query: { customer } }),
  );
  const { certificates, user } = data;
  if (options.json) return output.out(pretty(certificates));
  if (certificates.length === 0)
    return output.out(`${user.email} has no certificates. To issue one, run backlot certificates issue ${user.email}`);
  output.out(
    await table(
      ["Issued", "Number", "Status", "License", "Licensee"],
      certificates.map((each) => [
        utcDay(each.issued_at),
        each.number,
        each.status,
        licenseLabel(each.license_id),
        each.licensee,
      ]),
    ),
  );
};

const issue = async (text: string, options: StoreOptions & ByStaff, output: Output): Promise<void> => {
  const payload = { customer: text, ...byStaff(options) };
  const { data } = await askSupport(options.store, options.key, (client) =>
    client.support.issueCertificate({ payload }),
  )
    .catch((error: unknown) => {
      throw error instanceof CommandFailed && error.reason === "conflict"
        ? new CommandFailed("conflict", `${text} can't get a certificate. The store says: ${error.message}`)
        : error;
    })
    .catch(namedCustomer(text));
  const { number, licensee, license_id, covered } = data;
  const what = `Certificate ${number} for ${licensee}, ${licenseLabel(license_id)}, covers:`;
  output.out(options.json ? pretty(data) : [what, ...covered.map(({ label }) => `- ${label}`)].join("\n"));
};

const download = async (
  number: string,
  options: StoreOptions & { readonly to?: string },
  output: Output,
): Promise<void> => {
  const { data } = await askSupport(options.store, options.key, (client) =>
    client.support.certificateFile({ params: { number } }),
  ).catch(ifNotFound(`Certificate "${number}" doesn't exist. To list certificates, run backlot certificates list.`));
  const path = options.to ?? data.file_name;
  await writeFile(path, Buffer.from(data.pdf, "base64")).catch(() => {
    throw new CommandFailed("unwritable", `Can't write ${path}. Choose another file with --to.`);
  });
  output.out(options.json ? pretty({ file: path }) : `Saved ${path}.`);
};

/** Adds `backlot certificates`: a customer's license certificates, and an offline check of a PDF. */
const addCertificateCommand = (program: Command, output: Output): void => {
  const certificates = program
    .command("certificates")
    .alias("certificate")
    .description("list, issue, and verify license certificates");
  const add = asksSupport(certificates);
  add("list", "list a customer's certificates and their status", ["list ada@example.com"])
    .argument("<customer>", CUSTOMER_ARGUMENT)
    .action((text: string, options: StoreOptions) => list(text, options, output));
  takesReason(
    add("issue", "issue a customer's certificate, or show the latest one if it is still accurate", [
      'issue ada@example.com --reason "asked for it"',
    ]),
  )
    .argument("<customer>", ACCOUNT_ARGUMENT)
    .action((text: string, options: StoreOptions & ByStaff) => issue(text, options, output));
  add("download", "save a certificate as a PDF", ["download BC-YM33-QCA2-KZ7G"])
    .argument("<number>", "the certificate's number")
    .option("--to <file>", "file to save it to (default: the certificate's file name, in this folder)")
    .action((number: string, options: StoreOptions & { readonly to?: string }) => download(number, options, output));
  certificates
    .command("verify")
    .description("verify the signature of a certificate's PDF offline")
    .argument("<file>", "the PDF")
    .option("--keys <file>", "the store's keys, saved from /.well-known/license-certificates.json")
    // Accept the option's former name. In other commands, --key is the support key.
    .addOption(new Option("--key <file>", "the old name of --keys").hideHelp())
    .addOption(json())
    .addHelpText(
      "after",
      "\nExamples:\n  $ backlot certificates verify license-certificate.pdf --keys license-certificates.json",
    )
    .action((file: string, { keys, key, ...options }: Partial<VerifyOptions> & { readonly key?: string }) => {
      const saved = keys ?? key;
      if (saved === undefined) throw new CommandFailed("usage", "Pass the store's key file with --keys.");
      return verify(file, { ...options, keys: saved }, output);
    });
};

export const registration: Registration = { group: "Customers", place: 6, add: addCertificateCommand };
