export { isFull, prepareFiles } from "./prepare-files.ts";
export type { PrepareJob, PrepareResult } from "./prepare-files.ts";
export type { FileFault } from "./open-deliverable.ts";
export type { DrawModel } from "./write-media.ts";
export { filesIn, unfollowedLinks } from "./zips.ts";
export { ToolMissing, UnreadableMedia, runTool } from "./tools.ts";
