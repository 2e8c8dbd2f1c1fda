export { prepareFiles } from "./prepare-files.ts";
export type { DrawModel, FileFault, PrepareJob, PrepareResult } from "./prepare-files.ts";
export { filesIn } from "./zips.ts";
export { ToolMissing, UnreadableMedia, runTool } from "./tools.ts";
