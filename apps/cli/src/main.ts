import { runProgram } from "./program.ts";

// A reader such as "head" may close the pipe before everything is written.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

process.exitCode = await runProgram(
  process.argv.slice(2),
  {
    ...(process.stderr.isTTY ? { progress: (text: string) => void process.stderr.write(`\r\u001b[K${text}`) } : {}),
    ...(process.stdin.isTTY && process.stdout.isTTY
      ? { screen: { stdin: process.stdin, stdout: process.stdout } }
      : {}),
    ...(process.stdout.isTTY
      ? { openPage: async (url: string) => void (await (await import("open")).default(url)) }
      : {}),
    out: (text) => void process.stdout.write(`${text}\n`),
    err: (text) => void process.stderr.write(`${text}\n`),
    terminal: process.stdout.isTTY === true && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb",
  },
  Date.now,
);
