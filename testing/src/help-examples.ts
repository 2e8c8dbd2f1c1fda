import { makeProgram, runProgram } from "@backlot/cli/program";
import { commandOutput } from "./command-output.ts";

/** Splits a command line into words, as a shell does. */
export const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? "");

/** Returns every example in the help of each command, by the command's name, such as "plans list". */
export const helpExamples = async (): Promise<ReadonlyMap<string, readonly string[]>> => {
  const names = makeProgram(commandOutput().output, Date.now).commands.flatMap((group) =>
    group.commands.length === 0 ? [group.name()] : group.commands.map((leaf) => `${group.name()} ${leaf.name()}`),
  );
  const examples = new Map<string, readonly string[]>();
  for (const name of names) {
    const { said, output } = commandOutput();
    await runProgram([...name.split(" "), "--help"], output, Date.now);
    examples.set(
      name,
      [...said.out.matchAll(/^ {2}\$ (.+)$/gm)].map(([, line]) => line ?? ""),
    );
  }
  return examples;
};
