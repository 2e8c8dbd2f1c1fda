import { wrapped } from "./output.ts";
import { runProgram } from "./program.ts";

const { stdin, stdout, stderr } = process;
const args = process.argv.slice(2);

// A reader such as `head` may close the pipe before everything is written.
stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));

/**
 * Returns a function that writes lines to a stream. Wraps them at the terminal's width unless they are for programs.
 */
const writer =
  (stream: NodeJS.WriteStream) =>
  (text: string): void => {
    const isPlain = !stream.isTTY || args.includes("--json");
    stream.write(`${isPlain ? text : wrapped(text, stream.columns)}\n`);
  };

const code = await runProgram(
  args,
  {
    ...(stderr.isTTY ? { progress: (text: string) => void stderr.write(`\r\u001b[K${text}`) } : {}),
    ...(stdin.isTTY && stdout.isTTY ? { screen: { stdin, stdout } } : {}),
    ...(stdout.isTTY ? { openPage: async (url: string) => void (await (await import("open")).default(url)) } : {}),
    out: writer(stdout),
    err: writer(stderr),
    terminal: stdout.isTTY === true && process.env.NO_COLOR === undefined && process.env.TERM !== "dumb",
  },
  Date.now,
);

process.exitCode = code;
// A pending search must not keep the process alive after the user leaves the browser. Don't exit if the output is a
// pipe, because writes to it may still be pending.
if (args.length === 0 && stdout.isTTY) process.exit();
