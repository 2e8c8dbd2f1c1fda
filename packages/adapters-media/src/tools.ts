import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";

/** The error of a tool that isn't installed. */
export class ToolMissing extends Error {
  constructor(tool: string) {
    super(`${tool} is not installed. Install ffmpeg with the system's package manager.`);
    this.name = "ToolMissing";
  }
}

/**
 * The error of a file that can't be read or converted. The message completes a sentence that starts with the file's
 * name.
 */
export class UnreadableMedia extends Error {}

/** Returns the last line of a tool's messages, without its component's memory address and the file's name. */
const lastLine = (messages: string): string =>
  (messages.trim().split("\n").at(-1) ?? "")
    .replace(/^\[[^\]]* @ 0x\w+\] /, "")
    .replace(/^\S+: (?=[A-Z])/, "")
    .replace(/\.$/, "");

/** A running tool with its pipes. `ended` rejects if it fails, with the last lines of its messages. */
interface RunningTool {
  readonly stdin: NodeJS.WritableStream;
  readonly stdout: NodeJS.ReadableStream;
  readonly ended: Promise<void>;
  readonly stop: () => void;
}

/** Starts ffmpeg or ffprobe in a folder. Its input stays open until the caller ends it. */
export const startTool = (tool: "ffmpeg" | "ffprobe", args: readonly string[], cwd: string): RunningTool => {
  const child = spawn(tool, ["-hide_banner", "-loglevel", "error", ...args], { cwd, stdio: ["pipe", "pipe", "pipe"] });
  // A tool that ends early closes its input. Its exit code shows why.
  child.stdin.on("error", () => {});
  const messages = text(child.stderr).catch(() => "");
  const ended = new Promise<void>((resolve, reject) => {
    child.once("error", () => reject(new ToolMissing(tool)));
    child.once("close", async (code) => {
      if (code === 0) return resolve();
      const line = lastLine(await messages);
      reject(new UnreadableMedia(`can't be read: ${line === "" ? `${tool} ended with ${code}` : line}`));
    });
  });
  // Avoid an unhandled rejection while a caller is still reading its output.
  ended.catch(() => {});
  return { stdin: child.stdin, stdout: child.stdout, ended, stop: () => void child.kill("SIGKILL") };
};

/** Runs ffmpeg or ffprobe in a folder. Resolves with its output. */
export const runTool = async (tool: "ffmpeg" | "ffprobe", args: readonly string[], cwd: string): Promise<string> => {
  const running = startTool(tool, args, cwd);
  running.stdin.end();
  const printed = text(running.stdout).catch(() => "");
  await running.ended;
  return printed;
};
