import { PasswordInput, Select, TextInput } from "@inkjs/ui";
import { Box, Text, render, useApp, useInput } from "ink";
import { type ReactNode, useEffect, useState } from "react";
import { CommandFailed, RENDERING, type Screen } from "./output.ts";

/** An answer that a question offers. */
export interface Choice<T extends string> {
  readonly value: T;
  readonly label: string;
}

/** The answer that returns the user to the previous question. */
export const BACK = "back to the previous question";

/** The maximum number of answers to show at once. The rest scroll. */
const VISIBLE = 12;

interface QuestionProps {
  readonly question: string;
  /** The answer; null while the question is open. */
  readonly answer: string | null;
  readonly children: ReactNode;
}

function Question({ question, answer, children }: QuestionProps) {
  return (
    <Box flexDirection="column">
      <Text>
        <Text color={answer === null ? "cyan" : "green"}>{answer === null ? "? " : "✓ "}</Text>
        <Text bold>{question}</Text>
        {answer === null ? "" : ` ${answer}`}
      </Text>
      {answer === null ? children : null}
    </Box>
  );
}

interface ChoiceProps<T extends string> {
  readonly question: string;
  readonly choices: readonly Choice<T>[];
  readonly canGoBack: boolean;
}

function ChoiceQuestion<T extends string>({ question, choices, canGoBack }: ChoiceProps<T>) {
  const { exit } = useApp();
  const [answer, setAnswer] = useState<Choice<T> | typeof BACK | null>(null);
  // Draw the question once more before it ends, to show its answer or to clear it.
  useEffect(() => {
    if (answer !== null) exit(answer === BACK ? BACK : answer.value);
  }, [answer, exit]);
  useInput((_, key) => {
    if (!key.escape) return;
    if (canGoBack) setAnswer(BACK);
    else exit();
  });
  if (answer === BACK) return null;
  return (
    <Question question={question} answer={answer?.label ?? null}>
      <Select
        options={choices.map(({ value, label }) => ({ value, label }))}
        visibleOptionCount={VISIBLE}
        onChange={(value) => setAnswer(choices.find((choice) => choice.value === value) ?? null)}
      />
      <Text dimColor>↑↓ choose · Enter answer · Esc {canGoBack ? "back" : "cancel"}</Text>
    </Question>
  );
}

interface TextProps {
  readonly question: string;
  readonly placeholder: string;
  /** The default answer. Without a default, the question stays open until the user answers. */
  readonly usual?: string;
  /** Whether to hide the typed text. */
  readonly isSecret?: boolean;
}

function TextQuestion({ question, placeholder, usual, isSecret = false }: TextProps) {
  const { exit } = useApp();
  const [answer, setAnswer] = useState<string | null>(null);
  useEffect(() => {
    if (answer !== null) exit(answer);
  }, [answer, exit]);
  useInput((_, key) => {
    if (key.escape) exit();
  });
  const submit = (text: string): void => {
    const given = text.trim() || usual;
    if (given !== undefined) setAnswer(given);
  };
  const Input = isSecret ? PasswordInput : TextInput;
  return (
    <Question
      question={question}
      answer={isSecret && answer !== null ? "•".repeat(Math.min(answer.length, 8)) : answer}
    >
      <Box>
        <Text> </Text>
        <Input placeholder={placeholder} onSubmit={submit} />
      </Box>
    </Question>
  );
}

const ask = async (question: ReactNode, screen: Screen): Promise<unknown> => {
  const { waitUntilExit } = render(question, { ...screen, ...RENDERING });
  const answer = await waitUntilExit();
  if (answer === undefined) throw new CommandFailed("canceled", "Canceled.");
  return answer;
};

/** Asks for one of several answers. Returns its value, or BACK if the user goes back. Fails if the user cancels. */
export const askChoice = async <T extends string>(props: ChoiceProps<T>, screen: Screen): Promise<T | typeof BACK> =>
  (await ask(<ChoiceQuestion {...props} />, screen)) as T | typeof BACK;

/** Asks for a line of text, which can be blank only if there is a default answer. Fails if the user cancels. */
export const askText = async (props: TextProps, screen: Screen): Promise<string> =>
  (await ask(<TextQuestion {...props} />, screen)) as string;
