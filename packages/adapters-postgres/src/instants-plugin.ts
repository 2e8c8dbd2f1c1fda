import type {
  KyselyPlugin,
  PluginTransformQueryArgs,
  PluginTransformResultArgs,
  QueryResult,
  RootOperationNode,
  UnknownRow,
} from "kysely";

// Mutating the row is safe, because only this plugin has a reference to it.
const instants = (row: UnknownRow): UnknownRow => {
  for (const column in row) {
    const value = row[column];
    if (value instanceof Date) row[column] = value.toISOString();
  }
  return row;
};

/** Converts times in results to ISO text, the format that the whole store uses. */
export const instantsPlugin: KyselyPlugin = {
  transformQuery: ({ node }: PluginTransformQueryArgs): RootOperationNode => node,
  transformResult: async ({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> => ({
    ...result,
    rows: result.rows.map(instants),
  }),
};
