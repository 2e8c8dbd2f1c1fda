import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Command } from "commander";
import { CommandFailed } from "../output.ts";
import type { Registration } from "../registration.ts";

/** The path of the store's own tool, which is next to this command in both a repository clone and a release. */
const TOOL = fileURLToPath(new URL("../../api/dist/backup.js", import.meta.url));

/** Runs the store's tool on this machine, which reads the store's own environment. */
const runTool = async (task: "backup" | "verify" | "restore", folder: string): Promise<void> => {
  if (!existsSync(TOOL))
    throw new CommandFailed("not_here", "Run this command on the store's server. It reads the store's database.");
  const tool = spawn(process.execPath, [TOOL, task, folder], { stdio: "inherit" });
  const code = await new Promise<number | null>((resolve) => tool.once("exit", resolve));
  if (code !== 0) throw new CommandFailed("failed", `${task} failed.`);
};

/** Returns the end of a command's help: the environment it needs, and an example. */
const helpEnd = (example: string): string =>
  "\nReads DATABASE_URL and DATA_DIR, as the store does. BACKUP_KEY is a passphrase\nthat encrypts the backup." +
  `\n\nExamples:\n  $ backlot ${example}`;

/** Adds `backlot backup` and `backlot restore`, which run on the store's machine. */
const addBackupCommands = (program: Command): void => {
  program
    .command("backup")
    .description("back up this machine's store to a folder: its database and uploaded files")
    .argument("<folder>", "backup folder; files already backed up there aren't copied again")
    .option("--verify", "only verify the backup in the folder")
    .addHelpText("after", helpEnd("backup backups/monday"))
    .action((folder: string, { verify }: { readonly verify?: boolean }) =>
      runTool(verify === true ? "verify" : "backup", folder),
    );
  program
    .command("restore")
    .description("restore a backup to an empty database and data folder")
    .argument("<folder>", "the backup folder")
    .addHelpText("after", helpEnd("restore backups/monday"))
    .action((folder: string) => runTool("restore", folder));
};

export const registration: Registration = { group: "Server", place: 1, add: addBackupCommands };
