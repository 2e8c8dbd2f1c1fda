/** Creates an output for the command that records stdout and stderr. */
export const commandOutput = () => {
  const said = { out: "", err: "" };
  const to = (side: keyof typeof said) => (text: string) => {
    said[side] += `${text}\n`;
  };
  return { said, output: { out: to("out"), err: to("err"), terminal: false } };
};
