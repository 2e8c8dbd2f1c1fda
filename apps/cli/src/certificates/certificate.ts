import { verifyFile } from "@backlot/adapters-pdf/signature";
import type { CertificateKey } from "@backlot/ports";
import type { Command } from "commander";
import { json, pretty } from "../arguments.ts";
import { readGiven } from "../given-file.ts";
import { CommandFailed, type Output } from "../output.ts";

interface VerifyOptions {
  readonly key: string;
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
    `${path} holds no keys: save a store's /.well-known/backlot-certificates.json.`,
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
  const keys = keysIn(options.key, (await readGiven(options.key, "a file of keys")).toString("utf8"));
  const found = verifyFile(await readGiven(file, "a certificate's PDF"), keys);
  switch (found._tag) {
    case "signed":
      return output.out(
        options.json
          ? pretty({ signed: true, key: found.kid })
          : `Signed with ${found.kid}. The file is as it was issued.`,
      );
    case "unsigned":
      throw new CommandFailed("unsigned", `${file} has no signature: it is no certificate, or its end was cut off.`);
    case "unknown-key":
      throw new CommandFailed(
        "unknown-key",
        `${file} was signed with ${found.kid}, which is not among the keys of ${options.key}.`,
      );
    case "changed":
      throw new CommandFailed("changed", `${file} was changed after it was signed.`);
  }
};

/** Adds `backlot certificate verify`, which checks a certificate's PDF offline. */
export const addCertificateCommand = (program: Command, output: Output): void => {
  const certificate = program.command("certificate").description("license certificates");
  certificate
    .command("verify")
    .description("whether the file of a certificate is as the store signed it; asks nobody")
    .argument("<file>", "the PDF")
    .requiredOption("--key <file>", "the store's keys, saved from /.well-known/backlot-certificates.json")
    .addOption(json())
    .addHelpText(
      "after",
      "\nExamples:\n  $ backlot certificate verify license-certificate.pdf --key backlot-certificates.json",
    )
    .action((file: string, options: VerifyOptions) => verify(file, options, output));
};
