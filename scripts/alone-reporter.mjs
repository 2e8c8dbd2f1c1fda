// A Vitest reporter that prints the command to rerun each failed test on its own.

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export default class AloneReporter {
  onTestRunEnd(modules) {
    const lines = modules.flatMap((module) => {
      const failed = [...module.children.allTests("failed")];
      const path = module.relativeModuleId;
      if (failed.length === 0) return module.ok() ? [] : [`  npm test -- ${path}`];
      return failed.map(({ name }) => `  npm test -- ${path} -t ${quoted(escaped(name))}`);
    });
    if (lines.length > 0) console.log(`\nTo run only the failed tests:\n${lines.join("\n")}\n`);
  }
}
