/** What a command says, kept: its data on one side, what is said about it on the other. */
export const commandOutput = () => {
  const said = { out: "", err: "" };
  const to = (side: keyof typeof said) => (text: string) => {
    said[side] += `${text}\n`;
  };
  return { said, output: { out: to("out"), err: to("err"), terminal: false } };
};
