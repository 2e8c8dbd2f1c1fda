import { DatabaseSync } from "node:sqlite";

/**
 * Opens a file of the sandbox's state, or makes it. A process that is killed loses nothing. Commits are not synced one
 * by one: a machine that fails loses the last of a sandbox, and no money.
 */
export const openDatabase = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  return database;
};
