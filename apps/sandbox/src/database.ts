import { DatabaseSync } from "node:sqlite";

/**
 * Opens a database file, or creates it. Commits survive a killed process. They are not synced one by one, so a system
 * crash can lose the latest ones.
 */
export const openDatabase = (file: string): DatabaseSync => {
  const database = new DatabaseSync(file);
  database.exec("pragma journal_mode = wal; pragma synchronous = normal");
  return database;
};
